import { describe, expect, it } from 'vitest';
import { demoListing } from '../../trading/markets/index.ts';
import { createBitcoinPath, dayMs, minuteMs, type PathCandle } from './bitcoin-path.ts';
import { candleInTicks } from './import-history.ts';
import { createMarketPath, type MarketPath } from './market-path.ts';
import { loadRecording } from './recording.ts';

const bitcoin = createBitcoinPath(loadRecording(), Date.UTC(2026, 8, 9, 23, 59, 59));
const codes = new Map(
  demoListing().flatMap((item) => (item.type === 'list_currency' ? [[item.currency, item.code]] : [])),
);
const markets = demoListing().flatMap((item) => (item.type === 'list_market' ? [item] : []));

describe('the paths of the listed markets', () => {
  it('exist for every market that the demo lists', () => {
    expect(markets.length).toBeGreaterThanOrEqual(12);
    for (const market of markets) expect(pathOf(market)).not.toBeNull();
  });

  it('do not exist for coins that the simulator does not know', () => {
    expect(createMarketPath(bitcoin, 'NOPE', 'USDT')).toBeNull();
    expect(createMarketPath(bitcoin, 'ETH', 'EUR')).toBeNull();
  });

  it('never jump, from the first day until long after the first start', () => {
    const faults: string[] = [];
    for (const market of markets) {
      const path = pathOf(market);
      let close = path.dayCandle(bitcoin.daysFromMs).open;
      for (let openMs = bitcoin.daysFromMs; openMs < bitcoin.minutesFromMs; openMs += dayMs) {
        const candle = path.dayCandle(openMs);
        if (!joins(close, candle)) faults.push(`market ${market.market}, day ${openMs}`);
        close = candle.close;
      }
      for (let openMs = bitcoin.minutesFromMs; openMs < bitcoin.anchorMs + 46_000 * minuteMs; openMs += minuteMs) {
        const candle = path.minuteCandle(openMs);
        if (!joins(close, candle)) faults.push(`market ${market.market}, minute ${openMs}`);
        close = candle.close;
      }
    }
    expect(faults).toEqual([]);
  });

  it('keep low ≤ open, close ≤ high in ticks, with prices of at least one tick and volumes of at least one lot', () => {
    const faults: string[] = [];
    for (const market of markets) {
      const path = pathOf(market);
      for (let openMs = bitcoin.daysFromMs; openMs < bitcoin.minutesFromMs; openMs += dayMs) {
        const candle = candleInTicks(path.dayCandle(openMs), market);
        if (!isWhole(candle)) faults.push(`market ${market.market} at ${openMs}: ${JSON.stringify(candle)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('stay within the candle of their minute and reach its extremes', () => {
    const path = createMarketPath(bitcoin, 'SOL', 'BTC');
    const openMs = bitcoin.anchorMs + 777 * minuteMs;
    const candle = path?.minuteCandle(openMs);
    let [high, low] = [0, Infinity];
    for (let timeMs = openMs; timeMs < openMs + minuteMs; timeMs += 1) {
      const price = path?.priceAt(timeMs) ?? Number.NaN;
      high = Math.max(high, price);
      low = Math.min(low, price);
    }
    expect([high, low]).toEqual([candle?.high, candle?.low]);
  });

  it('stay near the ratio of the USDT-quoted markets if the quote currency is BTC, which rules out arbitrage', () => {
    const [eth, btc, ratio] = [
      createMarketPath(bitcoin, 'ETH', 'USDT'),
      createMarketPath(bitcoin, 'BTC', 'USDT'),
      createMarketPath(bitcoin, 'ETH', 'BTC'),
    ];
    for (let day = 0; day < 60; day += 1) {
      const timeMs = bitcoin.anchorMs + day * dayMs;
      const implied = (eth?.priceAt(timeMs) ?? 0) / (btc?.priceAt(timeMs) ?? 1);
      expect(Math.abs((ratio?.priceAt(timeMs) ?? 0) / implied - 1)).toBeLessThan(0.04);
    }
  });

  it('are deterministic', () => {
    const timeMs = bitcoin.anchorMs + 5 * dayMs + 1_234;
    const other = createBitcoinPath(loadRecording(), bitcoin.anchorMs);
    expect(createMarketPath(other, 'ADA', 'USDT')?.priceAt(timeMs)).toBe(
      createMarketPath(bitcoin, 'ADA', 'USDT')?.priceAt(timeMs),
    );
  });
});

function pathOf(market: (typeof markets)[number]): MarketPath {
  const path = createMarketPath(bitcoin, codes.get(market.base) ?? '', codes.get(market.quote) ?? '');
  if (path === null) throw new Error(`market ${market.market} has no path`);
  return path;
}

function joins(close: number, candle: PathCandle): boolean {
  const isCandle =
    candle.low <= Math.min(candle.open, candle.close) && candle.high >= Math.max(candle.open, candle.close);
  return isCandle && Math.abs(candle.open / close - 1) < 1e-9;
}

function isWhole(candle: PathCandle): boolean {
  return (
    Object.values(candle).every((value) => Number.isSafeInteger(value) && value >= 1) &&
    candle.low <= Math.min(candle.open, candle.close) &&
    candle.high >= Math.max(candle.open, candle.close)
  );
}
