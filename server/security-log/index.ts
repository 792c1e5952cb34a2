export { type FailureReason, type PasswordAttempt, securityEventNames } from './events.ts';
export { SecurityLog } from './security-log.ts';
