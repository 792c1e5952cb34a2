import { type IndexRule, type IndexTick, maxTickSeconds } from '@bourse/contract/index-price';
import {
  canonicalOf,
  recompute,
  type SecondsEvidence,
  type SecondsReading,
  type SecondsSpan,
  type SecondsTerms,
  type SecondsWindow,
  settlementSpan,
  strikeSpan,
  windowFrom,
} from '@bourse/contract/rules';
import type { MicroEvidence, MicroOrder } from '@bourse/contract/seconds';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sha256Of, tickRangesOf, type Verdict, verdictOf } from './evidence-check.ts';

const boughtAt = 1_767_268_800_250;
const terms: SecondsTerms = {
  contract: 7,
  market: 1,
  asset: 1,
  currency: 3,
  direction: 'up',
  seconds: 30,
  stake: 10_000_000,
  ratioPpm: 800_000,
  feePpm: 0,
  indexVersion: 1,
  stalenessMs: 3_000,
  acceptedSequence: 100,
  acceptedAtMs: boughtAt,
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
    sequence,
    time: timeMs,
    version: 1,
    source: price === null ? null : 'demo',
    observed_at: timeMs,
    observed: text,
    price: text,
    live_sources: 1,
    left_out: [],
  };
}

function evidenceOf(seen: readonly SecondsReading[], of: SecondsTerms = terms): SecondsEvidence {
  const windows = { strike: windowFrom(seen, strikeSpan(of)), settlement: windowFrom(seen, settlementSpan(of)) };
  const stated = recompute({ terms: of, ...windows });
  const settlement = stated.open === null ? { ...windows.settlement, readings: [] } : windows.settlement;
  return { terms: of, strike: windows.strike, settlement, stated };
}

const evidence = evidenceOf(readings);

/** The ticks before the purchase and those of the contract. */
const ticks = [{ sequence: 99, timeMs: boughtAt - 400, price: 64_999 }, ...readings].map(tickOf);

function textOf(price: number | null): string | null {
  return price === null ? null : (price / 100).toFixed(2);
}

function windowOnWire(
  { readings: seen, lastTickAtMs }: SecondsWindow,
  { fromMs, toMs }: SecondsSpan,
  price: number | null,
) {
  const shown = seen.map(({ sequence, timeMs, price: units }) => {
    return { sequence, time: timeMs, price: textOf(units), dropped: false };
  });
  return { from: fromMs, to: toMs, last_tick: lastTickAtMs, price: textOf(price), readings: shown };
}

/** The evidence as the exchange answers it. */
function answerOf(of: SecondsEvidence): MicroEvidence {
  const { strike, settlement, stated } = of;
  return {
    canonical: canonicalOf(of),
    sha256: '',
    terms: {
      id: 7,
      match_id: 1,
      symbol_name: 'BTC/USDT',
      asset_id: 1,
      price_decimals: 2,
      currency_id: 3,
      currency_name: 'USDT',
      number_decimals: 6,
      rule: 'seconds/1',
      index_version: 1,
    },
    windows: {
      strike: windowOnWire(strike, strikeSpan(of.terms), stated.open),
      settlement: windowOnWire(settlement, settlementSpan(of.terms), stated.end),
    },
  };
}

/** The contract as the user's list shows it. */
function orderOf({ stated }: SecondsEvidence): MicroOrder {
  const money = (units: number) => (units / 1_000_000).toString();
  return {
    id: 7,
    match_id: 1,
    symbol_name: 'BTC/USDT',
    currency_id: 3,
    currency_name: 'USDT',
    type: 1,
    seconds: 30,
    number: '10',
    profit_ratio: '0.8',
    fee_rate: '0',
    break_even: '55.56',
    payout: '8',
    status: 3,
    open_price: textOf(stated.open),
    end_price: textOf(stated.end),
    void_reason: stated.voidReason,
    result: stated.result,
    fee: money(stated.fee),
    fact_profits: money(stated.profit),
    created_at: boughtAt,
    strike_at: boughtAt + 1_000,
    settlement_from: boughtAt + 25_000,
    end_at: boughtAt + 30_000,
    closed_at: boughtAt + 30_000,
    remain_milli_seconds: 0,
  };
}

const rule: IndexRule = {
  version: 1,
  price_decimals: 2,
  sources: ['demo'],
  min_sources: 1,
  max_deviation: '0.005',
  staleness_ms: 3_000,
  time: 0,
  sequence: 1,
  cause: 'policy',
};

function check(of: SecondsEvidence, seen: readonly IndexTick[], changes: Partial<MicroOrder> = {}): Verdict {
  return verdictOf({ ...orderOf(of), ...changes }, { evidence: answerOf(of), ticks: seen, rules: [rule] });
}

test('the ranges of ticks hold both windows and the ticks that are not too old', () => {
  expect(tickRangesOf(answerOf(evidence))).toEqual([
    { from: 1_767_268_798, to: 1_767_268_802 },
    { from: 1_767_268_815, to: 1_767_268_831 },
  ]);
});

test('no range is longer than the exchange answers at once', () => {
  const slow = canonicalOf({ ...evidence, terms: { ...terms, stalenessMs: 3_600_000 } });
  const ranges = tickRangesOf({ canonical: slow });
  expect(ranges.every(({ from, to }) => to > from && to - from <= maxTickSeconds)).toBe(true);
  expect(ranges[0]?.from).toBe(1_767_268_801 - 3_600);
  expect(ranges.at(-1)?.to).toBe(1_767_268_831);
});

describe('the verdict from public ticks', () => {
  test('is equal for the ticks of the evidence, with the ticks around the windows', () => {
    expect(evidence.stated).toMatchObject({ result: 'win', profit: 8_000_000 });
    expect(check(evidence, ticks)).toBe('equal');
  });

  test('is equal for a contract that is void because its index was interrupted', () => {
    const broken = readings.map((reading, at) => (at === 0 ? { ...reading, price: null } : reading));
    const voided = evidenceOf(broken);
    expect(voided.stated.voidReason).toBe('index_interrupted');
    expect(check(voided, [...ticks.slice(0, 1), ...broken.map(tickOf)])).toBe('equal');
  });

  test('ignores changes of other indices, which have no source', () => {
    const silent: IndexTick = { ...tickOf({ sequence: 130, timeMs: boughtAt + 29_600, price: 1 }), source: null };
    expect(check(evidence, [...ticks, silent])).toBe('equal');
  });

  test.each([
    ['a tick is missing', readings.filter(({ sequence }) => sequence !== 128)],
    [
      'a price differs, even if it is dropped',
      readings.map((one, at) => (at === 29 ? { ...one, price: 99_999 } : one)),
    ],
    ['a tick was added', [...readings, { sequence: 190, timeMs: boughtAt + 29_900, price: 65_030 }]],
    ['a window that is kept has no ticks at all', []],
  ])('differs if %s', (_, seen) => {
    expect(check(evidence, [...ticks.slice(0, 1), ...seen.map(tickOf)])).toBe('differs');
  });

  test('differs if the stated result is not the one of the rule', () => {
    const wrong = { ...evidence, stated: { ...evidence.stated, profit: 9_000_000 } };
    expect(check(wrong, ticks)).toBe('differs');
    expect(check(wrong, [])).toBe('differs');
  });

  test('differs if a price comes from another index rule than that of the purchase', () => {
    expect(
      check(
        evidence,
        ticks.map((tick, at) => ({ ...tick, version: at === 30 ? 2 : 1 })),
      ),
    ).toBe('differs');
  });

  test('differs if the published index rule has another limit of staleness, which could void a contract', () => {
    const voided = evidenceOf(readings, { ...terms, stalenessMs: 1 });
    expect(voided.stated.result).toBe('void');
    expect(check(voided, ticks)).toBe('differs');
    const grounds = { evidence: answerOf(evidence), ticks, rules: [] };
    expect(verdictOf(orderOf(evidence), grounds)).toBe('differs');
  });

  test.each<Partial<MicroOrder>>([
    { id: 8 },
    { match_id: 2 },
    { currency_id: 1 },
    { type: 2 },
    { seconds: 60 },
    { number: '10.000001' },
    { profit_ratio: '0.800001' },
    { fee_rate: '0.01' },
    { created_at: boughtAt + 1 },
    { open_price: '650.01' },
    { end_price: null },
    { result: 'loss' },
    { void_reason: 'too_few_ticks' },
    { payout: '9' },
    { fee: '1' },
    { fact_profits: '-10' },
  ])('differs if the contract of the user has %o', (changes) => {
    expect(check(evidence, ticks, changes)).toBe('differs');
  });

  test('differs if a window is shown otherwise than it is hashed', () => {
    const answer = answerOf(evidence);
    const [first, ...others] = answer.windows.settlement.readings;
    if (first === undefined) throw new Error('the window has readings');
    const settlement = { ...answer.windows.settlement, readings: [{ ...first, price: '1.00' }, ...others] };
    const shown = { ...answer, windows: { ...answer.windows, settlement } };
    expect(verdictOf(orderOf(evidence), { evidence: shown, ticks, rules: [rule] })).toBe('differs');
  });

  test('rests on the evidence where the exchange has forgotten the ticks of a window', () => {
    expect(check(evidence, [])).toBe('equalWithoutTicks');
    // The strike window is gone, the settlement window is complete.
    expect(check(evidence, ticks.slice(10))).toBe('equalWithoutTicks');
    expect(
      check(
        evidence,
        ticks.slice(10).filter((_, at) => at !== 18),
      ),
    ).toBe('differs');
    // The settlement window is half gone.
    expect(check(evidence, ticks.slice(29))).toBe('equalWithoutTicks');
  });

  test('of a contract without a tick in its strike window is the same when its ticks are forgotten', () => {
    const before = { sequence: 99, timeMs: boughtAt - 400, price: 64_999 };
    const late = [before, ...readings.slice(2)];
    const voided = evidenceOf(late);
    expect(voided.stated.voidReason).toBe('too_few_ticks');
    expect(check(voided, late.map(tickOf))).toBe('equal');
    expect(check(voided, [])).toBe('equalWithoutTicks');
  });

  test('differs if an interruption is stated that the public ticks do not show', () => {
    const voided = evidenceOf(readings.slice(2));
    expect(voided.stated.voidReason).toBe('index_interrupted');
    expect(check(voided, [...ticks.slice(0, 1), ...readings.slice(2).map(tickOf)])).toBe('differs');
  });
});

test.each([
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
])('the hash of "%s" is computed on a page without https, which has no crypto.subtle', (text, hash) => {
  vi.stubGlobal('crypto', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(sha256Of(text)).toBe(hash);
});
