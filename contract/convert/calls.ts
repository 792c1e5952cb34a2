import { Type, type Static } from 'typebox';
import { moneyCall, readCall } from '../call.ts';
import { Decimal, DecimalInput, Empty, Flag, IntegerInput, Milliseconds } from '../values.ts';

/** A currency that users can convert. A conversion pays the larger spread of its two currencies. */
export const ConvertibleCurrency = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  decimals: Type.Integer(),
  spread: Decimal,
  /** Whether it has a price at present. */
  is_priced: Flag,
});
export type ConvertibleCurrency = Static<typeof ConvertibleCurrency>;

/** `quote_ms` is how long a quote can be accepted. No currencies means that conversions are off. */
export const ConvertSetting = Type.Object({
  currencies: Type.Array(ConvertibleCurrency),
  tolerance: Decimal,
  quote_ms: Type.Integer(),
});
export type ConvertSetting = Static<typeof ConvertSetting>;

const sides = {
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  target_currency_id: Type.Integer(),
  target_currency_code: Type.String(),
  number: Decimal,
  /** The amount of the target currency. */
  received: Decimal,
  /** The yield of one unit: `received` ÷ `number`. */
  price: Decimal,
};

/** `spread_amount` is what `received` would be higher by at `index_price`. */
export const ConvertQuote = Type.Object({
  quote_id: Type.String(),
  ...sides,
  index_price: Decimal,
  spread: Decimal,
  spread_amount: Decimal,
  expires_at: Milliseconds,
});
export type ConvertQuote = Static<typeof ConvertQuote>;

/** An executed conversion. `id` is its journal sequence. */
export const Conversion = Type.Object({ id: Type.Integer(), ...sides });
export type Conversion = Static<typeof Conversion>;

/** The id or the code of a currency. */
const Target = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[A-Za-z0-9]{1,16}$' })]);

const terms = {
  currency_id: IntegerInput,
  targetCurrency: Target,
  number: Type.Optional(DecimalInput),
};

const refusals = [
  'currency_unknown',
  'currencies_alike',
  'quantity_required',
  'quantity_precision',
  'amount_too_large',
  'currency_not_convertible',
  'convert_price_unavailable',
  'convert_too_small',
  'convert_treasury_short',
] as const;

export const convertSetting = readCall(
  { access: 'visitor', rate: 'public' },
  'account/convert_setting',
  Empty,
  ConvertSetting,
);

export const convertQuote = readCall(
  { access: 'user', rate: 'private' },
  'account/convert_quote',
  Type.Object(terms),
  ConvertQuote,
  { refusals },
);

/**
 * Converts money of the spot account. With a quote the user receives its amount, or less within the tolerance if the
 * price has moved, once for each quote; without one the yield of the present price.
 */
export const convert = moneyCall(
  { access: 'user', rate: 'order' },
  'account/convert',
  Type.Object({
    ...terms,
    currency_protocol_id: Type.Optional(IntegerInput),
    quote_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,400}$', maxLength: 400 })),
  }),
  Conversion,
  {
    message: 'converted',
    refusals: [
      ...refusals,
      'trading_stopped',
      'insufficient_balance',
      'convert_price_moved',
      'quote_expired',
      'quote_invalid',
    ],
  },
);
