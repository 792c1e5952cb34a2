import { orderId } from '@bourse/engine';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLadder, distanceBps, planSide, type Ladder, type Quote } from './quote-ladder.ts';
import { createRandom } from './seeded-noise.ts';
import { openVenue } from './simulated-venue.ts';
import type { TradedMarket } from './traded-market.ts';

const price = 92_000;
let market: TradedMarket;
let ladder: Ladder;
/** The band of each quote in a complete ladder. */
let bands: number[];

beforeAll(async () => {
  const { simulator } = await openVenue({ seed: 1 });
  const [first] = simulator.markets;
  if (first === undefined) throw new Error('the demo lists no market');
  market = first;
  ladder = createLadder(market, price, 0);
  bands = ladder.flatMap(({ quotes }, band) => Array.from({ length: quotes }, () => band));
});

describe('one side of a ladder', () => {
  it('fills every band of an empty book, inner bands first and outer quotes larger', () => {
    for (const side of ['buy', 'sell'] as const) {
      const { missing, stale, surplus } = plan(side, price, []);
      expect([stale, surplus]).toEqual([[], []]);
      expect(missing.map(({ band }) => band)).toEqual(bands);
      for (const { band, ticks } of missing) {
        const distance = distanceBps(side, price, ticks * market.tick);
        expect(distance).toBeGreaterThanOrEqual(ladder[band]?.fromBps ?? Infinity);
        // Quotes are rounded to a tick away from the path.
        expect(distance).toBeLessThan((ladder[band]?.toBps ?? 0) + 1);
      }
      expect(missing.at(-1)?.lots).toBeGreaterThan(2 * (missing[0]?.lots ?? Infinity));
    }
  });

  it('needs no change after a small move of the path', () => {
    const quotes = quotesOf('buy', price);
    expect(plan('buy', price * (1 - 0.2 / 10_000), quotes).stale).toEqual([]);
    expect(plan('buy', price, quotes)).toEqual({ stale: [], missing: [], surplus: [] });
  });

  it('removes exactly the quotes that the path has come too near to', () => {
    const quotes = quotesOf('sell', price);
    const near = quotes.filter(({ ticks }) => ticks * market.tick < price * 1.001);
    const { stale } = plan('sell', price * 1.001, quotes);
    expect(stale).toEqual(near.map(({ order }) => order));
    expect(stale.length).toBeGreaterThan(0);
    expect(stale.length).toBeLessThan(quotes.length);
  });

  it('removes quotes left far behind and fills the gap near the path', () => {
    const quotes = quotesOf('buy', price);
    const { surplus, missing, stale } = plan('buy', price * 1.02, quotes);
    expect(surplus).toEqual(quotes.map(({ order }) => order));
    expect(missing.map(({ band }) => band)).toEqual(bands);
    expect(stale).toEqual([]);
  });

  it('tolerates two quotes in an inner band but not three', () => {
    const [inner] = quotesOf('buy', price);
    if (inner === undefined) throw new Error('no quote');
    const three = [1, 2, 3].map((id) => ({ ...inner, order: orderId(id) }));
    expect(plan('buy', price, three.slice(0, 2)).surplus).toEqual([]);
    expect(plan('buy', price, three).surplus).toEqual([orderId(3)]);
  });

  it('widens when the path moves fast, while its far bands move closer together', () => {
    const nervous = createLadder(market, price, 0, 2);
    const [near, far] = [4, 8].map((band) => [ladder[band]?.toBps ?? 0, nervous[band]?.toBps ?? 0] as const);
    expect((near?.[1] ?? 0) / (near?.[0] ?? 1)).toBeCloseTo(2);
    expect(Math.max(...(far ?? [])) / Math.min(...(far ?? []))).toBeLessThan(1.3);
  });

  it('replaces a quote that is nearly filled', () => {
    const quotes = quotesOf('buy', price).map((quote, index) => (index === 2 ? { ...quote, lots: 1 } : quote));
    expect(plan('buy', price, quotes).missing.map(({ band }) => band)).toEqual([bands[2]]);
  });

  it('has smaller quotes if the maker is short of the currency it pays with', () => {
    const normal = plan('buy', price, [], 1).missing.map(({ lots }) => lots);
    const short = plan('buy', price, [], 0.4).missing.map(({ lots }) => lots);
    for (const [band, lots] of short.entries()) expect(lots / (normal[band] ?? 0)).toBeCloseTo(0.4, 1);
  });
});

function plan(side: 'buy' | 'sell', path: number, quotes: readonly Quote[], appetite = 1) {
  return planSide(market, side, path, ladder, quotes, appetite, createRandom(5));
}

function quotesOf(side: 'buy' | 'sell', path: number): Quote[] {
  return plan(side, path, []).missing.map(({ ticks, lots }, index) => ({ order: orderId(index + 1), ticks, lots }));
}
