export { login } from './login.ts';
export { register } from './register.ts';
export { codes } from './codes.ts';
export { forgot } from './forgot.ts';
