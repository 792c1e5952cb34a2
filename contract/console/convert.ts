import { Type, type Static } from 'typebox';
import { Decimal, Milliseconds, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText, MaybeDecimal, ShownValues } from './decimals.ts';
import { consoleFourEyes, consoleList, consoleRead } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });

/** A listed currency, and whether users can convert it. */
export const ConvertCurrencyRow = Type.Object({
  currency_id: Id,
  currency_code: Type.String(),
  /** A fraction; null when users cannot convert the currency. */
  spread: MaybeDecimal,
  /** The index price in the reference currency; null while there is none. */
  price: MaybeDecimal,
  /** The treasury's available amount, against which users convert. */
  treasury: Decimal,
});
export type ConvertCurrencyRow = Static<typeof ConvertCurrencyRow>;

/** The settings of conversions; `version` is 0 before the first decision. */
export const ConvertSettings = Type.Object({
  version: Count,
  /** The currency in which index prices are stated. */
  reference_code: Type.String(),
  /** How far the yield may fall after a quote, as a fraction. */
  tolerance: Decimal,
  currencies: Type.Array(ConvertCurrencyRow),
});
export type ConvertSettings = Static<typeof ConvertSettings>;

/** A decision, with the tolerance under `tolerance` and each spread under the code of its currency. */
export const ConvertDecision = Type.Object({
  sequence: Sequence,
  at: Milliseconds,
  before: ShownValues,
  after: ShownValues,
  /** Null for the set-up of the exchange. */
  by: Type.Union([Type.String(), Type.Null()]),
  reason_code: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type ConvertDecision = Static<typeof ConvertDecision>;

const audience = ['risk', 'admin'] as const;

export const convertCalls = {
  convertSettings: consoleRead({ audience, path: 'convert', output: ConvertSettings }),
  convertHistory: consoleList({ audience, path: 'convert/history', row: ConvertDecision }),
  /**
   * Sets which currencies users can convert, with their spreads, and the tolerance. A currency that is added needs a
   * second person; other changes, such as stopping conversions, do not.
   */
  configureConvert: consoleFourEyes({
    audience: ['risk'],
    path: 'convert/configure',
    input: {
      version: Count,
      tolerance: DecimalText,
      currencies: Type.Array(Type.Object({ currency_id: Id, spread: DecimalText }), { maxItems: 1_000 }),
    },
    output: Type.Object({ version: Count }),
    refusals: { ...decimalRefusal, currency_unknown: [], setting_invalid: ['field'], setting_unchanged: [] },
  }),
} as const;
