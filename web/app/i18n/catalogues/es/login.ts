import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Iniciar sesión',
  email: 'Correo',
  account: 'Correo electrónico',
  password: 'Contraseña',
  remember: 'Mantener la sesión durante 30 días',
  submit: 'Iniciar sesión',
  noAccount: '¿Aún no tiene cuenta?',
  toRegister: 'Registrarse',
  p_first: 'Introduzca su contraseña',
  p_taccount: 'Introduzca su cuenta',
  success: 'Ha iniciado sesión',
};
