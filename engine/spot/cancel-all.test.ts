import { describe, expect, it } from 'vitest';
import { marketId } from '../identifiers.ts';
import { alice, bob, btc, btcusdt, fundedExchange, rejectionOf, setup, usdt } from '../testing/test-exchange.ts';
import type { MarketId } from '../identifiers.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const whole = { available: 1_000_000_000_000, lots: 10_000_000_000 };

/** Cancels all buy orders of Alice on every market. */
const everything = { type: 'cancel_all', user: alice, market: null, side: 'buy', requestKey: 'k' } as const;

function listAnother(tested: TestExchange): MarketId {
  const [first] = tested.exchange.markets();
  if (first === undefined) throw new Error('no market is listed');
  const market = marketId(2);
  tested.apply({ ...first, type: 'list_market', market, ...setup });
  return market;
}

describe('cancelling all orders', () => {
  it("ends all of the user's orders on the market, newest first, and releases their funds", () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);
    tested.buy(bob, 1, 100);
    tested.sell(alice, 1, 200);
    tested.buy(alice, 5, 90);

    expect(tested.cancelAll(alice)).toMatchObject([
      { type: 'order_ended', order: 4, reason: 'user', released: 450 },
      { type: 'order_ended', order: 3, reason: 'user', released: 10_000 },
      { type: 'order_ended', order: 1, reason: 'user', released: 100 },
      { type: 'orders_cancelled', user: alice, market: btcusdt, side: null, cancelled: 3, more: false },
    ]);
    expect(tested.open()).toEqual([2]);
    expect(tested.balance(alice, usdt)).toEqual([whole.available, 0]);
    expect(tested.balance(alice, btc)).toEqual([whole.lots, 0]);
  });

  it('of one side keeps the other side', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);
    tested.sell(alice, 1, 200);
    tested.sell(alice, 1, 201);

    expect(tested.restarted().cancelAll(alice, 'sell').at(-1)).toMatchObject({ side: 'sell', cancelled: 2 });
    tested.cancelAll(alice, 'buy');
    expect(tested.open()).toEqual([2, 3]);
  });

  it("on every market goes by market id, and skips halted markets and other users' orders", () => {
    const tested = fundedExchange();
    const market = listAnother(tested);
    tested.buy(alice, 1, 100, { market });
    tested.buy(alice, 2, 100);
    tested.buy(alice, 3, 100, { market });
    tested.buy(bob, 1, 100);

    expect(tested.apply(everything)).toMatchObject([
      { type: 'order_ended', order: 2, market: btcusdt, reason: 'user', released: 200 },
      { type: 'order_ended', order: 3, market, reason: 'user', released: 300 },
      { type: 'order_ended', order: 1, market, reason: 'user', released: 100 },
      { type: 'orders_cancelled', user: alice, market: null, side: 'buy', cancelled: 3, more: false },
    ]);
    expect(rejectionOf(tested.apply({ ...everything, side: null }))).toEqual({ reason: 'request_key_reused' });
    tested.buy(alice, 1, 100, { market });
    tested.buy(alice, 1, 100);
    tested.apply({ type: 'change_market_state', market, state: 'halted', ...setup });
    expect(tested.apply(everything)).toMatchObject([
      { type: 'request_repeated', first: { type: 'orders', cancelled: 3, more: false } },
    ]);
    expect(tested.apply({ ...everything, requestKey: null }).at(-1)).toMatchObject({ cancelled: 1, more: false });
    expect(tested.open()).toEqual([4, 5]);
  });

  it('on every market is limited to a total number per command', () => {
    const tested = fundedExchange({ maxOpenOrders: 1000 });
    const market = listAnother(tested);
    for (let count = 0; count < 200; count += 1) tested.buy(alice, 1, 100);
    tested.sell(alice, 1, 200, { market });
    for (let count = 0; count < 57; count += 1) tested.buy(alice, 1, 100, { market });

    expect(tested.apply(everything).at(-1)).toMatchObject({ cancelled: 256, more: true });
    expect(tested.apply({ ...everything, requestKey: null }).at(-1)).toMatchObject({ cancelled: 1, more: false });
    expect(tested.open()).toEqual([201]);
  });

  it('succeeds when there are no open orders', () => {
    expect(fundedExchange().cancelAll(alice)).toMatchObject([{ type: 'orders_cancelled', cancelled: 0, more: false }]);
  });

  it('is limited per command and reports whether more orders of the side remain', () => {
    const tested = fundedExchange({ maxOpenOrders: 1000 });
    tested.buy(alice, 1, 50);
    tested.sell(alice, 1, 200);
    for (let count = 0; count < 256; count += 1) tested.buy(alice, 1, 100);

    expect(tested.restarted().cancelAll(alice, 'sell').at(-1)).toMatchObject({ cancelled: 1, more: false });
    expect(tested.cancelAll(alice, 'buy').at(-1)).toMatchObject({ cancelled: 256, more: true });
    expect(tested.open()).toEqual([1, 2]);
    expect(tested.cancelAll(alice, 'buy').at(-1)).toMatchObject({ cancelled: 1, more: false });
    for (let count = 0; count < 256; count += 1) tested.buy(alice, 1, 100);
    expect(tested.cancelAll(alice, 'buy').at(-1)).toMatchObject({ cancelled: 256, more: false });
    expect(tested.open()).toEqual([2]);
  });

  it('happens once per request key', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);
    tested.cancelAll(alice, null, 'k');
    tested.buy(alice, 1, 100);

    expect(tested.restarted().cancelAll(alice, null, 'k')).toMatchObject([
      { type: 'request_repeated', first: { type: 'orders', cancelled: 1, more: false } },
    ]);
    expect(rejectionOf(tested.cancelAll(alice, 'buy', 'k'))).toEqual({ reason: 'request_key_reused' });
    expect(tested.open()).toEqual([2]);
  });

  it('is refused on an unknown or halted market, but not on a cancel-only one', () => {
    const all = { type: 'cancel_all', user: alice, market: marketId(9), side: null, requestKey: null } as const;

    expect(rejectionOf(fundedExchange().apply(all))).toEqual({ reason: 'market_unknown' });
    expect(rejectionOf(fundedExchange({ state: 'halted' }).cancelAll(alice))).toEqual({ reason: 'market_not_open' });
    expect(rejectionOf(fundedExchange({ state: 'cancel_only' }).cancelAll(alice))).toBeNull();
  });
});
