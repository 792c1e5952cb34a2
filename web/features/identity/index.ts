export { isPassword } from './account-rules.ts';
export { PasswordField } from './password-field.tsx';
export { PasswordStrength } from './password-strength.tsx';
export { pathAfterLogin } from './path-after-login.ts';
