import { describe, expect, it } from 'vitest';
import { minuteMs } from './bitcoin-path.ts';
import { candleInTicks } from './import-history.ts';
import { pastTrades } from './past-trades.ts';
import { openVenue } from './simulated-venue.ts';

const venue = await openVenue({ seed: 1 });
const untilMs = venue.bitcoin.anchorMs;

describe('the trades before the first start', () => {
  it('add up to the imported candles: open, high, low, close and volume of every minute', () => {
    for (const { symbol, path, character } of venue.simulator.markets) {
      const listed = venue.markets().find((market) => market.symbol === symbol);
      if (listed === undefined) throw new Error(`${symbol} is not listed`);
      const trades = pastTrades({ ...listed, path, character }, untilMs, 400);
      const minutes = Map.groupBy(trades, ({ timeMs }) => Math.floor(timeMs / minuteMs) * minuteMs);
      // The oldest minute is cut off.
      for (const [openMs, own] of [...minutes].slice(1)) {
        const prices = own.map(({ price }) => price);
        expect({
          open: prices[0],
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1),
          volume: own.reduce((sum, { quantity }) => sum + quantity, 0),
        }).toEqual(candleInTicks(path.minuteCandle(openMs), listed));
        expect(Math.min(...own.map(({ quantity }) => quantity))).toBeGreaterThanOrEqual(1);
      }
      expect(trades.map(({ timeMs }) => timeMs)).toEqual(trades.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b));
      expect(trades.map(({ trade }) => trade)).toEqual(Array.from({ length: 400 }, (_, index) => index - 400));
      expect(trades.at(-1)?.timeMs).toBeLessThan(untilMs);
    }
  });
});
