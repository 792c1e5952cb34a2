import { Type, type Static } from 'typebox';
import { Decimal, IntegerInput, Milliseconds, Sequence } from '../values.ts';
import { decimalRefusal, DecimalText, MaybeDecimal } from './decimals.ts';
import { consoleFourEyes, consoleList } from './declare.ts';

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Integer({ minimum: 1, maximum: 65_535 });

/** A source of an index: its last price, when it was observed, and why it is left out; null if it counts. */
export const IndexSourceRow = Type.Object({
  name: Type.String(),
  price: MaybeDecimal,
  observed_at: Type.Union([Milliseconds, Type.Null()]),
  left_out: Type.Union([Type.Literal('silent'), Type.Literal('deviating'), Type.Null()]),
});
export type IndexSourceRow = Static<typeof IndexSourceRow>;

const rule = {
  price_decimals: Count,
  min_sources: Count,
  /** The allowed deviation from the median, as a fraction of it. */
  max_deviation: Decimal,
  staleness_ms: Count,
};

/**
 * A new rule that comes into force when the seconds contracts that are open on the index have ended. `sequence` is that
 * of the command that set it.
 */
const WaitingIndexRule = Type.Object({ sequence: Sequence, sources: Type.Array(Type.String()), ...rule });

export const IndexRow = Type.Object({
  currency_id: Id,
  currency_code: Type.String(),
  /** Null while too few sources count. */
  price: MaybeDecimal,
  live_sources: Count,
  sources: Type.Array(IndexSourceRow),
  ...rule,
  version: Count,
  updated_at: Milliseconds,
  waiting: Type.Union([WaitingIndexRule, Type.Null()]),
});
export type IndexRow = Static<typeof IndexRow>;

/** A rule of an index since `at`. `sequence` is that of the command that decided it, earlier if the rule waited. */
export const IndexRuleRow = Type.Object({
  version: Count,
  sequence: Sequence,
  at: Milliseconds,
  sources: Type.Array(Type.String()),
  ...rule,
  /** Null for the set-up of the exchange. */
  by: Type.Union([Type.String(), Type.Null()]),
  reason_code: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type IndexRuleRow = Static<typeof IndexRuleRow>;

const audience = ['risk', 'admin'] as const;

export const indexCalls = {
  indices: consoleList({ audience, path: 'indices', row: IndexRow }),
  indexHistory: consoleList({
    audience,
    path: 'indices/history',
    input: { currency_id: IntegerInput },
    row: IndexRuleRow,
    refusals: { index_unknown: [] },
  }),
  /**
   * Creates an index (`version` 0) or changes its rule. The decimals of its prices never change. The rule in force
   * withdraws one that waits, which needs no second person (`indexRuleNeedsSecond`). `waiting_sequence` is that of the
   * waiting rule that was seen, null if there was none.
   */
  configureIndex: consoleFourEyes({
    audience: ['risk'],
    path: 'indices/configure',
    input: {
      currency_id: Id,
      version: Count,
      waiting_sequence: Type.Union([Sequence, Type.Null()]),
      price_decimals: Type.Integer({ minimum: 0, maximum: 18 }),
      sources: Type.Array(Type.String({ pattern: '^[a-z0-9_]{1,16}$' }), {
        minItems: 1,
        maxItems: 16,
        uniqueItems: true,
      }),
      min_sources: Type.Integer({ minimum: 1, maximum: 16 }),
      max_deviation: DecimalText,
      staleness_ms: Type.Integer({ minimum: 1, maximum: 3_600_000 }),
    },
    output: Type.Object({ version: Count }),
    refusals: { ...decimalRefusal, currency_unknown: [], setting_invalid: ['field'], setting_unchanged: [] },
  }),
} as const;
