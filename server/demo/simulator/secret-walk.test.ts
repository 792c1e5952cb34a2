import { describe, expect, it } from 'vitest';
import { demoListing } from '../../trading/markets/index.ts';
import { createBitcoinPath, minuteMs } from './bitcoin-path.ts';
import { createMarketPath } from './market-path.ts';
import { loadRecording } from './recording.ts';
import { createDraw, createSecretWalk, type PathSecret } from './secret-walk.ts';

const startMs = Date.UTC(2026, 8, 9, 23, 59);
const fromMs = startMs + 90 * minuteMs;

function secretOf(key: string): PathSecret {
  return { key, fromMs };
}

function pathsWith(secret: PathSecret | null, symbol = 'ETH/USDT') {
  const [base = '', quote = ''] = symbol.split('/');
  const path = createMarketPath(createBitcoinPath(loadRecording(), startMs, secret), base, quote);
  if (path === null) throw new Error(`${symbol} has no path`);
  return path;
}

const codes = new Map(
  demoListing().flatMap((item) => (item.type === 'list_currency' ? [[item.currency, item.code]] : [])),
);
const symbols = demoListing().flatMap((item) =>
  item.type === 'list_market' ? [`${codes.get(item.base)}/${codes.get(item.quote)}`] : [],
);

describe('a path with a secret', () => {
  it.each(symbols)('of %s is the public one until then, and has no jump there', (symbol) => {
    const [open, secret] = [pathsWith(null, symbol), pathsWith(secretOf('a'), symbol)];
    expect(secret.priceAt(fromMs - 1)).toBe(open.priceAt(fromMs - 1));
    expect(secret.minuteCandle(fromMs - minuteMs)).toEqual(open.minuteCandle(fromMs - minuteMs));
    let { close } = secret.minuteCandle(fromMs - minuteMs);
    for (let openMs = fromMs; openMs < fromMs + 300 * minuteMs; openMs += minuteMs) {
      const candle = secret.minuteCandle(openMs);
      expect(Math.abs(candle.open / close - 1)).toBeLessThan(1e-9);
      expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
      expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
      ({ close } = candle);
    }
  });

  it.each(['BTC/USDT', 'ETH/USDT', 'DOGE/USDT'])(
    'of %s rises and falls independently of the public one and of other keys',
    (symbol) => {
      const rises = [null, secretOf('a'), secretOf('b')].map((secret) => {
        const path = pathsWith(secret, symbol);
        return Array.from({ length: 1_000 }, (_, n) => {
          const { open, close } = path.minuteCandle(fromMs + n * minuteMs);
          return close > open;
        });
      });
      for (const [one, other] of [
        [0, 1],
        [1, 2],
      ] as const) {
        const same = rises[one]?.filter((rise, n) => rise === rises[other]?.[n]).length ?? 0;
        // Four deviations of a thousand tosses of a coin.
        expect(Math.abs(same - 500)).toBeLessThan(64);
      }
    },
  );

  it('follows from the key, so that it is the same after a restart', () => {
    const timeMs = fromMs + 12_345_678;
    expect(pathsWith(secretOf('a')).priceAt(timeMs)).toBe(pathsWith(secretOf('a')).priceAt(timeMs));
    expect(pathsWith(secretOf('a')).priceAt(timeMs)).not.toBe(pathsWith(secretOf('b')).priceAt(timeMs));
  });
});

describe('a secret walk', () => {
  const walk = createSecretWalk(createDraw(secretOf('a'), 'test'), 0.001);
  const steps = Array.from({ length: 20_000 }, (_, minute) => walk(minute + 1) - walk(minute));

  it('starts at zero, stays bounded, and has steps of the wanted deviation', () => {
    expect(walk(0)).toBe(0);
    for (let minute = 0; minute < 5_000_000; minute += 9_973) expect(Math.abs(walk(minute))).toBeLessThan(1.5);
    const deviation = Math.sqrt(steps.reduce((sum, step) => sum + step ** 2, 0) / steps.length);
    expect(deviation).toBeGreaterThan(0.000_8);
    expect(deviation).toBeLessThan(0.001_2);
  });

  it('has steps that do not depend on the step before', () => {
    const products = steps.slice(1).map((step, n) => step * (steps[n] ?? 0));
    const variance = steps.reduce((sum, step) => sum + step ** 2, 0) / steps.length;
    const correlation = products.reduce((sum, product) => sum + product, 0) / products.length / variance;
    expect(Math.abs(correlation)).toBeLessThan(0.05);
  });
});
