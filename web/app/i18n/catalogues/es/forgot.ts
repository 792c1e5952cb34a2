import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Establecer una nueva contraseña',
  text: 'Enviamos un código a su cuenta. Al establecer la nueva contraseña se cierran todas sus sesiones.',
  password: 'Nueva contraseña',
  repeat: 'Repetir la nueva contraseña',
  submit: 'Establecer contraseña',
  success: 'Su nueva contraseña está guardada, inicie sesión',
  remembered: '¿La ha recordado?',
};
