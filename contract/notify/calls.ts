import { Type, type Static } from 'typebox';
import { alsoAt, readCall, writeCall } from '../call.ts';
import { DecimalInput, IntegerInput, Line, Milliseconds } from '../values.ts';
import { DeviceId } from '../identity/index.ts';

/**
 * The purposes of verification codes, by their number on the wire. A code is valid for its purpose only. Codes for
 * `bind`, `security` and `withdrawal` require a session; `bind` without one comes from forms for a forgotten password
 * and means `recovery`.
 */
export const codePurpose = { register: 1, bind: 2, security: 3, withdrawal: 4, login: 5, recovery: 6 } as const;
export type CodePurpose = (typeof codePurpose)[keyof typeof codePurpose];

/** Lifetime of a code in seconds. */
export const codeLifetimeSeconds = 600;
/** Digits of a code. */
export const codeLength = 6;
/** Digits of a long code that cannot be guessed, sent to an address for which too many codes were requested. */
export const longCodeLength = 16;

/**
 * The answer when a code was sent. It is the same if there is no such account, so that it does not reveal which
 * accounts exist.
 */
export const CodeSent = Type.Object({
  /** Seconds until another code can be sent to the same address for the same purpose. */
  resend_after: Type.Integer({ minimum: 0 }),
  /** Seconds until the code expires. */
  expires_in: Type.Integer({ minimum: 1 }),
});
export type CodeSent = Static<typeof CodeSent>;

const CodeRequest = Type.Object({
  /**
   * An e-mail address or a phone number without its dialling code; omitted for `security` and `withdrawal`, whose codes
   * go to the user's own address.
   */
  to: Type.Optional(Line(254)),
  type: IntegerInput,
  /** The country of a phone number. */
  area_id: Type.Optional(IntegerInput),
  /** The device of the login, for `login`; default: the `flag` header. The login must use the same device. */
  device_id: Type.Optional(DeviceId),
  /**
   * The password of the account, for `login`: with it the owner receives codes even if a stranger has used up the daily
   * limit.
   */
  password: Type.Optional(Type.String({ maxLength: 128 })),
  /** The withdrawal that a code of the purpose `withdrawal` is bound to, as `account/draw` will request it. */
  currency_protocol_id: Type.Optional(IntegerInput),
  number: Type.Optional(DecimalInput),
  address: Type.Optional(Line(200)),
  memo: Type.Optional(Line(64)),
  /** Instead, with `number`, the coins that a code of that purpose is bound to, as `transfer/send` will request it. */
  to_uid: Type.Optional(IntegerInput),
  currency_id: Type.Optional(IntegerInput),
});

const sending = {
  message: 'code_sent',
  refusals: [
    'sms_unavailable',
    'code_type_unknown',
    'session_ended',
    'contact_unbound',
    'login_type_unsupported',
    'account_invalid',
    'area_unknown',
    'phone_invalid',
    'code_sent_already',
    'long_code_sent',
    'codes_used_up',
  ],
} as const;

/** With the reasons for which the receiver of a withdrawal or of coins cannot be paid: no code is sent for it. */
const sendingForTerms = {
  ...sending,
  refusals: [
    ...sending.refusals,
    'protocol_unknown',
    'draw_closed',
    'draw_address_invalid',
    'address_keyless',
    'draw_memo_invalid',
    'draw_own_address',
    'currency_unknown',
    'quantity_required',
    'quantity_precision',
    'amount_too_large',
    'insufficient_balance',
    'transfer_below_minimum',
    'draw_price_unavailable',
    'recipient_self',
    'recipient_unknown',
    'recipient_lookups_used',
  ],
} as const;

export const sendEmail = writeCall(
  { access: 'either', rate: 'code' },
  'notify/send_email',
  CodeRequest,
  CodeSent,
  sendingForTerms,
);

export const sendSms = writeCall(
  { access: 'either', rate: 'code' },
  'notify/send_sms',
  CodeRequest,
  CodeSent,
  sendingForTerms,
);

/** `notify/send_email` for a new e-mail address of the account, as earlier clients call it. */
export const sendBindCode = writeCall(
  { access: 'either', rate: 'code' },
  'sms_mail',
  Type.Object({ to: Line(254) }),
  CodeSent,
  sending,
);

/** Sends a code of purpose `security` to the caller, as clients of the service for withdrawal addresses ask for it. */
export const sendWithdrawalCode = alsoAt(
  readCall(
    { access: 'owner', rate: 'code' },
    'walletMiddle/SendVerificationcode',
    Type.Object({ user_id: IntegerInput }),
    CodeSent,
    { message: 'code_sent', refusals: ['user_unknown', ...sending.refusals] },
  ),
  { url: '/walletMiddle/SendVerificationcode', methods: ['GET', 'POST'] },
);

/** A message that a demo without a mail server or text message provider keeps instead of sending it. */
export const KeptMessage = Type.Object({
  id: Type.Integer(),
  channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
  to: Type.String(),
  /** The subject of a mail; empty for a text message. */
  subject: Type.String(),
  text: Type.String(),
  /** The verification code in the message; empty if there is none. */
  code: Type.String(),
  created_at: Milliseconds,
});
export type KeptMessage = Static<typeof KeptMessage>;

/** Maximum number of messages returned by `demo/outbox`. */
export const outboxLength = 20;

/** Available in a demo only, and only if messages are kept. */
export const demoOutbox = readCall(
  { access: 'visitor', rate: 'public' },
  'demo/outbox',
  Type.Object({ to: Line(254, 1) }),
  Type.Array(KeptMessage),
);
