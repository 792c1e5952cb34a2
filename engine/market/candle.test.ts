import { describe, expect, it } from 'vitest';
import { alice, bob, btcusdt, fundedDesk, openingMs, typesOf } from '../testing/desk.ts';
import type { Desk } from '../testing/desk.ts';

/** Trades one after the other at these prices, one lot each. */
function trade(desk: Desk, ...prices: number[]): void {
  for (const price of prices) {
    desk.sell(alice, 1, price);
    desk.buy(bob, 1, price);
  }
}

describe('a one-minute candle', () => {
  it('holds the first, highest, lowest and last price and the volumes of its minute', () => {
    const desk = fundedDesk();
    trade(desk, 100, 130, 90, 110);

    expect([...desk.exchange.openCandles()]).toEqual([
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

  it('is closed by the first command of a later minute, before what that command does', () => {
    const desk = fundedDesk();
    trade(desk, 100);
    desk.wait(59_999);
    expect(desk.apply({ type: 'clock' })).toEqual([]);
    desk.wait(1);

    expect(typesOf(desk.sell(alice, 1, 100))).toEqual(['candle_closed', 'order_accepted']);
    expect([...desk.exchange.openCandles()]).toEqual([]);
  });

  it('is closed once, and a refusal or a clock tick closes it too', () => {
    const desk = fundedDesk();
    trade(desk, 100);
    desk.wait(180_000);

    expect(typesOf(desk.cancel(alice, 99))).toEqual(['candle_closed', 'rejected']);
    expect(desk.apply({ type: 'clock' })).toEqual([]);
  });

  it('begins anew with the prices of its own minute', () => {
    const desk = fundedDesk();
    trade(desk, 100, 50);
    desk.wait(60_000);
    trade(desk, 70);

    expect([...desk.exchange.openCandles()]).toMatchObject([
      { openTimeMs: openingMs + 60_000, open: 70, high: 70, low: 70, close: 70, volume: 1, quoteVolume: 70, trades: 1 },
    ]);
  });
});
