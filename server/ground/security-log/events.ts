import type { UserId } from '@bourse/engine';

/**
 * Every security event: the message of its log line and its fields. `docs/reference/security.md` lists the same events
 * and fields. An event contains no passwords, codes, tokens, addresses of mail or phone numbers; `network` is the
 * network of the client, see `networkOf`.
 */
export const securityEvents = {
  login_succeeded: { message: 'a login succeeded', fields: ['user', 'network'] },
  login_failed: { message: 'a password check failed', fields: ['user', 'network', 'attempt', 'reason'] },
  account_locked: { message: 'an account is locked', fields: ['user', 'network', 'cause'] },
  network_locked: { message: 'a network is locked for logins', fields: ['network'] },
  code_attempts_used_up: { message: 'the attempts for a verification code are used up', fields: ['user', 'purpose'] },
  account_registered: { message: 'an account was registered', fields: ['user', 'network'] },
  password_changed: { message: 'a password was changed', fields: ['user', 'network', 'sessions'] },
  password_recovered: { message: 'a password was recovered with a code', fields: ['user', 'network', 'sessions'] },
  session_revoked: { message: 'a session was revoked by its user', fields: ['user', 'network'] },
  other_sessions_revoked: {
    message: 'all other sessions were revoked by their user',
    fields: ['user', 'network', 'sessions'],
  },
  device_admitted: { message: 'a login came from a new device', fields: ['user', 'network'] },
  devices_forgotten: { message: 'devices were forgotten with a new password', fields: ['user', 'network', 'devices'] },
  second_factor_changed: { message: 'a second factor was changed', fields: ['user', 'network', 'change'] },
  second_factor_failed: { message: 'a second factor was refused', fields: ['user', 'network', 'refusal'] },
  second_factor_locked: { message: 'the codes of a second factor are locked', fields: ['user', 'network'] },
  pay_password_changed: { message: 'a trade password was changed', fields: ['user', 'network'] },
  pay_password_wrong: { message: 'a trade password was wrong', fields: ['user', 'network'] },
  pay_password_locked: { message: 'a trade password is locked for 24 hours', fields: ['user', 'network'] },
  payment_method_saved: { message: 'a payment method was added or changed', fields: ['user', 'network'] },
  payment_method_removed: { message: 'a payment method was removed', fields: ['user', 'network'] },
  draw_address_saved: { message: 'a withdrawal address was saved', fields: ['user', 'network'] },
  draw_address_removed: { message: 'a withdrawal address was removed', fields: ['user', 'network'] },
  address_bound: { message: 'an address was linked to an account', fields: ['user', 'network', 'channel'] },
  account_frozen: { message: 'an account was frozen by its owner', fields: ['user', 'network', 'sessions', 'by'] },
  account_unfrozen: { message: 'an account was unfrozen by its owner', fields: ['user', 'network'] },
  device_forgotten: { message: 'a device was forgotten by its owner', fields: ['user', 'network'] },
  phishing_word_changed: { message: 'an anti-phishing word was changed', fields: ['user', 'network'] },
  staff_login_succeeded: { message: 'a member of staff logged in', fields: ['staff', 'network', 'factor'] },
  staff_login_failed: { message: 'a login of staff failed', fields: ['staff', 'network', 'failure'] },
  staff_locked: { message: 'a member of staff is locked out', fields: ['staff', 'network'] },
  staff_enrolled: { message: 'a member of staff enrolled', fields: ['staff', 'network'] },
  staff_session_moved: {
    message: 'a session of staff was ended because it was used from another network',
    fields: ['staff', 'network'],
  },
  live_mode_started: { message: 'the exchange is open in live mode', fields: ['settings'] },
  events_left_out: { message: 'security events were counted but not logged', fields: ['counts'] },
} as const;

export type SecurityEvent = keyof typeof securityEvents;

export const securityEventNames: readonly SecurityEvent[] = Object.keys(securityEvents).filter(isSecurityEvent);

function isSecurityEvent(name: string): name is SecurityEvent {
  return Object.hasOwn(securityEvents, name);
}

/** The fields of an event with the types of their values. */
export type EventFields<Event extends SecurityEvent> = {
  readonly [Name in (typeof securityEvents)[Event]['fields'][number]]: FieldValues[Name];
};

interface FieldValues {
  /** The member of staff; null if there is none with the address. */
  readonly staff: number | null;
  readonly factor: StaffFactor;
  readonly failure: StaffLoginFailure;
  /** The user concerned; null if the account does not exist or was not looked up. */
  readonly user: UserId | null;
  readonly network: string;
  readonly attempt: PasswordAttempt;
  readonly reason: FailureReason;
  /** Ten failures from one network, or a hundred successful logins, within 15 minutes. */
  readonly cause: 'failures' | 'logins';
  readonly purpose: string;
  /** The change of a second factor, such as `totp_on`. */
  readonly change: string;
  readonly refusal: FactorRefusal;
  /** The channel of an address. */
  readonly channel: 'email' | 'sms';
  /** A freeze by a session of the user, or by the link of a mail. */
  readonly by: 'session' | 'link';
  /** The number of sessions that ended. */
  readonly sessions: number;
  /** The number of devices that were forgotten. */
  readonly devices: number;
  readonly settings: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
  /** The number of lines left out, by event. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The calls that check a password or, for a recovery, the code that replaces it. */
export type PasswordAttempt = 'login' | 'password_change' | 'recovery' | 'second_factor';

/** `locked` and `limited` attempts were refused before anything was checked. */
export type FailureReason =
  | 'account_unknown'
  | 'password_wrong'
  | 'password_replaced'
  | 'code_missing'
  | 'code_wrong'
  | 'code_expired'
  | 'locked'
  | 'limited';

/** Why a second factor was refused. `used` one-time passwords are not counted as attempts to guess. */
export type FactorRefusal = 'code' | 'used' | 'passkey' | 'locked';

export type StaffFactor = 'totp' | 'recovery_code';

/**
 * Why a login of staff failed: `inactive` members are disabled or have not enrolled, `limited` attempts were refused
 * before anything was checked. `step_up` is a wrong one-time password inside a session.
 */
export type StaffLoginFailure = 'unknown' | 'inactive' | 'locked' | 'limited' | 'password' | 'code' | 'step_up';
