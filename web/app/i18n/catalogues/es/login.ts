import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'Correo',
  mobile: 'Teléfono',
  account: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar la contraseña',
  remember: 'Mantener la sesión durante 30 días',
  forgot: '¿Olvidó su contraseña?',
  submit: 'Iniciar sesión',
  noAccount: '¿Aún no tiene cuenta?',
  toRegister: 'Registrarse',
  p_first: 'Introduzca su contraseña',
  p_taccount: 'Introduzca su cuenta',
  success: 'Ha iniciado sesión',
};
