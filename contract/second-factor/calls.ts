import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { codeRefusals, DeviceId, secondFactorFields, secondFactorRefusals } from '../identity/index.ts';
import { Empty, Flag, IntegerInput, Line, Milliseconds, Nothing } from '../values.ts';

/** Max passkeys of an account. */
export const maxPasskeys = 10;
/** Max length of the JSON of an authenticator's answer. */
const maxResponseLength = 8_192;
export const maxPasskeyName = 40;

/** A verification code of purpose 3. */
const AuthCode = Line(32);

/** The second factor of the user: which methods are on, and what is left of the recovery codes. */
export const SecondFactorState = Type.Object({
  totp: Flag,
  /** When the authenticator app was confirmed; null if it is off. */
  totp_since: Type.Union([Milliseconds, Type.Null()]),
  passkeys: Type.Integer({ minimum: 0 }),
  recovery_codes: Type.Integer({ minimum: 0 }),
  /** 1 if passkeys can be used at the address under which the exchange is reached. */
  passkeys_possible: Flag,
});
export type SecondFactorState = Static<typeof SecondFactorState>;

export const Passkey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  created_at: Milliseconds,
  /** Null until it is used. */
  last_used_at: Type.Union([Milliseconds, Type.Null()]),
});
export type Passkey = Static<typeof Passkey>;

export const secondFactorState = readCall(
  { access: 'user', rate: 'private' },
  'user/second_factor',
  Empty,
  SecondFactorState,
);

export const totpBegin = writeCall(
  { access: 'user', rate: 'private' },
  'user/totp_begin',
  Empty,
  Type.Object({ secret: Type.String(), uri: Type.String() }),
  { refusals: ['totp_on_already'] },
);

/** The codes that replace a lost second factor, each for one use. They are answered once. */
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

export const totpOn = writeCall(
  { access: 'user', rate: 'password' },
  'user/totp_on',
  Type.Object({
    /** A one-time password of the app that is turned on. */
    totp_code: Line(32),
    password: Type.String({ maxLength: 128 }),
    auth_code: AuthCode,
    passkey: secondFactorFields.passkey,
  }),
  RecoveryCodes,
  {
    message: 'totp_on',
    refusals: [
      ...codeRefusals,
      ...secondFactorRefusals,
      'totp_on_already',
      'totp_not_begun',
      'totp_code_wrong',
      'old_password_wrong',
      'password_required',
      'login_locked',
    ],
  },
);

export const totpOff = writeCall(
  { access: 'user', rate: 'password' },
  'user/totp_off',
  Type.Object({ auth_code: AuthCode, ...secondFactorFields }),
  Nothing,
  { message: 'totp_off', refusals: [...codeRefusals, ...secondFactorRefusals, 'totp_off_already'] },
);

export const newRecoveryCodes = writeCall(
  { access: 'user', rate: 'password' },
  'user/recovery_codes',
  Type.Object({ auth_code: AuthCode, ...secondFactorFields }),
  RecoveryCodes,
  { message: 'recovery_codes_new', refusals: [...codeRefusals, ...secondFactorRefusals, 'second_factor_off'] },
);

/** The uses of a challenge: to prove a passkey of one's own or log in with one, or to add one. */
export const passkeyUses = ['proof', 'add'] as const;
export type PasskeyUse = (typeof passkeyUses)[number];

export const passkeyOptions = writeCall(
  { access: 'either', rate: 'private' },
  'user/passkey_options',
  Type.Object({ use: Type.Enum(passkeyUses) }),
  /** The JSON that `navigator.credentials` takes, with a challenge for one use within five minutes. */
  Type.Object({ options: Type.String() }),
  { refusals: ['session_ended', 'passkeys_unavailable', 'passkeys_full'] },
);

export const passkeyAdd = writeCall(
  { access: 'user', rate: 'password' },
  'user/passkey_add',
  Type.Object({
    /** The JSON of the authenticator's answer to a challenge for `add`. */
    response: Line(maxResponseLength, 1),
    name: Line(maxPasskeyName, 1),
    auth_code: AuthCode,
    ...secondFactorFields,
  }),
  /** Recovery codes if this is the first second factor, otherwise none. */
  Type.Object({ id: Type.Integer(), recovery_codes: Type.Array(Type.String()) }),
  {
    message: 'passkey_added',
    refusals: [
      ...codeRefusals,
      ...secondFactorRefusals,
      'passkeys_unavailable',
      'passkeys_full',
      'passkey_refused',
      'passkey_known',
      'passkey_name_empty',
    ],
  },
);

export const passkeyList = readCall(
  { access: 'user', rate: 'private' },
  'user/passkey_list',
  Empty,
  Type.Array(Passkey),
);

export const passkeyRemove = writeCall(
  { access: 'owner', rate: 'password' },
  'user/passkey_remove',
  Type.Object({ id: IntegerInput, auth_code: AuthCode, ...secondFactorFields }),
  Nothing,
  { message: 'passkey_removed', refusals: [...codeRefusals, ...secondFactorRefusals, 'passkey_unknown'] },
);

export const passkeyLogin = writeCall(
  { access: 'visitor', rate: 'password' },
  'user/passkey_login',
  Type.Object({
    /** The JSON of the authenticator's answer to a challenge for `proof`. */
    response: Line(maxResponseLength, 1),
    device_id: Type.Optional(DeviceId),
    /** True keeps the session for 30 days. */
    remember: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    token: Type.String(),
    expires_at: Type.Integer(),
    device_id: Type.String(),
    account: Type.String(),
  }),
  { message: 'logged_in', refusals: ['passkeys_unavailable', 'passkey_refused'] },
);
