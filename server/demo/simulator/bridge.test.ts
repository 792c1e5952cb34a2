import { describe, expect, it } from 'vitest';
import type { PathCandle } from './bitcoin-path.ts';
import { bridgePrice } from './bridge.ts';
import { createRandom } from './seeded-noise.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

describe('the price inside a minute', () => {
  it(`reaches high and low exactly, stays within them and connects open and close (seed ${seed})`, () => {
    const random = createRandom(seed);
    for (let minute = 0; minute < 30; minute += 1) {
      const candle = randomCandle(random);
      const prices = Array.from({ length: 60_001 }, (_, offsetMs) => bridgePrice(candle, seed, minute, offsetMs));
      expect(prices[0]).toBe(candle.open);
      expect(prices.at(-1)).toBe(candle.close);
      let [high, low] = [0, Infinity];
      for (const price of prices) {
        high = Math.max(high, price);
        low = Math.min(low, price);
      }
      expect([high, low]).toEqual([candle.high, candle.low]);
    }
  });

  it(`moves without a jump (seed ${seed})`, () => {
    const random = createRandom(seed);
    for (let minute = 0; minute < 100; minute += 1) {
      const candle = randomCandle(random);
      for (let offsetMs = 100; offsetMs <= 60_000; offsetMs += 100) {
        const step = bridgePrice(candle, seed, minute, offsetMs) - bridgePrice(candle, seed, minute, offsetMs - 100);
        expect(Math.abs(step)).toBeLessThanOrEqual(0.15 * (candle.high - candle.low));
      }
    }
  });

  it('is constant in a minute without a range', () => {
    const candle = { open: 5, high: 5, low: 5, close: 5, volume: 1 };
    expect([0, 7, 30_000, 60_000].map((offsetMs) => bridgePrice(candle, seed, 3, offsetMs))).toEqual([5, 5, 5, 5]);
  });
});

function randomCandle(random: { between(from: number, to: number): number }): PathCandle {
  const open = random.between(99, 101);
  const close = random.between(99, 101);
  const high = Math.max(open, close) + random.between(0, 1);
  const low = Math.min(open, close) - random.between(0, 1);
  return { open, high, low, close, volume: 1 };
}

it('does not rest at an extreme: prices of half-second steps hardly ever repeat', () => {
  const candle: PathCandle = { open: 100, high: 102, low: 99, close: 101, volume: 1 };
  let repeated = 0;
  for (let minute = 0; minute < 50; minute += 1) {
    for (let offsetMs = 500; offsetMs <= 60_000; offsetMs += 500) {
      const [before, now] = [offsetMs - 500, offsetMs].map((at) => bridgePrice(candle, 7, minute, at));
      if (before === now) repeated += 1;
    }
  }
  expect(repeated).toBeLessThan(5);
});
