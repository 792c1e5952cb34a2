import { Type, type Static } from 'typebox';
import { moneyCall, readCall, writeCall } from '../call.ts';
import { codeRefusals } from '../identity/calls.ts';
import { payPasswordRefusals, secondFactorFields, secondFactorRefusals } from '../identity/proofs.ts';
import { Decimal, DecimalInput, Empty, IntegerInput, Line, Milliseconds, Page } from '../values.ts';

/** The other side of coins that are sent: its id, and its verified name of which only the ends are shown. */
export const Recipient = Type.Object({ uid: Type.Integer(), hint: Type.String() });
export type Recipient = Static<typeof Recipient>;

/** A recipient to whom the user has sent coins, and when last. */
export const RecentRecipient = Type.Object({ ...Recipient.properties, sent_at: Milliseconds });
export type RecentRecipient = Static<typeof RecentRecipient>;

/** The two sides on which a user can be. */
export const sendingSides = ['sent', 'received'] as const;
export type SendingSide = (typeof sendingSides)[number];

/** `pending`: it is not known yet whether the coins have moved. */
export const sendingStatuses = ['pending', 'sent'] as const;

/** Coins that the user has sent or received; `uid` and `hint` are those of the other side. */
export const SentCoins = Type.Object({
  id: Type.Integer(),
  side: Type.Enum(sendingSides),
  ...Recipient.properties,
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  number: Decimal,
  status: Type.Enum(sendingStatuses),
  created_at: Milliseconds,
});
export type SentCoins = Static<typeof SentCoins>;

/** The reasons for which coins cannot be sent now. */
export const sendingReasons = [
  'draw_unverified',
  'trade_password_missing',
  'outflow_stopped',
  'debt_outstanding',
  'draw_price_unavailable',
  'transfer_waits',
  'draw_limit_exceeded',
  'transfers_used_up',
  'transfer_recipient_new',
] as const;
export type SendingReason = (typeof sendingReasons)[number];

/** The terms on which a currency can be sent now. Limits are in dollars by the index. */
export const SendingQuote = Type.Object({
  available: Decimal,
  /** The decimals that an amount of the currency can have. */
  decimals: Type.Integer({ minimum: 0 }),
  /**
   * The most that can be sent now: less than `available` while deposits or bought coins have not matured, and bounded
   * by the limits.
   */
  maximum: Decimal,
  /** In dollars. */
  minimum_usd: Decimal,
  /** In the currency, rounded up; null without a price. */
  minimum: Type.Union([Decimal, Type.Null()]),
  day_limit: Decimal,
  day_left: Decimal,
  /** The part that this recipient may still receive while it is new; null if that is not limited. */
  new_left: Type.Union([Decimal, Type.Null()]),
  sends_left: Type.Integer({ minimum: 0 }),
  waits_until: Type.Union([Milliseconds, Type.Null()]),
  reasons: Type.Array(Type.Enum(sendingReasons)),
});
export type SendingQuote = Static<typeof SendingQuote>;

const reading = { access: 'user', rate: 'private' } as const;

/** Refusals of a recipient that a user names. */
const recipientRefusals = ['recipient_self', 'recipient_unknown', 'recipient_lookups_used'] as const;

/** Finds a verified user by id, or by e-mail address if that user allows it. */
export const findRecipient = readCall(reading, 'transfer/recipient', Type.Object({ to: Line(254, 1) }), Recipient, {
  refusals: recipientRefusals,
});

export const sendingQuote = readCall(
  reading,
  'transfer/quote',
  Type.Object({ currency_id: IntegerInput, to_uid: Type.Optional(IntegerInput) }),
  SendingQuote,
  { refusals: ['currency_unknown'] },
);

/** Sends coins of the spot account to another user, finally. `code` is the one of `notify/send_email` type 4. */
export const sendCoins = moneyCall(
  { access: 'user', rate: 'password' },
  'transfer/send',
  Type.Object({
    to_uid: IntegerInput,
    currency_id: IntegerInput,
    number: Type.Optional(DecimalInput),
    pay_password: Type.String({ maxLength: 128 }),
    code: Type.Optional(Line(32)),
    ...secondFactorFields,
  }),
  SentCoins,
  {
    message: 'coins_sent',
    refusals: [
      'currency_unknown',
      'quantity_required',
      'quantity_precision',
      'amount_too_large',
      'insufficient_balance',
      'transfer_below_minimum',
      'draw_price_unavailable',
      'draw_unverified',
      ...recipientRefusals,
      ...codeRefusals,
      ...payPasswordRefusals,
      ...secondFactorRefusals,
      'transfer_waits',
      'draw_limit_exceeded',
      'transfers_used_up',
      'transfer_recipient_new',
      'debt_outstanding',
      'deposit_unmatured',
      'coins_maturing',
      'outflow_stopped',
    ],
  },
);

/** Coins sent and received, newest first. */
export const sentCoinsList = readCall(
  reading,
  'transfer/list',
  Type.Object({
    side: Type.Optional(Type.Enum(sendingSides)),
    page: Type.Optional(IntegerInput),
    limit: Type.Optional(IntegerInput),
  }),
  Page(SentCoins),
);

/** The maximum number of recent recipients. */
export const recentRecipientsCount = 10;

export const recentRecipients = readCall(reading, 'transfer/recents', Empty, Type.Array(RecentRecipient));

export const SendingSettings = Type.Object({ by_mail: Type.Boolean() });

/** Whether others who know the e-mail address of the user can find the user by it. */
export const setSendingSettings = writeCall(reading, 'transfer/settings', SendingSettings, SendingSettings, {
  message: 'preferences_saved',
});
