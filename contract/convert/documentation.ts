import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { convert, convertQuote } from './calls.ts';

const sides = {
  currency_id: ['Id of the currency that is given.', 3],
  currency_code: ['Code of the currency that is given.', 'USDT'],
  target_currency_id: ['Id of the currency that is received.', 1],
  target_currency_code: ['Code of the currency that is received.', 'BTC'],
  number: ['The given amount.', '600'],
  received: ['The received amount, in the target currency, rounded down.', '0.00998'],
  price: ['Target currency per unit of the given one, received ÷ given, truncated to 12 decimals.', '0.000016633333'],
} as const;

const terms = {
  currency_id: ['Id of the currency that is given.', 3],
  targetCurrency: ['Id or code of the currency that is received.', 1],
  number: ['The given amount, positive, with at most the decimals of the currency.', '600'],
} as const;

const objects: readonly Description[] = [
  ...named(calls, {
    ConvertibleCurrency: {
      id: ['Id of the currency.', 1],
      code: ['Code of the currency.', 'BTC'],
      decimals: ['Decimal places of its amounts.', 8],
      spread: ['Spread as a fraction; a conversion pays the larger one of its two currencies.', '0.002'],
      is_priced: ['1 if it has an index price at present.', 1],
    },
    ConvertSetting: {
      currencies: ['The currencies that can be converted into each other; none while conversions are off.'],
      tolerance: ['How far the yield may have fallen since the quote, as a fraction of the quoted amount.', '0.005'],
      quote_ms: ['How long a quote can be accepted, in milliseconds.', 10_000],
    },
    ConvertQuote: {
      quote_id: ['Accepts the quote in `account/convert`.', 'q2hhcmFjdGVycyBvZiBhIHNlYWxlZCBxdW90ZQ'],
      ...sides,
      index_price: ['The same at the index prices, before the spread, truncated to 12 decimals.', '0.000016666666'],
      spread: ['Applied spread as a fraction.', '0.002'],
      spread_amount: ['What the spread costs, in the target currency.', '0.00002'],
      expires_at: ['End of the quote, epoch milliseconds.', 1767268810000],
    },
    Conversion: { id: ['Id of the conversion, which is its journal sequence.', 90210], ...sides },
  }),
  describe(convertQuote.input, terms),
  describe(convert.input, {
    ...terms,
    currency_protocol_id: ['Accepted and ignored.'],
    quote_id: ['The quote to accept; its currencies and amount must be those of the request.'],
  }),
];

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'account/convert quote_id': 'a sealed quote, which only the user for whom it was made can accept',
    'account/convert currency_protocol_id': 'nothing: it is ignored',
  },
  chapters: [
    chapter('Convert', calls, {
      convertSetting: { summary: 'The currencies that can be converted' },
      convertQuote: {
        summary: 'A binding quote for a conversion',
        says: 'received = number × index price × (1 − spread), rounded down. The quote can be accepted for 10 seconds. Nothing is reserved.',
      },
      convert: {
        summary: 'Convert money of the spot account',
        says: 'With `quote_id` the user receives the quoted amount, or the present yield if that is lower by no more than the tolerance; a quote converts once, and the quote takes the place of the `Idempotency-Key`. Without a quote the present yield is paid.',
      },
    }),
  ],
  objects,
};
