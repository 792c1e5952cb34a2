import { describe, expect, it } from 'vitest';
import {
  canonicalOf,
  droppedReadings,
  evidenceFrom,
  isProven,
  recompute,
  settlementSpan,
  strikeSpan,
} from '../../contract/rules/seconds.ts';
import { million, mulDivFloor } from '../money.ts';
import { Random } from '../simulation/random.ts';
import { decide, endOf, settlementPrice, settlementWindowMs, strikeEndOf, strikePrice, trimmedMeanOf } from './rule.ts';
import type { SecondsTerms } from '../../contract/rules/seconds.ts';
import type { IndexPrice } from '../money.ts';
import type { WindowEvidence } from './events.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Random terms of a contract, with the extremes that settings allow. */
function someTerms(random: Random): SecondsTerms {
  return {
    contract: random.integer(1, 10 ** 6),
    market: 1,
    asset: 1,
    currency: 2,
    direction: random.pick(['up', 'down'] as const),
    seconds: random.pick([5, 30, 59, 60, 61, 300, 3600]),
    stake: random.pick([1, 7, 10_000_000, Math.floor(Number.MAX_SAFE_INTEGER / 11)]),
    ratioPpm: random.pick([1, 333_333, 800_000, 1_000_000]),
    feePpm: random.pick([0, 1, 20_000, 1_000_000]),
    indexVersion: 1,
    stalenessMs: random.pick([1, 400, 3000]),
    acceptedSequence: random.integer(1, 1000),
    acceptedAtMs: 1_700_000_000_000,
  };
}

/** Random readings of a window: few or many, rarely an interruption, prices that are often equal. */
function someWindow(
  random: Random,
  { fromMs, toMs, afterSequence }: ReturnType<typeof strikeSpan>,
  base: number,
): WindowEvidence {
  const times = Array.from({ length: random.integer(0, 12) }, () => random.integer(fromMs, toMs - 1));
  const readings = times
    .toSorted((a, b) => a - b)
    .map((timeMs, at) => {
      const price = random.oneIn(40) ? null : ((base + random.integer(-2, 2)) as IndexPrice);
      return { sequence: afterSequence + at + 1, timeMs, price };
    });
  const last = readings.findLast(({ price }) => price !== null)?.timeMs;
  return { readings, lastTickAtMs: last ?? (random.oneIn(2) ? null : fromMs - random.integer(1, 3000)) };
}

describe('the rule seconds/1', () => {
  it('strikes within a second and settles over a sixth of the duration, at most ten seconds', () => {
    const terms = { acceptedAtMs: 1000, seconds: 30 };
    expect(strikeEndOf(terms)).toBe(2000);
    expect(endOf(terms)).toBe(31_000);
    expect([5, 30, 60, 61, 300].map(settlementWindowMs)).toEqual([833, 5000, 10_000, 10_000, 10_000]);
  });

  it.each([
    [[3, 1, 2], 2],
    [[1, 2, 2], 1],
    [[1, 1, 1, 1000], 250],
    [[1, 1, 1, 1, 1000], 1],
    [[0, 50, 51, 52, 1000], 51],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 1000], 5],
  ])('settles %j at %i: a fifth is dropped at each end, and the mean is rounded down', (prices, mean) => {
    expect(trimmedMeanOf(prices as IndexPrice[])).toBe(mean);
  });

  it('takes the exact mean of prices whose sum is not a safe integer', () => {
    const large = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER - 1] as IndexPrice[];
    expect(trimmedMeanOf(large)).toBe(Number.MAX_SAFE_INTEGER - 1);
  });

  it(`is the same in the contract's own words (seed ${seed})`, () => {
    const random = new Random(seed);
    const seen = new Set<string>();
    for (let time = 0; time < 4000; time += 1) {
      const terms = someTerms(random);
      const base = random.oneIn(5) ? Number.MAX_SAFE_INTEGER - 5 : 6_500_000;
      const strike = someWindow(random, strikeSpan(terms), base);
      const payout = mulDivFloor(terms.stake, terms.ratioPpm, million);
      const deciding = { ...terms, payout };
      const open = strikePrice(deciding, strike);
      const isStruck = 'price' in open;
      const nothing: WindowEvidence = { readings: [], lastTickAtMs: null };
      const settlement = isStruck ? someWindow(random, settlementSpan(terms), base) : nothing;
      const end = isStruck ? settlementPrice(deciding, settlement) : open;
      const outcome =
        isStruck && 'price' in end
          ? decide(deciding, open.price, end.price)
          : { result: 'void', voidReason: 'voidReason' in end ? end.voidReason : null, fee: 0, profit: 0 };
      const own = recompute({ terms, strike, settlement });

      expect(own).toEqual({
        open: isStruck ? open.price : null,
        end: isStruck && 'price' in end ? end.price : null,
        payout,
        ...outcome,
      });
      const evidence = { terms, strike, settlement, stated: own };
      expect(isProven(evidence)).toBe(true);
      expect(evidenceFrom(canonicalOf(evidence))).toEqual(evidence);
      seen.add(own.voidReason ?? own.result);
    }
    expect([...seen].toSorted()).toEqual(['index_interrupted', 'loss', 'tie', 'too_few_ticks', 'win']);
  });
});

describe('evidence', () => {
  const terms = { ...someTerms(new Random(1)), direction: 'up', seconds: 30, stalenessMs: 3000 } as const;
  const at = terms.acceptedAtMs;
  const after = terms.acceptedSequence;
  const reading = (n: number, timeMs: number, price: number) => ({ sequence: after + n, timeMs, price });
  const strike = { readings: [reading(1, at + 400, 100), reading(2, at + 900, 103)], lastTickAtMs: at + 900 };
  const prices = [90, 101, 102, 103, 900];
  const settlement = {
    readings: prices.map((price, n) => reading(n + 3, at + 26_000 + n * 800, price)),
    lastTickAtMs: at + 29_200,
  };
  const stated = recompute({ terms, strike, settlement });
  const evidence = { terms, strike, settlement, stated };

  it('states which readings of the settlement window were dropped', () => {
    expect(stated).toMatchObject({ open: 101, end: 102, result: 'win' });
    expect([...droppedReadings(settlement)]).toEqual([0, 4]);
  });

  it('proves a contract whose index was interrupted twice by one command', () => {
    const interrupted = { sequence: after + 3, timeMs: at + 950, price: null };
    const both = { readings: [...strike.readings, interrupted, interrupted], lastTickAtMs: at + 900 };
    const none = { readings: [], lastTickAtMs: null };
    const own = recompute({ terms, strike: both, settlement: none });
    expect(own).toMatchObject({ result: 'void', voidReason: 'index_interrupted' });
    expect(isProven({ terms, strike: both, settlement: none, stated: own })).toBe(true);
  });

  it.each([
    ['another result', { ...evidence, stated: { ...stated, result: 'loss' as const } }],
    ['another profit', { ...evidence, stated: { ...stated, profit: stated.profit + 1 } }],
    ['another strike price', { ...evidence, stated: { ...stated, open: 100 } }],
    ['a reading outside its window', { ...evidence, strike: { ...strike, readings: [reading(1, at + 1000, 101)] } }],
    ['a reading before the acceptance', { ...evidence, strike: { ...strike, readings: [reading(0, at, 101)] } }],
    [
      'readings out of order',
      { ...evidence, settlement: { ...settlement, readings: settlement.readings.toReversed() } },
    ],
    ['a last tick that is not the last', { ...evidence, settlement: { ...settlement, lastTickAtMs: at + 29_201 } }],
  ])('does not prove a contract with %s', (_name, tampered) => {
    expect(isProven(evidence)).toBe(true);
    expect(isProven(tampered)).toBe(false);
  });

  it.each(['[]', '{}', '["seconds/2"]', canonicalOf(evidence).replace('"up"', '"left"'), ` ${canonicalOf(evidence)}`])(
    'is refused in another form: %.60s',
    (text) => {
      expect(() => evidenceFrom(text)).toThrow(TypeError);
    },
  );
});
