import type { IndexTick } from '@bourse/contract/index-price';
import {
  canonicalOf,
  recompute,
  type SecondsEvidence,
  type SecondsReading,
  type SecondsTerms,
  settlementSpan,
  strikeSpan,
  windowFrom,
} from '@bourse/contract/rules';
import { describe, expect, test } from 'vitest';
import { sha256Of, tickRangesOf, verdictOf } from './evidence-check.ts';

const boughtAt = 1_767_268_800_250;
const terms: SecondsTerms = {
  ...{ contract: 7, market: 1, asset: 1, currency: 3, direction: 'up', seconds: 30 },
  ...{ stake: 10_000_000, ratioPpm: 800_000, feePpm: 0, indexVersion: 1, stalenessMs: 3_000 },
  ...{ acceptedSequence: 100, acceptedAtMs: boughtAt },
};

/** A tick each second after the purchase, the first after half a second, at 650.00, 650.01, … */
const readings: readonly SecondsReading[] = Array.from({ length: 31 }, (_, at) => ({
  sequence: 101 + at,
  timeMs: boughtAt + 500 + 1_000 * at,
  price: 65_000 + at,
}));

function tickOf({ sequence, timeMs, price }: SecondsReading): IndexTick {
  const text = price === null ? null : (price / 100).toFixed(2);
  return {
    ...{ sequence, time: timeMs, version: 1, source: price === null ? null : 'demo' },
    ...{ observed_at: timeMs, observed: text, price: text, live_sources: 1, left_out: [] },
  };
}

function evidenceOf(seen: readonly SecondsReading[]): SecondsEvidence {
  const windows = { strike: windowFrom(seen, strikeSpan(terms)), settlement: windowFrom(seen, settlementSpan(terms)) };
  const stated = recompute({ terms, ...windows });
  const settlement = stated.open === null ? { ...windows.settlement, readings: [] } : windows.settlement;
  return { terms, strike: windows.strike, settlement, stated };
}

const evidence = evidenceOf(readings);
const canonical = canonicalOf(evidence);

test('the ranges of ticks hold both windows and the ticks that are not too old', () => {
  const [strike, settlement] = tickRangesOf(canonical);
  expect(strike).toEqual({ from: 1_767_268_798, to: 1_767_268_802 });
  expect(settlement).toEqual({ from: 1_767_268_825, to: 1_767_268_831 });
});

describe('the verdict from public ticks', () => {
  test('is equal for the ticks of the evidence, with the ticks around the windows', () => {
    expect(evidence.stated).toMatchObject({ result: 'win', profit: 8_000_000 });
    expect(verdictOf(canonical, 2, readings.map(tickOf))).toBe('equal');
  });

  test('is equal for a contract that is void because its index was interrupted', () => {
    const [first, ...others] = readings;
    if (first === undefined) throw new Error('there is a first reading');
    const broken = [{ ...first, price: null }, ...others];
    const voided = evidenceOf(broken);
    expect(voided.stated.voidReason).toBe('index_interrupted');
    expect(verdictOf(canonicalOf(voided), 2, broken.map(tickOf))).toBe('equal');
  });

  test('ignores changes of other indices, which have no source', () => {
    const silent: IndexTick = { ...tickOf({ sequence: 130, timeMs: boughtAt + 29_600, price: 1 }), source: null };
    expect(verdictOf(canonical, 2, [...readings.map(tickOf), silent])).toBe('equal');
  });

  test.each([
    ['a tick is missing', readings.filter(({ sequence }) => sequence !== 128)],
    [
      'a price differs, even if it is dropped',
      readings.map((one, at) => (at === 29 ? { ...one, price: 99_999 } : one)),
    ],
    ['a tick was added', [...readings, { sequence: 190, timeMs: boughtAt + 29_900, price: 65_030 }]],
  ])('differs if %s', (_, seen) => {
    expect(verdictOf(canonical, 2, seen.map(tickOf))).toBe('differs');
  });

  test('differs if the stated result is not the one of the rule', () => {
    const wrong = canonicalOf({ ...evidence, stated: { ...evidence.stated, profit: 9_000_000 } });
    expect(verdictOf(wrong, 2, readings.map(tickOf))).toBe('differs');
    expect(verdictOf(wrong, 2, [])).toBe('differs');
  });

  test('rests on the evidence alone when the exchange has forgotten the ticks', () => {
    expect(verdictOf(canonical, 2, [])).toBe('equalWithoutTicks');
  });
});

test('the hash is the SHA-256 in hex', async () => {
  expect(await sha256Of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
