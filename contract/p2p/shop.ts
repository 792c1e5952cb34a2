import { Type, type Static } from 'typebox';
import { moneyCall, readCall, writeCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, Flag, IntegerInput, Milliseconds, Page, Sequence } from '../values.ts';
import { Count, FiatCode, LegalCurrency, LegalHours, LegalMethod, LegalSide, OrNull } from './hall.ts';
import { p2pLimits } from './limits.ts';
import { fundingRefusals, LegalOrder, LegalOrderDetail } from './orders.ts';
import { appealReasons } from './reasons.ts';
import { Words, WordsInLine } from './words.ts';

/** The states of a merchant. `leaving`: the bond is returned 7 days later. */
export const merchantStates = ['none', 'pending', 'approved', 'rejected', 'suspended', 'leaving', 'left'] as const;
export type MerchantState = (typeof merchantStates)[number];

/** The conditions of an application. `phone` is a condition only where text messages can be sent. */
export const merchantConditions = ['verified', 'phone', 'second_factor', 'no_lost_appeal', 'bond'] as const;
export type MerchantCondition = (typeof merchantConditions)[number];

export const adStates = ['open', 'suspended', 'off_shelf'] as const;
export type AdState = (typeof adStates)[number];

/** Why an ad is suspended. All except the first and the last end by themselves if `auto_open` is on. */
export const adSuspensions = [
  'merchant',
  'left',
  'rate',
  'price',
  'offline',
  'cancels',
  'bond',
  'account',
  'staff',
] as const;
export type AdSuspension = (typeof adSuspensions)[number];

/** The caller as a merchant. */
export const ShopInfo = Type.Object({
  state: Type.Enum([...merchantStates]),
  /** The name of the shop; empty before the first application. */
  name: Type.String(),
  applied_at: OrNull(Milliseconds),
  decided_at: OrNull(Milliseconds),
  /** Why the application was rejected or the shop suspended. */
  words: Type.String(),
  /** The conditions, and whether the caller meets them. */
  conditions: Type.Array(Type.Object({ name: Type.Enum([...merchantConditions]), met: Flag })),
  bond: Type.Object({ currency: LegalCurrency, needed: Decimal, held: Decimal, returned_at: OrNull(Milliseconds) }),
  level: OrNull(Type.Integer({ minimum: 1, maximum: 3 })),
  paused: Flag,
  ads_open: Count,
  ads_maximum: Count,
  order_maximum_usd: Decimal,
  orders_open: Count,
  orders_30d: Count,
  completion_rate: OrNull(Decimal),
  release_minutes: OrNull(Decimal),
  good: Count,
  bad: Count,
});
export type ShopInfo = Static<typeof ShopInfo>;

/** A payment method of an ad: the id of one of the merchant's own, null on an ad that buys, with its masked number. */
export const ShopMethod = Type.Object({ id: OrNull(Type.Integer()), method: LegalMethod, account: Type.String() });
export type ShopMethod = Static<typeof ShopMethod>;

/**
 * An ad as its owner sees it. `side` is the merchant's. `total` = `sold` + `in_orders` + `left`, in the coin. Exactly
 * one of `price` (fixed) and `percent` (distance from the reference) is not null.
 */
export const ShopAd = Type.Object({
  id: Type.Integer(),
  version: Type.Integer({ minimum: 1 }),
  side: LegalSide,
  currency: LegalCurrency,
  fiat: FiatCode,
  price: OrNull(Decimal),
  percent: OrNull(Decimal),
  /** The price of an order that is opened now; null while it has none. */
  price_now: OrNull(Decimal),
  min: Decimal,
  max: Decimal,
  total: Decimal,
  sold: Decimal,
  in_orders: Decimal,
  left: Decimal,
  methods: Type.Array(ShopMethod),
  pay_minutes: Count,
  auto_open: Flag,
  auto_reply: Type.String(),
  terms: Type.String(),
  orders: Count,
  days: Count,
  hours: OrNull(LegalHours),
  state: Type.Enum([...adStates]),
  suspended_by: OrNull(Type.Enum([...adSuspensions])),
  orders_open: Count,
  created_at: Milliseconds,
  changed_at: Milliseconds,
  sequence: Sequence,
});
export type ShopAd = Static<typeof ShopAd>;

const reading = { access: 'user', rate: 'private' } as const;
const owned = { access: 'owner', rate: 'private' } as const;
const leaving = { access: 'owner', rate: 'cancel' } as const;
const pageFields = { page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) };

/**
 * The terms of an ad that can be changed. `price` or `percent` is given; `methods` are the ids of own payment methods
 * on an ad that sells, of payment types on one that buys.
 */
const terms = {
  price: Type.Optional(DecimalInput),
  percent: Type.Optional(DecimalInput),
  min: DecimalInput,
  max: DecimalInput,
  total: DecimalInput,
  methods: Type.Array(IntegerInput, { minItems: 1, maxItems: p2pLimits.methods }),
  pay_minutes: IntegerInput,
  auto_open: Flag,
  auto_reply: Type.Optional(Words(p2pLimits.terms)),
  terms: Type.Optional(Words(p2pLimits.terms)),
  orders: Type.Optional(Type.Integer({ minimum: 0, maximum: p2pLimits.requiredOrders })),
  days: Type.Optional(Type.Integer({ minimum: 0, maximum: p2pLimits.requiredDays })),
  hours: Type.Optional(OrNull(LegalHours)),
};

const termRefusals = [
  'bond_required',
  'price_required',
  'price_precision',
  'price_out_of_range',
  'rate_stale',
  'quantity_required',
  'quantity_precision',
  'amount_too_large',
  'ad_range_invalid',
  'method_required',
  'method_unknown',
  'pay_minutes_unknown',
  ...fundingRefusals,
] as const;

/** Applies as a merchant and holds the bond. `method` is one of the caller's own payment methods. */
export const shopApply = moneyCall(
  { access: 'user', rate: 'order' },
  'shop/apply',
  Type.Object({
    name: WordsInLine(p2pLimits.name, 2),
    method: IntegerInput,
    words: Words(p2pLimits.terms, 10),
  }),
  ShopInfo,
  {
    message: 'shop_applied',
    refusals: [
      'merchant_already',
      'application_pending',
      'applications_exhausted',
      'verification_required',
      'p2p_phone_required',
      'second_factor_missing',
      'appeals_lost',
      'method_unknown',
      'bond_required',
      'account_frozen',
      'p2p_cooling_off',
      'coins_maturing',
      'deposit_unmatured',
      'debt_outstanding',
    ],
  },
);

/** Gives the shop up, or withdraws an application: all ads go off the shelf, and the bond is returned. */
export const shopLeave = moneyCall({ access: 'user', rate: 'cancel' }, 'shop/leave', Empty, ShopInfo, {
  message: 'shop_left',
  refusals: ['application_pending', 'shop_open_orders'],
});

/** Pauses all ads, or ends the pause. */
export const shopPause = writeCall(
  { access: 'seller', rate: 'private' },
  'shop/pause',
  Type.Object({ on: Flag }),
  ShopInfo,
);

/** Publishes an ad. A sell ad locks its total in the fiat account. */
export const shopAdAdd = moneyCall(
  { access: 'seller', rate: 'order' },
  'shop/ad_add',
  Type.Object({ side: LegalSide, currency_id: IntegerInput, fiat: FiatCode, ...terms }),
  ShopAd,
  { message: 'ad_added', refusals: ['currency_unknown', 'fiat_unknown', 'ads_too_many', ...termRefusals] },
);

/** Replaces the terms of an ad; open orders keep theirs. `forbidden` for owners who are no longer merchants. */
export const shopAdEdit = moneyCall(
  { access: 'owner', rate: 'order' },
  'shop/ad_edit',
  Type.Object({ id: IntegerInput, ...terms }),
  ShopAd,
  {
    message: 'ad_saved',
    refusals: ['ad_unknown', 'ad_not_open', 'forbidden', 'ad_total_insufficient', ...termRefusals],
  },
);

/**
 * Opens an ad, suspends it, or takes it off the shelf for good, which releases the coins that are not in orders. Only
 * merchants can open ads; others get `forbidden`.
 */
export const shopAdState = moneyCall(
  leaving,
  'shop/ad_state',
  Type.Object({ id: IntegerInput, state: Type.Enum([...adStates]) }),
  ShopAd,
  {
    refusals: [
      'ad_unknown',
      'ad_not_open',
      'forbidden',
      'ads_too_many',
      'bond_required',
      'rate_stale',
      'price_out_of_range',
      'ad_exhausted',
      'buying_blocked_today',
      'account_frozen',
    ],
  },
);

export const shopInfo = readCall(reading, 'shop/info', Empty, ShopInfo, { topics: ['account', 'site'] });

/** The caller's own ads, the newest first; without a state, those that are not off the shelf. */
export const shopAds = readCall(
  reading,
  'shop/ads',
  Type.Object({ state: Type.Optional(Type.Enum([...adStates])), ...pageFields }),
  Page(ShopAd),
);

/** The orders on the caller's own ads, the newest first. */
export const shopOrders = readCall(
  reading,
  'shop/orders',
  Type.Object({ status: Type.Optional(IntegerInput), ...pageFields }),
  Page(LegalOrder),
);

export const shopOrder = readCall(owned, 'shop/order', Type.Object({ id: IntegerInput }), LegalOrderDetail, {
  refusals: ['escrow_unknown'],
});

/** Marks an order on an own ad as abnormal, which opens an appeal at once. */
export const shopAbnormal = moneyCall(
  leaving,
  'shop/abnormal',
  Type.Object({
    id: IntegerInput,
    reason: Type.Enum([...appealReasons]),
    content: Type.Optional(Words(p2pLimits.message)),
  }),
  LegalOrderDetail,
  { message: 'p2p_marked_abnormal', refusals: ['escrow_unknown', 'escrow_state'] },
);
