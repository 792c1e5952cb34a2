import { describe, expect, it } from 'vitest';
import { demoListing } from '../../trading/markets/index.ts';
import { createBitcoinPath, minuteMs } from './bitcoin-path.ts';
import { createMarketPath, type MarketPath } from './market-path.ts';
import { createOwnMoves } from './own-moves.ts';
import { loadRecording } from './recording.ts';
import { hashName } from './seeded-noise.ts';

const bitcoin = createBitcoinPath(loadRecording(), Date.UTC(2026, 8, 9, 23, 59, 59));
const hourMs = 60 * minuteMs;
const hours = 24 * 30;
const coins = demoListing().flatMap((item) =>
  item.type === 'list_currency' && item.code !== 'USDT' ? [{ code: item.code, path: pathOf(item.code) }] : [],
);
const others = coins.filter(({ code }) => code !== 'BTC');

describe('the histories of the coins', () => {
  it.each([
    ['in the month before the first start', bitcoin.anchorMs - hours * hourMs],
    ['in the month after it', bitcoin.anchorMs],
    ['a year later', bitcoin.anchorMs + 365 * 24 * hourMs],
  ])('correlate hourly with BTC at 0.4 to 0.85, and no two of them above 0.9, %s', (_when, fromMs) => {
    const returns = new Map(coins.map(({ code, path }) => [code, hourlyReturns(path, fromMs)]));
    const bitcoinReturns = returns.get('BTC') ?? [];
    const faults: string[] = [];
    for (const { code } of others) {
      const found = correlation(returns.get(code) ?? [], bitcoinReturns);
      if (found < 0.4 || found > 0.85) faults.push(`${code} with BTC: ${found}`);
    }
    for (const [index, { code }] of coins.entries()) {
      for (const other of coins.slice(0, index)) {
        const found = correlation(returns.get(code) ?? [], returns.get(other.code) ?? []);
        if (found > 0.9) faults.push(`${code} with ${other.code}: ${found}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('trade volumes of their own, which do not rise and fall together', () => {
    const volumes = coins.map(({ path }) => sampledWorth(path));
    for (const [index, one] of volumes.entries()) {
      for (const other of volumes.slice(0, index)) expect(correlation(one, other)).toBeLessThan(0.9);
    }
  });
});

describe("a coin's own moves", () => {
  const deviation = 0.006;
  const moves = others.map(({ code }) => createOwnMoves(hashName(code), deviation));

  it('have the wanted hourly deviation, fat tails and clusters, and an activity of 1 on average', () => {
    const returns = moves.map(({ drift }) => differences(Array.from({ length: 9_000 }, (_, hour) => drift(60 * hour))));
    expect(meanOf(returns.map((one) => Math.sqrt(meanOf(one.map(square))))) / deviation).toBeCloseTo(1, 1);
    for (const one of returns) {
      // The kurtosis of a normal distribution is 3.
      expect(meanOf(one.map((change) => change ** 4)) / meanOf(one.map(square)) ** 2).toBeGreaterThan(3.5);
    }
    const sizes = returns.map((one) => one.map(Math.abs));
    expect(meanOf(sizes.map((one) => correlation(one.slice(3), one.slice(0, -3))))).toBeGreaterThan(0.05);
    const activities = moves.map(({ activity }) =>
      meanOf(Array.from({ length: 9_000 }, (_, hour) => activity(60 * hour))),
    );
    expect(meanOf(activities)).toBeCloseTo(1, 1);
  });

  it('have news that moves the price within minutes, but never by a jump, and stay in a range', () => {
    const [first] = moves;
    let [largest, largestOfNews] = [0, 0];
    for (let minute = 0; minute < 60 * 1_440; minute += 1 / 2) {
      const now = first?.drift(minute) ?? Number.NaN;
      largest = Math.max(largest, Math.abs((first?.drift(minute + 1 / 2) ?? Number.NaN) - now));
      largestOfNews = Math.max(largestOfNews, Math.abs((first?.drift(minute + 5) ?? Number.NaN) - now));
    }
    expect(largest).toBeLessThan(deviation);
    expect(largestOfNews).toBeGreaterThan(3 * deviation);
    for (const { drift } of moves) {
      for (let day = 0; day < 2_000; day += 1) expect(Math.abs(drift(day * 1_440))).toBeLessThan(150 * deviation);
    }
  });

  it('depend on nothing but seed and time, in whatever order they are read', () => {
    const [forwards, backwards] = [createOwnMoves(7, deviation), createOwnMoves(7, deviation)];
    const minutes = Array.from({ length: 500 }, (_, n) => n * 97 - 20_000);
    const read = minutes.map((minute) => [forwards.drift(minute), forwards.activity(minute)]);
    expect(minutes.toReversed().map((minute) => [backwards.drift(minute), backwards.activity(minute)])).toEqual(
      read.toReversed(),
    );
  });
});

function pathOf(code: string): MarketPath {
  const path = createMarketPath(bitcoin, code, 'USDT');
  if (path === null) throw new Error(`${code} has no path`);
  return path;
}

function hourlyReturns(path: MarketPath, fromMs: number): number[] {
  return differences(
    Array.from({ length: hours }, (_, hour) => Math.log(path.minuteCandle(fromMs + hour * hourMs).open)),
  );
}

/** The logarithm of the value traded in one minute of every hour of the month before the first start. */
function sampledWorth(path: MarketPath): number[] {
  return Array.from({ length: hours }, (_, hour) => {
    const candle = path.minuteCandle(bitcoin.anchorMs - (hour + 1) * hourMs);
    return Math.log(candle.volume * candle.close);
  });
}

function differences(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? Number.NaN));
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [meanOne, meanOther] = [meanOf(one), meanOf(other)];
  const products = one.map((value, index) => (value - meanOne) * ((other[index] ?? Number.NaN) - meanOther));
  const spread = (values: readonly number[], mean: number) => meanOf(values.map((value) => (value - mean) ** 2));
  return meanOf(products) / Math.sqrt(spread(one, meanOne) * spread(other, meanOther));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function square(value: number): number {
  return value * value;
}
