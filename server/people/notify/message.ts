import { isNoticeTemplate, noticeTemplates, type NoticeTemplate } from '@bourse/contract/alerts';
import type { CodePurpose } from '@bourse/contract/notify';
import Type, { type Static } from 'typebox';

/** Events that the owner of an account is notified of. */
const ownerEvents = [
  'new_device',
  'password_changed',
  'pay_password_changed',
  'address_changed',
  'account_frozen',
  'account_unfrozen',
  'phishing_word_changed',
] as const;
export type OwnerEvent = (typeof ownerEvents)[number];

const Occasion = {
  /** The client of the login as described by its user agent, such as "Firefox on Linux". */
  device: Type.String(),
  /** The IP address. */
  address: Type.String(),
  atMs: Type.Integer(),
};

const templateNames = Object.keys(noticeTemplates).filter((name) => isNoticeTemplate(name));

/** The template and parameters of a message. */
export const MessageContent = Type.Union([
  Type.Object({
    template: Type.Literal('code'),
    purpose: Type.Unsafe<CodePurpose>(Type.Integer({ minimum: 1, maximum: 6 })),
    code: Type.String(),
    /** The action that the code is bound to; absent if it is bound to none. */
    note: Type.Optional(Type.String()),
    /** Whether a code of the purpose `withdrawal` is for coins sent to a user. */
    sends: Type.Optional(Type.Boolean()),
  }),
  /** Sent to the owner of an account when its address is used in another registration. */
  Type.Object({ template: Type.Literal('account_exists') }),
  /** Sent to the owner of an account when its address is entered for another account. */
  Type.Object({ template: Type.Literal('address_in_use') }),
  Type.Object({
    template: Type.Enum(ownerEvents),
    ...Occasion,
    /** The token of a link that freezes the account; absent in messages without one. */
    freezeToken: Type.Optional(Type.String()),
  }),
  /** A withdrawal address was saved; its network is a currency and a network, such as `USDT ERC20`. */
  Type.Object({
    template: Type.Literal('draw_address_bound'),
    network: Type.String(),
    /** Named as in messages that earlier versions stored. */
    drawAddress: Type.String(),
    ...Occasion,
    /** The token of a link that removes the address. */
    stopToken: Type.String(),
  }),
  Type.Object({
    template: Type.Literal('second_factor'),
    change: Type.Enum([
      'totp_on',
      'totp_off',
      'passkey_added',
      'passkey_removed',
      'recovery_codes_new',
      'recovery_code_used',
      'reset_done',
    ] as const),
    ...Occasion,
    freezeToken: Type.Optional(Type.String()),
  }),
  /** A reset of the second factor by support, with the time at which it takes effect. */
  Type.Object({ template: Type.Literal('factor_reset'), atMs: Type.Integer() }),
  /** Sent to members of staff, in English. */
  Type.Object({
    template: Type.Literal('staff'),
    subject: Type.String(),
    lead: Type.String(),
    facts: Type.Array(Type.Tuple([Type.String(), Type.String()])),
    advice: Type.Array(Type.String()),
  }),
  /** A notice of the contract with its figures. */
  Type.Object({
    template: Type.Literal('notice'),
    notice: Type.Unsafe<NoticeTemplate>(Type.Enum(templateNames)),
    figures: Type.Record(Type.String(), Type.String()),
    freezeToken: Type.Optional(Type.String()),
  }),
  /** A text of the venue, already in the language of the message; blank lines separate paragraphs. */
  Type.Object({ template: Type.Literal('announcement'), title: Type.String(), content: Type.String() }),
]);
export type MessageContent = Static<typeof MessageContent>;
