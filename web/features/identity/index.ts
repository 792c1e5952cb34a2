export { PasswordField } from './password-field.tsx';
export { PasswordStrength } from './password-strength.tsx';
export { passwordRuleError, type PasswordRuleKey } from './password-rule.ts';
export { pathAfterLogin } from './path-after-login.ts';
export { usePasswordHint } from './use-password-hint.ts';
export { SecurityCodeField } from './security-code-field.tsx';
