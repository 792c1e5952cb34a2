import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { Empty, Flag, IntegerInput, Line, Nothing } from '../values.ts';
import { PasswordPolicy } from './password-policy.ts';
import { secondFactorFields, secondFactorRefusals } from './proofs.ts';

const Text = (maxLength: number) => Type.String({ maxLength });

/** The id of a client's device, in a body or the `flag` header: printable ASCII without spaces. */
export const deviceIdShape = /^[\x21-\x7e]{0,64}$/;
export const DeviceId = Type.String({ pattern: deviceIdShape.source, maxLength: 64 });

/**
 * A country or territory with its dialling code, e.g. `{ id: 276, name: "Germany", global_code: "49" }`; the id is the
 * ISO 3166-1 numeric code.
 */
export const Area = Type.Object({ id: Type.Integer(), name: Type.String(), global_code: Type.String() });
export type Area = Static<typeof Area>;

/** The name of a site until an operator sets another one, also shown while its server does not answer. */
export const builtInName = 'Bourse';

/** The site configuration, which the page loads first. */
export const SiteConfig = Type.Object({
  register_mobile: Flag,
  /** 1 if registration requires a verification code. */
  register_code: Flag,
  register_word: Type.String(),
  app_name: Type.String(),
  kefuUrl: Type.String(),
  lang_switch: Type.Integer(),
  logo: Type.String(),
  timezone: Type.String(),
  double_pay_switch: Flag,
  document_title: Type.String(),
  dialog_title: Type.String(),
  dialog_content: Type.String(),
  default_invite_code: Type.String(),
  /** Divisor of the day's volume in the spot header. */
  volume_display_divisor: Type.Integer(),
  /** The rule for new passwords. */
  password_policy: PasswordPolicy,
  /** 1 if accounts may be identified by a phone number. */
  phone_accounts: Flag,
  /** 1 if codes are not sent but published at `/demo/outbox`; the page says so. */
  demo_outbox: Flag,
  /** 1 if the prices come from the bundled simulator; the page says so. */
  simulated_market: Flag,
});
export type SiteConfig = Static<typeof SiteConfig>;

export const UserInfo = Type.Object({
  id: Type.Integer(),
  uid: Type.Integer(),
  is_seller: Type.Boolean(),
  email: Type.String(),
  /** Without its dialling code; it identifies the account only if `mobile_bound`. */
  mobile: Type.String(),
  mobile_bound: Type.Boolean(),
  /** The user's agent; 0 without one. */
  agent_id: Type.Integer(),
  is_agent: Type.Boolean(),
  /** Empty for users who have an authorization code instead. */
  invite_code: Type.String(),
  /** 0 not verified, 1 under review, 2 verified. */
  review_status: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
  has_pay_password: Type.Boolean(),
  totp: Type.Boolean(),
  /** The number of the user's passkeys. */
  passkeys: Type.Integer({ minimum: 0 }),
  /** Whether the user has chosen an anti-phishing word. */
  phishing_code: Type.Boolean(),
  /** Whether others who know the e-mail address can find the user by it, to send coins. */
  found_by_mail: Type.Boolean(),
  /** 50 to 100: 25 each for a proven phone number, an e-mail address and a verified identity. */
  security_level: Type.Integer({ minimum: 50, maximum: 100 }),
  restriction: Type.Enum(['none', 'outflow', 'trading'] as const),
  /** Whether the owner has frozen the account. */
  frozen: Type.Boolean(),
});
export type UserInfo = Static<typeof UserInfo>;

/** Refusals of an account name, of a new password, and of a verification code. */
export const nameRefusals = ['account_invalid', 'login_type_unsupported', 'area_unknown', 'phone_invalid'] as const;
export const passwordRefusals = [
  'password_required',
  'password_shape',
  'password_length',
  'password_account',
  'password_common',
  'passwords_differ',
] as const;
export const codeRefusals = [
  'verification_code_required',
  'verification_code_malformed',
  'verification_code_wrong',
  'verification_code_expired',
] as const;
export type NameRefusal = (typeof nameRefusals)[number];
export type PasswordRefusal = (typeof passwordRefusals)[number];
export type CodeRefusal = (typeof codeRefusals)[number];

export const areaList = readCall({ access: 'visitor', rate: 'public' }, 'default/area_list', Empty, Type.Array(Area));

export const siteConfig = readCall({ access: 'visitor', rate: 'public' }, 'default/config', Empty, SiteConfig, {
  topics: ['site'],
});

export const register = writeCall(
  { access: 'visitor', rate: 'password' },
  'user/register',
  Type.Object({
    /**
     * An e-mail address or, for type `mobile`, a phone number without its dialling code, which `area_id` determines.
     */
    account: Text(254),
    password: Text(128),
    re_password: Text(128),
    /** An invitation code: letters and digits in either case; surrounding spaces are ignored. */
    invite_code: Line(64),
    type: Type.Optional(Text(16)),
    area_id: Type.Optional(IntegerInput),
    sms_code: Type.Optional(Text(32)),
    device_id: Type.Optional(DeviceId),
    mobile: Type.Optional(Text(32)),
  }),
  Type.Object({ id: Type.Integer(), device_id: Type.String() }),
  {
    message: 'registered',
    refusals: [
      ...nameRefusals,
      ...passwordRefusals,
      ...codeRefusals,
      'invite_code_required',
      'invite_code_unknown',
      'phone_required',
      'account_taken',
      'phone_taken',
    ],
  },
);

export const login = writeCall(
  { access: 'visitor', rate: 'password' },
  'user/login',
  Type.Object({
    account: Text(254),
    password: Text(128),
    /** The verification code, which is required if `login_use_sms` returns 1. */
    sms_code: Type.Optional(Text(32)),
    /** `email` (default) or `mobile`. */
    login_type: Type.Optional(Text(16)),
    device_id: Type.Optional(DeviceId),
    /** The dialling code of a phone number. */
    country_code: Type.Optional(Text(8)),
    /** True keeps the session for 30 days. */
    remember: Type.Optional(Type.Boolean()),
    ...secondFactorFields,
  }),
  Type.Object({ token: Type.String(), expires_at: Type.Integer(), device_id: Type.String() }),
  {
    message: 'logged_in',
    refusals: [
      ...nameRefusals,
      ...codeRefusals,
      ...secondFactorRefusals,
      'password_required',
      'credentials_wrong',
      'login_locked',
    ],
  },
);

export const forgetPassword = writeCall(
  { access: 'visitor', rate: 'password' },
  'user/forget_password',
  Type.Object({
    account: Text(254),
    new_password: Text(128),
    secondary_password: Text(128),
    /** `email` (default) or `mobile`. */
    type: Type.Optional(Text(16)),
    auth_code: Text(32),
    /** The country of a phone number, or its dialling code. */
    area_id: Type.Optional(IntegerInput),
    country_code: Type.Optional(Text(8)),
    ...secondFactorFields,
  }),
  Type.Object({ device_id: Type.String() }),
  {
    message: 'password_reset',
    refusals: [...nameRefusals, ...passwordRefusals, ...codeRefusals, ...secondFactorRefusals, 'login_locked'],
  },
);

export const logout = writeCall({ access: 'user', rate: 'private' }, 'user/logout', Empty, Nothing, {
  message: 'logged_out',
});

export const userInfo = readCall({ access: 'user', rate: 'private' }, 'user/info', Empty, UserInfo, {
  topics: ['account'],
});
