import { describe, expect, it } from 'vitest';
import { leverTerms } from '../testing/leverage.ts';
import { openExchange, rejectionOf, setup, typesOf, usdt } from '../testing/test-exchange.ts';
import { invalidLeverTerm, unitOf } from './configure-leverage.ts';
import type { Command } from '../command.ts';
import type { LeverTerms } from './commands.ts';

const largest = Number.MAX_SAFE_INTEGER;
const tooLarge = 2 ** 53;

/** Numbers from 1 to this one. */
function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}

function tiersOf(...tiers: (readonly [limit: number, multiple: number])[]): unknown {
  return tiers.map(([limit, multiple]) => ({ limit, multiple }));
}

/** The first invalid term of valid ones with these changes. */
function invalid(changes: Partial<Record<keyof LeverTerms, unknown>>, unit = 1): string | null {
  return invalidLeverTerm({ ...leverTerms(), ...changes } as LeverTerms, null, unit);
}

describe('terms of leverage', () => {
  it.each<[string, Partial<Record<keyof LeverTerms, unknown>>]>([
    ['the fewest decimals', { shareDecimals: 0, markDecimals: 0 }],
    ['the most decimals', { shareDecimals: 18, markDecimals: 18 }],
    ['the most points of a hand', { sharePoints: 1e9 }],
    ['one multiple', { multiples: [1] }],
    ['the highest multiple', { multiples: [1000] }],
    ['the most multiples', { multiples: upTo(20) }],
    ['one number of hands', { shares: [1] }],
    ['the most numbers of hands', { shares: [...upTo(19), 1e9] }],
    ['the most hands', { minShare: 1e9, maxShare: 1e9 }],
    ['no spread and no fee', { spreadPpm: 0, feePpm: 0 }],
    ['the highest spread and fee', { spreadPpm: 100_000, feePpm: 100_000 }],
    ['the lowest reserve', { reservePpm: 1 }],
    ['the highest reserve', { reservePpm: 1_000_000 }],
    ['the smallest tier', { tiers: tiersOf([1, 1]) }],
    ['the largest tier', { tiers: tiersOf([largest, 1000]) }],
    ['tiers with the same multiple', { tiers: tiersOf([1, 9], [2, 9]) }],
    ['the most tiers', { tiers: tiersOf(...upTo(20).map((limit) => [limit, 1] as const)) }],
    ['no room', { grossCap: 0 }],
    ['the most room', { grossCap: largest }],
  ])('may have %s', (_, changes) => {
    expect(invalid(changes)).toBeNull();
  });

  it.each<[keyof LeverTerms, unknown]>([
    ['shareDecimals', -1],
    ['shareDecimals', 19],
    ['sharePoints', 0],
    ['sharePoints', 1e9 + 1],
    ['markDecimals', -1],
    ['markDecimals', 19],
    ['multiples', []],
    ['multiples', upTo(21)],
    ['multiples', [0]],
    ['multiples', [1001]],
    ['multiples', [5, 5]],
    ['multiples', [2, 5, 4]],
    ['multiples', [1.5]],
    ['shares', []],
    ['shares', upTo(21)],
    ['shares', [0, 1]],
    ['shares', [1e9 + 1]],
    ['shares', [2, 2]],
    ['minShare', 0],
    ['minShare', 1e9 + 1],
    ['maxShare', 0],
    ['maxShare', 1e9 + 1],
    ['spreadPpm', -1],
    ['spreadPpm', 100_001],
    ['feePpm', -1],
    ['feePpm', 100_001],
    ['reservePpm', 0],
    ['reservePpm', 1_000_001],
    ['tiers', []],
    ['tiers', tiersOf(...upTo(21).map((limit) => [limit, 1] as const))],
    ['tiers', tiersOf([0, 1])],
    ['tiers', tiersOf([tooLarge, 1])],
    ['tiers', tiersOf([1, 0])],
    ['tiers', tiersOf([1, 1001])],
    ['tiers', tiersOf([5, 9], [5, 8])],
    ['tiers', tiersOf([1, 9], [2, 8], [3, 9])],
    ['grossCap', -1],
    ['grossCap', tooLarge],
  ])('may not have a %s of %j', (field, value) => {
    expect(invalid({ [field]: value })).toBe(field);
  });

  it('have at least as many hands at most as at least', () => {
    expect(invalid({ minShare: 5, maxShare: 5 })).toBeNull();
    expect(invalid({ minShare: 5, maxShare: 4 })).toBe('maxShare');
  });

  it.each([
    [1, null],
    [1e12, null],
    [0, 'markDecimals'],
    [0.5, 'markDecimals'],
    [1e12 + 1, 'markDecimals'],
  ])('with a unit of %d have the invalid term %s', (unit, field) => {
    expect(invalid({}, unit)).toBe(field);
  });

  it.each(['shareDecimals', 'sharePoints', 'markDecimals'] as const)('never change %s', (field) => {
    const before = leverTerms();
    expect(invalidLeverTerm(before, before, 1)).toBeNull();
    expect(invalidLeverTerm({ ...before, [field]: before[field] + 1 }, before, 1)).toBe(field);
  });

  it.each([
    [3, 1, 3, 6, 1],
    [3, 1, 3, 8, 100],
    [0, 7, 2, 6, 70_000],
    [3, 10, 3, 5, 1],
    [3, 1, 3, 5, 0.1],
  ])(
    'with %i decimals, %i points and a mark of %i decimals have in a currency of %i the unit %d',
    (shareDecimals, sharePoints, markDecimals, quoteDecimals, unit) => {
      expect(unitOf({ shareDecimals, sharePoints, markDecimals }, quoteDecimals)).toBe(unit);
    },
  );
});

describe('the floor of the house', () => {
  it('is unset at first, so that any value is a change, and has versions', () => {
    const exchange = openExchange();
    const set = (houseFloor: number, changes: object = {}) => {
      const command = { type: 'configure_margin', currency: usdt, houseFloor, ...setup, ...changes };
      return exchange.apply(command as unknown as Command);
    };
    expect(set(0)).toMatchObject([{ type: 'margin_configured', version: 1, before: null, after: 0 }]);
    expect(rejectionOf(set(0))).toEqual({ reason: 'setting_unchanged' });
    expect(set(largest)).toMatchObject([{ type: 'margin_configured', version: 2, before: 0, after: largest }]);
    for (const odd of [-1, tooLarge, 0.5]) {
      expect(rejectionOf(set(odd))).toEqual({ reason: 'setting_invalid', field: 'houseFloor' });
    }
    expect(rejectionOf(set(1, { currency: 99 }))).toEqual({ reason: 'currency_unknown' });
    expect(rejectionOf(set(1, { operator: -1 }))).toEqual({ reason: 'operator_invalid' });
    expect(typesOf(set(1))).toEqual(['margin_configured']);
  });
});
