import { describe, expect, it } from 'vitest';
import { alice, bob, btcusdt, fundedExchange, openingMs, typesOf } from '../testing/test-exchange.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

/** Makes one trade of one lot at each of these prices. */
function trade(tested: TestExchange, ...prices: number[]): void {
  for (const price of prices) {
    tested.sell(alice, 1, price);
    tested.buy(bob, 1, price);
  }
}

describe('a one-minute candle', () => {
  it('holds the first, highest, lowest and last price and the volumes of its minute', () => {
    const tested = fundedExchange();
    trade(tested, 100, 130, 90, 110);

    expect([...tested.exchange.openCandles()]).toEqual([
      {
        market: btcusdt,
        openTimeMs: openingMs,
        open: 100,
        high: 130,
        low: 90,
        close: 110,
        volume: 4,
        quoteVolume: 430,
        trades: 4,
      },
    ]);
  });

  it("is closed by the first command of a later minute, before that command's own events", () => {
    const tested = fundedExchange();
    trade(tested, 100);
    tested.wait(59_999);
    expect(tested.apply({ type: 'clock' })).toEqual([]);
    tested.wait(1);

    expect(typesOf(tested.sell(alice, 1, 100))).toEqual(['candle_closed', 'order_accepted']);
    expect([...tested.exchange.openCandles()]).toEqual([]);
  });

  it('is closed once, also by a rejected command or a clock tick', () => {
    const tested = fundedExchange();
    trade(tested, 100);
    tested.wait(180_000);

    expect(typesOf(tested.cancel(alice, 99))).toEqual(['candle_closed', 'rejected']);
    expect(tested.apply({ type: 'clock' })).toEqual([]);
  });

  it('starts with the first price of its own minute', () => {
    const tested = fundedExchange();
    trade(tested, 100, 50);
    tested.wait(60_000);
    trade(tested, 70);

    expect([...tested.exchange.openCandles()]).toMatchObject([
      { openTimeMs: openingMs + 60_000, open: 70, high: 70, low: 70, close: 70, volume: 1, quoteVolume: 70, trades: 1 },
    ]);
  });
});
