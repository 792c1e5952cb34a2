import { describe, expect, it } from 'vitest';
import { LeverMarket } from '../testing/leverage.ts';
import { alice, bob, usdt } from '../testing/test-exchange.ts';
import { leverAccounts, leverPairs, leverRows, positionId } from './index.ts';

describe('the id of a position', () => {
  it.each([0, 1, 2 ** 53 - 1])('may be %d', (value) => {
    expect(positionId(value)).toBe(value);
  });

  it.each([-1, 0.5, 2 ** 53, NaN])('may not be %d', (value) => {
    expect(() => positionId(value)).toThrow(RangeError);
  });
});

describe('a reader', () => {
  it('finds the last mark of a pair while it has rows', () => {
    const market = new LeverMarket();
    const marks = () => market.exchange.exchange.read(leverPairs).map(({ lastMark }) => lastMark);
    expect(marks()).toEqual([null]);
    market.submit({ share: 1 });
    expect(marks()).toEqual([65_000_000]);
    market.price(6_510_000);
    market.change('close_lever', 1);
    market.price(6_500_000);
    expect(marks()).toEqual([null]);
  });

  it('finds rows by id, also after one has changed, and the sums of their accounts', () => {
    const market = new LeverMarket();
    for (const user of [bob, alice, bob]) market.submit({ user, share: 1 });
    market.price(6_500_000);
    market.setStops(1, 66_000_000, null, bob);
    const rows = market.exchange.exchange.read(leverRows);
    expect(rows.map(({ position, takeProfit }) => [position, takeProfit])).toEqual([
      [1, 66_000_000],
      [2, null],
      [3, null],
    ]);
    const margin = rows[0]?.margin ?? 0;
    expect(market.exchange.exchange.read(leverAccounts)).toMatchObject([
      { user: bob, currency: usdt, locked: 2 * margin, margins: 2 * margin, holds: 0 },
      { user: alice, currency: usdt, locked: margin, margins: margin, holds: 0 },
    ]);
  });
});
