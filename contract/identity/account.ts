import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Empty, Flag, IntegerInput, Line, Milliseconds, Nothing, Page } from '../values.ts';
import { codeRefusals, nameRefusals, passwordRefusals } from './calls.ts';
import { secondFactorFields, secondFactorRefusals } from './proofs.ts';

const Code = Type.String({ maxLength: 32 });

/** Replaces the trade password. The first one is created when the user verifies their identity. */
export const amendPayPassword = writeCall(
  { access: 'user', rate: 'password' },
  'user/amend_pay_password',
  Type.Object({ password: Type.String({ maxLength: 128 }), auth_code: Code, ...secondFactorFields }),
  Nothing,
  {
    message: 'pay_password_changed',
    refusals: [
      ...passwordRefusals,
      ...codeRefusals,
      ...secondFactorRefusals,
      'pay_password_missing',
      'pay_password_same',
    ],
  },
);

const bindRefusals = [
  ...nameRefusals,
  ...codeRefusals,
  ...secondFactorRefusals,
  'account_taken',
  'phone_taken',
  'address_unchanged',
] as const;

/** Links an e-mail address or a phone number to the account, in place of an earlier one. */
export const bindAddress = writeCall(
  { access: 'user', rate: 'password' },
  'user/bind',
  Type.Object({
    type: Type.Enum(['email', 'mobile'] as const),
    /** An e-mail address, or a phone number without its dialling code, which `area_id` determines. */
    account: Line(254),
    area_id: Type.Optional(IntegerInput),
    /** The code of purpose `bind` that was sent to the new address. */
    auth_code: Code,
    /** The code of purpose `security` that was sent to an address of the account. */
    old_code: Type.Optional(Code),
    ...secondFactorFields,
  }),
  Nothing,
  { message: 'address_bound', refusals: bindRefusals },
);

/** `user/bind` for e-mail addresses, as earlier clients call it. */
export const bindEmail = writeCall(
  { access: 'user', rate: 'password' },
  'safe/email',
  Type.Object({ email: Line(254), code: Code, old_code: Type.Optional(Code), ...secondFactorFields }),
  Nothing,
  { message: 'address_bound', refusals: bindRefusals },
);

/** Stops trading and withdrawals, and ends every session. */
export const freezeAccount = writeCall({ access: 'user', rate: 'private' }, 'user/freeze', Empty, Nothing, {
  message: 'account_frozen',
});

/** The same with the token of a link in a mail to the owner. */
export const freezeByLink = writeCall(
  { access: 'visitor', rate: 'password' },
  'user/freeze_by_link',
  Type.Object({ token: Line(64) }),
  Nothing,
  { message: 'account_frozen', refusals: ['freeze_link_invalid'] },
);

/** The maximum age of the login with which an account can be unfrozen. */
export const freshLoginMinutes = 15;

export const unfreezeAccount = writeCall(
  { access: 'user', rate: 'password' },
  'user/unfreeze',
  Type.Object({ auth_code: Code, ...secondFactorFields }),
  Nothing,
  {
    message: 'account_unfrozen',
    refusals: [...codeRefusals, ...secondFactorRefusals, 'not_frozen', 'frozen_by_operator', 'fresh_login_required'],
  },
);

/** A successful login. `browser`, `system` and `kind` are derived from the user agent, and empty if unknown. */
export const LoginRecord = Type.Object({
  at: Milliseconds,
  address: Type.String(),
  browser: Type.String(),
  system: Type.String(),
  kind: Type.Enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
});
export type LoginRecord = Static<typeof LoginRecord>;

/** The successful logins of the last 90 days. */
export const loginHistory = readCall(
  { access: 'user', rate: 'private' },
  'user/login_history',
  Type.Object({ page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) }),
  Page(LoginRecord),
);

/** A device that logs in without a verification code. */
export const KnownDevice = Type.Object({
  /** Derived from the id that the client sent, which is never returned. */
  id: Type.String(),
  /** 1 for the device of this call. */
  current: Flag,
  browser: Type.String(),
  system: Type.String(),
  kind: Type.Enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
  first_used_at: Milliseconds,
  last_used_at: Milliseconds,
});
export type KnownDevice = Static<typeof KnownDevice>;

export const deviceList = readCall({ access: 'user', rate: 'private' }, 'user/devices', Empty, Type.Array(KnownDevice));

/** The next login from the device requires a code. Its other sessions end. */
export const forgetDevice = writeCall(
  { access: 'owner', rate: 'private' },
  'user/forget_device',
  Type.Object({ id: Line(16) }),
  Nothing,
  { message: 'device_forgotten', refusals: ['device_unknown'] },
);

/** The form of an anti-phishing word: 4 to 20 letters or digits of any script. */
export const phishingWordShape = /^[\p{L}\p{M}\p{N}]{4,20}$/u;

/** Sets the word at the top of every mail to the user; an empty one removes it. */
export const setPhishingWord = writeCall(
  { access: 'user', rate: 'private' },
  'user/phishing_code',
  Type.Object({ word: Line(40) }),
  Nothing,
  { message: 'phishing_word_changed', refusals: ['phishing_word_shape'] },
);

/** A code with which an agent requests to take in the user, who has none yet. */
export const AuthorizationCode = Type.Object({ code: Type.String(), expires_at: Milliseconds });
export type AuthorizationCode = Static<typeof AuthorizationCode>;

export const authorizationCode = readCall(
  { access: 'user', rate: 'private' },
  'user/authorization_code',
  Empty,
  AuthorizationCode,
  { refusals: ['agent_attached', 'agent_self', 'agent_left_recently'] },
);
