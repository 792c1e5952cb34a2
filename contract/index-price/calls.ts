import { Type, type Static } from 'typebox';
import { readCall } from '../call.ts';
import { Decimal, Empty, IntegerInput, Milliseconds, Sequence } from '../values.ts';

/** A source that is excluded: silent, or too far from the others. */
const IndexSourceLeftOut = Type.Object({
  source: Type.String(),
  reason: Type.Enum(['silent', 'deviating']),
});

/**
 * The rule of an index. Sources without an observation for longer than `staleness_ms` are excluded, then those further
 * from the median of the rest than `max_deviation`, a fraction of it; the index is the median of the remaining ones if
 * there are at least `min_sources`. The median of an even number is the mean of the two in the middle, rounded down to
 * `price_decimals`.
 */
const rule = {
  version: Type.Integer(),
  price_decimals: Type.Integer(),
  sources: Type.Array(Type.String()),
  min_sources: Type.Integer(),
  max_deviation: Decimal,
  staleness_ms: Type.Integer(),
};

/**
 * The index of a currency in USDT, which is also its mark price. `price` is null while it is not live; `time` and
 * `sequence` are those of its last change or tick.
 */
export const IndexPrice = Type.Object({
  currency_id: Type.Integer(),
  currency_code: Type.String(),
  price: Type.Union([Decimal, Type.Null()]),
  live_sources: Type.Integer(),
  left_out: Type.Array(IndexSourceLeftOut),
  time: Milliseconds,
  sequence: Sequence,
  ...rule,
});
export type IndexPrice = Static<typeof IndexPrice>;

/** A rule, with the time and sequence since which it is in force. */
export const IndexRule = Type.Object({ ...rule, time: Milliseconds, sequence: Sequence, cause: Type.String() });
export type IndexRule = Static<typeof IndexRule>;

/**
 * The index after one tick: `source` observed `observed` at `observed_at`. All three are null if a source became silent
 * or the rule changed instead.
 */
export const IndexTick = Type.Object({
  sequence: Sequence,
  time: Milliseconds,
  version: Type.Integer(),
  source: Type.Union([Type.String(), Type.Null()]),
  observed_at: Type.Union([Milliseconds, Type.Null()]),
  observed: Type.Union([Decimal, Type.Null()]),
  price: Type.Union([Decimal, Type.Null()]),
  live_sources: Type.Integer(),
  left_out: Type.Array(IndexSourceLeftOut),
});
export type IndexTick = Static<typeof IndexTick>;

export const indexList = readCall({ access: 'visitor', rate: 'public' }, 'index/list', Empty, Type.Array(IndexPrice));

export const indexRules = readCall(
  { access: 'visitor', rate: 'public' },
  'index/rules',
  Type.Object({ currency_id: IntegerInput }),
  Type.Array(IndexRule),
  { refusals: ['currency_unknown'] },
);

/** Maximum range of `index/ticks` in seconds. */
export const maxTickSeconds = 600;
/**
 * Maximum number of ticks in an answer of `index/ticks`, except that ticks of the same sequence are never separated.
 */
export const maxTicks = 1_000;

export const indexTicks = readCall(
  { access: 'visitor', rate: 'public' },
  'index/ticks',
  Type.Object({
    currency_id: IntegerInput,
    from: IntegerInput,
    to: IntegerInput,
    after: Type.Optional(IntegerInput),
  }),
  Type.Array(IndexTick),
  { refusals: ['currency_unknown', 'tick_range_invalid'] },
);
