import { Type, type Static } from 'typebox';
import { readCall } from '../call.ts';
import { Decimal, Empty, IntegerInput, Milliseconds, Sequence } from '../values.ts';

/** A source that does not count: nothing new from it, or too far from the others. */
const IndexSourceLeftOut = Type.Object({
  source: Type.String(),
  reason: Type.Enum(['silent', 'deviating']),
});

/**
 * The rule of an index. Sources that have observed nothing for longer than `staleness_ms` are left out; of the others,
 * those further from their median than `max_deviation`, a fraction of it; the index is the median of the rest, if they
 * are at least `min_sources`. The median of an even number is the mean of the two in the middle, rounded down to
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
 * The index of a currency in USDT, which is its mark price too. `price` is null while it is not live; `time` and
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

/** A rule and from which command on it has been in force. */
export const IndexRule = Type.Object({ ...rule, time: Milliseconds, sequence: Sequence, cause: Type.String() });
export type IndexRule = Static<typeof IndexRule>;

/**
 * An index after one tick: `source` observed `observed` at `observed_at`. All three are null where no tick came, but a
 * source fell silent or the rule changed.
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

/** The longest time that `index/ticks` tells of at once, in seconds. */
export const maxTickSeconds = 600;
/** The longest answer of `index/ticks`, but for the ticks of its last sequence, which always come together. */
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
