import { Type, type Static, type TSchema } from 'typebox';
import { readCall } from '../call.ts';
import { paymentCodes } from '../payments/index.ts';
import { Decimal, DecimalInput, Empty, Flag, IntegerInput, Line, Milliseconds, Page } from '../values.ts';
import { appealReasons, cancelReasons, reportReasons } from './reasons.ts';

export function OrNull<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

export const Count = Type.Integer({ minimum: 0 });

/** The side of the caller, except for ads of a shop, whose side is the merchant's. */
export const LegalSide = Type.Enum(['buy', 'sell']);
export type LegalSide = Static<typeof LegalSide>;

/** The code of a fiat currency (ISO 4217). */
export const FiatCode = Type.String({ pattern: '^[A-Z]{3}$', minLength: 3, maxLength: 3 });

export const LegalCurrency = Type.Object({ id: Type.Integer(), code: Type.String() });

/** A payment type by which an ad can be paid. `name` is in the language of the caller. */
export const LegalMethod = Type.Object({
  type: Type.Integer(),
  code: Type.Enum(paymentCodes),
  name: Type.String(),
  instant: Flag,
  reversible: Flag,
});
export type LegalMethod = Static<typeof LegalMethod>;

/** Minutes of the day, UTC, from which and to which a merchant takes orders; they may include midnight. */
export const LegalHours = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 1_439 }),
  to: Type.Integer({ minimum: 0, maximum: 1_439 }),
});
export type LegalHours = Static<typeof LegalHours>;

const traderFields = {
  id: Type.Integer(),
  /** The name of the shop; otherwise the first sign of the verified name. */
  name: Type.String(),
  /** Seen within the last 5 minutes. */
  online: Flag,
  /** Null for users who are no merchants. */
  level: OrNull(Type.Integer({ minimum: 1, maximum: 3 })),
  orders_30d: Count,
  completion_rate: OrNull(Decimal),
  good: Count,
  bad: Count,
  release_minutes: OrNull(Decimal),
};

/** A trader as others see him beside an ad or an order. Figures are of the last 30 days; null without orders. */
export const LegalTrader = Type.Object(traderFields);
export type LegalTrader = Static<typeof LegalTrader>;

/** Why the caller cannot take an ad now; each has a short text. */
export const takeObstacles = [
  'ad_own',
  'account_frozen',
  'verification_required',
  'counterparty_blocked',
  'taker_rules',
  'method_required',
  'unpaid_order_exists',
  'buying_blocked_today',
  'merchant_offline',
  'rate_stale',
  'price_out_of_range',
  'ad_exhausted',
  'p2p_day_limit',
] as const;
export type TakeObstacle = (typeof takeObstacles)[number];

/** An ad as a taker sees it. `side` is the taker's; amounts of money are in the fiat currency, `left` in the coin. */
export const LegalAd = Type.Object({
  id: Type.Integer(),
  side: LegalSide,
  currency: LegalCurrency,
  fiat: FiatCode,
  /** Null while a price that follows the index cannot be computed, or leaves the permitted band. */
  price: OrNull(Decimal),
  /** Whether the price follows the index. */
  floating: Flag,
  min: Decimal,
  max: Decimal,
  left: Decimal,
  methods: Type.Array(LegalMethod),
  pay_minutes: Count,
  terms: Type.String(),
  /** Completed orders and days since the registration that a taker needs. */
  rules: Type.Object({ orders: Count, days: Count, hours: OrNull(LegalHours) }),
  merchant: LegalTrader,
  /** Null if the caller can take it; visitors can take none, and get the reasons that hold for everyone. */
  obstacle: OrNull(Type.Enum([...takeObstacles])),
});
export type LegalAd = Static<typeof LegalAd>;

/** A rating of an order; it does not name the author. */
export const LegalRating = Type.Object({ good: Flag, text: Type.String(), created_at: Milliseconds });
export type LegalRating = Static<typeof LegalRating>;

/** The profile of a trader. */
export const LegalMerchant = Type.Object({
  ...traderFields,
  registered_at: Milliseconds,
  phone: Flag,
  real_name: Flag,
  /** Whether the trader is an approved merchant. */
  advanced: Flag,
  /** The fiat currencies of the open ads. */
  fiats: Type.Array(FiatCode),
  /** All orders so far, and those of them that were completed. */
  orders: Count,
  completed: Count,
  pay_minutes: OrNull(Decimal),
  /** Whether the caller has blocked the trader. */
  blocked: Flag,
  ratings: Type.Array(LegalRating),
  ads: Type.Array(LegalAd),
});
export type LegalMerchant = Static<typeof LegalMerchant>;

/** A coin and a fiat currency in which it is traded. `reference` is index × rate; null if one of them is stale. */
export const LegalPair = Type.Object({
  currency_id: Type.Integer(),
  fiat: FiatCode,
  price_decimals: Count,
  reference: OrNull(Decimal),
  /** 1 if the rate of the fiat currency is fixed, as in a demo. */
  fixed: Flag,
});
export type LegalPair = Static<typeof LegalPair>;

/** The coins and fiat currencies of peer-to-peer trading, with their decimals. */
export const LegalCurrencies = Type.Object({
  currencies: Type.Array(Type.Object({ ...LegalCurrency.properties, logo: Type.String(), decimals: Count })),
  fiats: Type.Array(Type.Object({ code: FiatCode, decimals: Count, methods: Type.Array(LegalMethod) })),
  pairs: Type.Array(LegalPair),
});
export type LegalCurrencies = Static<typeof LegalCurrencies>;

/** The caller's own limits. Dollars are at the rates of the time at which each order was opened. */
export const LegalStanding = Type.Object({
  verified: Flag,
  is_seller: Flag,
  day_limit: Decimal,
  day_left: Decimal,
  /** The orders that are still limited to `newcomer_maximum` dollars each. */
  newcomer_left: Count,
  newcomer_maximum: Decimal,
  unpaid_order_id: OrNull(Type.Integer()),
  cancels_today: Count,
  /** Until when buying is blocked; null if it is not. */
  blocked_until: OrNull(Milliseconds),
});
export type LegalStanding = Static<typeof LegalStanding>;

/** The rules of peer-to-peer trading, and what applies to the caller; null for visitors. */
export const LegalInfo = Type.Object({
  /** 1 if no real money is paid. */
  demo: Flag,
  fee_rate: Decimal,
  band_percent: Decimal,
  pay_minutes: Type.Array(Count),
  appeal_minutes: Count,
  delay_minutes: Count,
  auto_minutes: Count,
  /** The end of most orders whose seller stays silent. */
  on_silence: Type.Enum(['release', 'appeal']),
  mature_hours: Count,
  auto_mature_hours: Count,
  reasons: Type.Object({
    appeal: Type.Array(Type.Enum([...appealReasons])),
    cancel: Type.Array(Type.Enum([...cancelReasons])),
    report: Type.Array(Type.Enum([...reportReasons])),
  }),
  own: OrNull(LegalStanding),
});
export type LegalInfo = Static<typeof LegalInfo>;

const open = { access: 'either', rate: 'public' } as const;

export const legalCurrencies = readCall(
  { access: 'visitor', rate: 'public' },
  'legal/currencies',
  Empty,
  LegalCurrencies,
  { topics: ['site'] },
);

/**
 * The ads that a user can buy from (`side` buy) or sell to: those that the caller can take first, then by price.
 * `amount` is in the fiat currency, `type` the id or code of a payment type.
 */
export const legalList = readCall(
  open,
  'legal/list',
  Type.Object({
    side: LegalSide,
    currency_id: IntegerInput,
    fiat: FiatCode,
    amount: Type.Optional(DecimalInput),
    type: Type.Optional(Type.Union([IntegerInput, Line(16, 1)])),
    page: Type.Optional(IntegerInput),
    limit: Type.Optional(IntegerInput),
  }),
  Page(LegalAd),
  {
    refusals: ['currency_unknown', 'fiat_unknown', 'collect_type_unknown', 'quantity_precision', 'amount_too_large'],
  },
);

export const legalInfo = readCall(open, 'legal/info', Empty, LegalInfo, { topics: ['site', 'account'] });

/** A merchant, or the other side of one of the caller's own orders. */
export const legalMerchant = readCall(open, 'legal/merchant', Type.Object({ id: IntegerInput }), LegalMerchant, {
  refusals: ['user_unknown'],
});
