export {
  type FailureReason,
  type PasswordAttempt,
  securityEventNames,
  type StaffFactor,
  type StaffLoginFailure,
} from './events.ts';
export { SecurityLog } from './security-log.ts';
