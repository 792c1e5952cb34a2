import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { IntegerInput, Line, Milliseconds } from '../values.ts';
import { DeviceId } from '../identity/index.ts';

/**
 * What a verification code permits, by the number that the calls carry. A code of one purpose permits nothing else.
 * Codes to bind an address, for security changes and for withdrawals need a session; `bind` without one is asked for by
 * forms of a forgotten password and means `recovery`.
 */
export const codePurpose = { register: 1, bind: 2, security: 3, withdrawal: 4, login: 5, recovery: 6 } as const;
export type CodePurpose = (typeof codePurpose)[keyof typeof codePurpose];

/** Seconds for which a code can be used. */
export const codeLifetimeSeconds = 600;
/** Digits of a code. */
export const codeLength = 6;
/** Digits of a code that nobody can guess, which is sent to an address that too many codes were asked for. */
export const longCodeLength = 16;

/**
 * What is said when a code is on its way, and also when there is no such account to send it to: nobody learns who has
 * one.
 */
export const CodeSent = Type.Object({
  /** Seconds until another code can be sent to the same address for the same purpose. */
  resend_after: Type.Integer({ minimum: 0 }),
  /** Seconds for which the code can be used. */
  expires_in: Type.Integer({ minimum: 1 }),
});
export type CodeSent = Static<typeof CodeSent>;

const CodeRequest = Type.Object({
  /**
   * An e-mail address or a phone number without its dialling code; left out for `security` and `withdrawal`, which go
   * to the own address.
   */
  to: Type.Optional(Line(254)),
  type: IntegerInput,
  /** The country of a phone number. */
  area_id: Type.Optional(IntegerInput),
  /**
   * The device that logs in, for `login`; the `flag` header when it is left out. The login has to name the same device.
   */
  device_id: Type.Optional(DeviceId),
  /**
   * The password of the account, for `login`: the owner is then sent codes also when a stranger has used up those of
   * the day.
   */
  password: Type.Optional(Type.String({ maxLength: 128 })),
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

export const sendEmail = writeCall(
  { access: 'either', rate: 'code' },
  'notify/send_email',
  CodeRequest,
  CodeSent,
  sending,
);

export const sendSms = writeCall({ access: 'either', rate: 'code' }, 'notify/send_sms', CodeRequest, CodeSent, sending);

/** A message that a demo without a mail server or a provider of text messages keeps instead of sending it. */
export const KeptMessage = Type.Object({
  id: Type.Integer(),
  channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
  to: Type.String(),
  /** Empty for a text message. */
  subject: Type.String(),
  text: Type.String(),
  /** The verification code in it; empty when it carries none. */
  code: Type.String(),
  created_at: Milliseconds,
});
export type KeptMessage = Static<typeof KeptMessage>;

/** Messages that `demo/outbox` answers at most. */
export const outboxLength = 20;

/** Exists in a demo only, and only when something is kept there. */
export const demoOutbox = readCall(
  { access: 'visitor', rate: 'public' },
  'demo/outbox',
  Type.Object({ to: Line(254, 1) }),
  Type.Array(KeptMessage),
);
