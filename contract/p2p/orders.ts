import { Type, type Static } from 'typebox';
import { moneyCall, readCall, writeCall } from '../call.ts';
import { payPasswordRefusals } from '../identity/proofs.ts';
import { ImageReference } from '../images/index.ts';
import { PaymentRawData } from '../payments/calls.ts';
import { Decimal, DecimalInput, Flag, IntegerInput, Milliseconds, Page, Sequence } from '../values.ts';
import { Count, FiatCode, LegalCurrency, LegalMethod, LegalRating, LegalSide, LegalTrader, OrNull } from './hall.ts';
import { p2pLimits, referenceDigits } from './limits.ts';
import { appealCauses, appealFindings, appealReasons, cancelReasons } from './reasons.ts';
import { Words } from './words.ts';

/**
 * The states of an order: it waits for the payment, was marked as paid and waits for the seller, has waited longer than
 * usual, is in appeal, was completed or cancelled, or is in an appeal that the merchant opened as `abnormal`.
 */
export const legalStatus = {
  unpaid: 1,
  paid: 2,
  delayed: 3,
  appeal: 4,
  completed: 5,
  cancelled: 6,
  abnormal: 7,
} as const;
export const LegalStatus = Type.Union([
  Type.Literal(1),
  Type.Literal(2),
  Type.Literal(3),
  Type.Literal(4),
  Type.Literal(5),
  Type.Literal(6),
  Type.Literal(7),
]);
export type LegalStatus = Static<typeof LegalStatus>;

/** Why an order was cancelled: by its buyer, at the end of the window, by a refund, or by a restricted account. */
export const legalEndReasons = ['user', 'timeout', 'refunded', 'frozen'] as const;
export type LegalEndReason = (typeof legalEndReasons)[number];

/** Who released the coins. */
export const legalReleasers = ['seller', 'auto', 'operator'] as const;

/** The calls that the caller may make about an order now, by the last part of their paths. */
export const legalActions = [
  'pay',
  'cancel',
  'ask_cancel',
  'release',
  'concede',
  'appeal',
  'evidence',
  'appeal_withdraw',
  'abnormal',
  'late',
  'reopen',
  'say',
  'rate',
  'block',
  'report',
] as const;
export type LegalAction = (typeof legalActions)[number];

/** The part of an order that its events say. `maker` is 1 for the owner of the ad. */
export const LegalOrderState = Type.Object({
  id: Type.Integer(),
  maker: Flag,
  status: LegalStatus,
  end_reason: OrNull(Type.Enum([...legalEndReasons])),
  released_by: OrNull(Type.Enum([...legalReleasers])),
  pay_until: Milliseconds,
  /** The time at which a paid order is delayed, and a delayed one ends by `on_silence`; null in other states. */
  confirm_until: OrNull(Milliseconds),
});
export type LegalOrderState = Static<typeof LegalOrderState>;

const orderFields = {
  ...LegalOrderState.properties,
  number: Type.String(),
  side: LegalSide,
  ad_id: Type.Integer(),
  currency: LegalCurrency,
  number_coin: Decimal,
  price: Decimal,
  fiat: FiatCode,
  amount: Decimal,
  /** In the coin, paid by the buyer. */
  fee: Decimal,
  counterparty: LegalTrader,
  /** The end of the order if its seller stays silent; fixed when it is opened. */
  on_silence: Type.Enum(['release', 'appeal']),
  created_at: Milliseconds,
  paid_at: OrNull(Milliseconds),
  ended_at: OrNull(Milliseconds),
  can: Type.Array(Type.Enum([...legalActions])),
  /** Messages of the other side that the caller has not read. */
  unread: Count,
  sequence: Sequence,
};

/** An order in a list. `side` is the caller's, `amount` is in the fiat currency, `number_coin` in the coin. */
export const LegalOrder = Type.Object(orderFields);
export type LegalOrder = Static<typeof LegalOrder>;

/** An account of the seller to which the buyer can pay, as it was when the order was opened. */
export const LegalPayee = Type.Object({
  id: Type.Integer(),
  method: LegalMethod,
  raw_data: PaymentRawData,
});
export type LegalPayee = Static<typeof LegalPayee>;

/** Marks for the seller: another open order has this amount; the picture was used in an earlier order. */
export const legalMarks = ['equal_amount', 'voucher_seen'] as const;

/** A late payment of an order that was cancelled. */
export const LegalLate = Type.Object({ voucher: Type.String(), filed_at: Milliseconds, reopen_until: Milliseconds });
export type LegalLate = Static<typeof LegalLate>;

/** Who said something in an appeal, as the caller sees it. */
const AppealAuthor = Type.Enum(['me', 'other', 'exchange']);

export const LegalEvidence = Type.Object({
  from: AppealAuthor,
  content: Type.String(),
  images: Type.Array(Type.String()),
  created_at: Milliseconds,
});
export type LegalEvidence = Static<typeof LegalEvidence>;

/** The last appeal of an order. The evidence begins with what opened it. */
export const LegalAppeal = Type.Object({
  opened_by: AppealAuthor,
  reason: Type.Enum([...appealCauses]),
  opened_at: Milliseconds,
  /** Until when the other side should answer. */
  answer_until: Milliseconds,
  evidence: Type.Array(LegalEvidence),
  /** Null while it is open. */
  outcome: OrNull(Type.Enum(['withdrawn', 'conceded', 'released', 'refunded'])),
  finding: OrNull(Type.Enum([...appealFindings])),
  /** The reason of the decision, which both sides read. */
  words: Type.String(),
  ended_at: OrNull(Milliseconds),
});
export type LegalAppeal = Static<typeof LegalAppeal>;

/** An order with everything that its page shows. Images are addresses that only the two sides can read. */
export const LegalOrderDetail = Type.Object({
  ...orderFields,
  pay_minutes: Count,
  terms: Type.String(),
  /** The accounts that can be paid, or to which a late payment can have gone, and the one that was paid. */
  payees: Type.Array(LegalPayee),
  payee: OrNull(LegalPayee),
  /** The verified name of the payer. */
  payer_name: Type.String(),
  reference: Type.String({ pattern: `^[0-9]{${referenceDigits}}$` }),
  voucher: OrNull(Type.String()),
  marks: Type.Array(Type.Enum([...legalMarks])),
  /** Whether the seller has asked the buyer to cancel. */
  cancel_asked: Flag,
  /** The earliest time of an appeal; null before the payment. */
  appeal_from: OrNull(Milliseconds),
  /** Until when a late payment can be filed; null if none can. */
  late_until: OrNull(Milliseconds),
  late: OrNull(LegalLate),
  /** The order that continues this one after a late payment. */
  reopened_as: OrNull(Type.Integer()),
  appeal: OrNull(LegalAppeal),
  /** When the coins of a completed purchase can be withdrawn; null for the seller and before. */
  matures_at: OrNull(Milliseconds),
  /** The caller's own rating, and until when there can be one. */
  rating: OrNull(LegalRating),
  rate_until: OrNull(Milliseconds),
  chat_until: OrNull(Milliseconds),
});
export type LegalOrderDetail = Static<typeof LegalOrderDetail>;

const Reference = Type.Object({ id: IntegerInput });
const PayPassword = Type.String({ maxLength: 128 });
const Images = Type.Optional(Type.Array(ImageReference, { maxItems: p2pLimits.evidenceImages }));

const reading = { access: 'user', rate: 'private' } as const;
const owned = { access: 'owner', rate: 'private' } as const;
const leaving = { access: 'owner', rate: 'cancel' } as const;
const proving = { access: 'owner', rate: 'password' } as const;

/** Why coins of a user cannot be put into escrow, besides a balance that is too low. */
export const fundingRefusals = [
  'account_frozen',
  'p2p_cooling_off',
  'insufficient_balance',
  'coins_maturing',
  'deposit_unmatured',
  'debt_outstanding',
] as const;

const noOrder = ['escrow_unknown', 'escrow_state'] as const;

/**
 * Takes an ad. `price` is the one that was shown: a better one is given, one that is more than 0.1 % worse is refused.
 * Exactly one of `number` (coins) and `amount` (fiat) is given. A taker who sells names one of the own payment methods.
 */
export const legalSubmit = moneyCall(
  { access: 'owner', rate: 'order' },
  'legal/submit',
  Type.Object({
    id: IntegerInput,
    price: DecimalInput,
    number: Type.Optional(DecimalInput),
    amount: Type.Optional(DecimalInput),
    method_id: Type.Optional(IntegerInput),
    pay_password: Type.Optional(PayPassword),
  }),
  LegalOrderDetail,
  {
    message: 'p2p_submitted',
    refusals: [
      'ad_unknown',
      'ad_not_open',
      'ad_own',
      'merchant_offline',
      'rate_stale',
      'price_moved',
      'price_out_of_range',
      'quantity_required',
      'quantity_precision',
      'amount_too_large',
      'order_amount_range',
      'ad_exhausted',
      'verification_required',
      'taker_rules',
      'counterparty_blocked',
      'method_required',
      'method_unknown',
      'unpaid_order_exists',
      'buying_blocked_today',
      'opens_exhausted',
      'escrows_exhausted',
      'order_amount_taken',
      'p2p_day_limit',
      'p2p_newcomer_limit',
      ...payPasswordRefusals,
      ...fundingRefusals,
    ],
  },
);

/** The orders that the caller took, the newest first. Orders in an appeal of any kind have status 4 as a filter. */
export const legalOrders = readCall(
  reading,
  'legal/orders',
  Type.Object({
    status: Type.Optional(IntegerInput),
    page: Type.Optional(IntegerInput),
    limit: Type.Optional(IntegerInput),
  }),
  Page(LegalOrder),
);

export const legalOrder = readCall(owned, 'legal/order', Reference, LegalOrderDetail, {
  refusals: ['escrow_unknown'],
});

const Payment = { voucher: Type.Optional(ImageReference), method_id: Type.Optional(IntegerInput) };
const paymentRefusals = [
  'voucher_required',
  'voucher_used',
  'image_unknown',
  'method_required',
  'method_unknown',
  'evidence_full',
] as const;

/** Marks an order as paid. `method_id` is one of its payees; it may be left out if there is only one. */
export const legalPay = moneyCall(
  leaving,
  'legal/pay',
  Type.Object({ ...Reference.properties, ...Payment }),
  LegalOrderDetail,
  { message: 'p2p_paid', refusals: [...noOrder, ...paymentRefusals] },
);

export const legalCancel = moneyCall(
  leaving,
  'legal/cancel',
  Type.Object({ ...Reference.properties, reason: Type.Enum([...cancelReasons]) }),
  LegalOrderDetail,
  { message: 'p2p_cancelled', refusals: noOrder },
);

/** The seller asks the buyer to cancel; a cancellation then does not count against the buyer. */
export const legalAskCancel = writeCall(owned, 'legal/ask_cancel', Reference, LegalOrderDetail, {
  message: 'p2p_cancel_asked',
  refusals: noOrder,
});

/** Releases the coins to the buyer. */
export const legalRelease = moneyCall(
  proving,
  'legal/release',
  Type.Object({ ...Reference.properties, pay_password: PayPassword }),
  LegalOrderDetail,
  { message: 'p2p_released', refusals: [...noOrder, 'account_frozen', ...payPasswordRefusals] },
);

/** The buyer gives the coins back, as not paid or refunded; in an appeal the seller can release them as well. */
export const legalConcede = moneyCall(
  proving,
  'legal/concede',
  Type.Object({ ...Reference.properties, pay_password: PayPassword }),
  LegalOrderDetail,
  { message: 'p2p_conceded', refusals: [...noOrder, 'account_frozen', ...payPasswordRefusals] },
);

export const legalAppeal = moneyCall(
  leaving,
  'legal/appeal',
  Type.Object({
    ...Reference.properties,
    reason: Type.Enum([...appealReasons]),
    content: Words(p2pLimits.message, 1),
    images: Images,
  }),
  LegalOrderDetail,
  { message: 'p2p_appealed', refusals: [...noOrder, 'appeal_early', 'evidence_full', 'image_unknown'] },
);

export const legalEvidence = writeCall(
  owned,
  'legal/evidence',
  Type.Object({ ...Reference.properties, content: Words(p2pLimits.message, 1), images: Images }),
  LegalOrderDetail,
  { message: 'p2p_evidence_added', refusals: [...noOrder, 'evidence_full', 'image_unknown'] },
);

export const legalAppealWithdraw = moneyCall(leaving, 'legal/appeal_withdraw', Reference, LegalOrderDetail, {
  message: 'p2p_appeal_withdrawn',
  refusals: noOrder,
});

/**
 * Files the payment of an order that was cancelled, so that the seller can reopen it. `method_id` is one of its payees;
 * it may be left out if there is only one.
 */
export const legalLate = moneyCall(
  leaving,
  'legal/late',
  Type.Object({ ...Reference.properties, ...Payment }),
  LegalOrderDetail,
  { message: 'p2p_late_filed', refusals: [...noOrder, 'late_over', ...paymentRefusals] },
);

/** Opens an order again on the old terms, as paid. Answers the new order. */
export const legalReopen = moneyCall(
  proving,
  'legal/reopen',
  Type.Object({ ...Reference.properties, pay_password: PayPassword }),
  LegalOrderDetail,
  {
    message: 'p2p_reopened',
    refusals: [
      ...noOrder,
      'late_required',
      'late_voucher_used',
      'late_over',
      'cancels_only',
      ...payPasswordRefusals,
      ...fundingRefusals,
    ],
  },
);
