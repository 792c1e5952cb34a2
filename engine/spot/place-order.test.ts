import { describe, expect, it } from 'vitest';
import { marketId } from '../identifiers.ts';
import { amount } from '../money.ts';
import { alice, bob, btc, fundedExchange, openExchange, rejectionOf, typesOf, usdt } from '../testing/test-exchange.ts';

const largest = Number.MAX_SAFE_INTEGER;
const dayMs = 86_400_000;

describe('an accepted order', () => {
  it('to buy locks price × quantity of the quote currency', () => {
    const tested = fundedExchange();

    expect(tested.buy(alice, 30, 200)).toMatchObject([{ type: 'order_accepted', order: 1, held: 6000 }]);
    expect(tested.balance(alice, usdt)).toEqual([1_000_000_000_000 - 6000, 6000]);
    expect(tested.balance(alice, btc)).toEqual([10_000_000_000, 0]);
  });

  it('to sell locks its quantity of the base currency', () => {
    const tested = fundedExchange();

    expect(tested.sell(alice, 30, 200)).toMatchObject([{ type: 'order_accepted', order: 1, held: 300_000 }]);
    expect(tested.balance(alice, btc)).toEqual([10_000_000_000 - 300_000, 300_000]);
  });

  it('is listed as open with all its terms until it ends', () => {
    const tested = fundedExchange();
    tested.buy(alice, 30, 200, { clientOrderId: 'mine', postOnly: true });

    expect([...tested.exchange.openOrders()]).toMatchObject([
      {
        order: 1,
        user: alice,
        side: 'buy',
        price: 200,
        quantity: 30,
        remaining: 30,
        filled: 0,
        clientOrderId: 'mine',
        postOnly: true,
        held: 6000,
      },
    ]);
  });
});

describe('an order is refused', () => {
  it('when the balance does not suffice, with the numbers, and changes nothing', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 999);

    expect(rejectionOf(tested.buy(alice, 10, 100))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 999,
      needed: 1000,
    });
    expect(rejectionOf(tested.sell(alice, 1, 100))).toEqual({
      reason: 'insufficient_balance',
      currency: btc,
      available: 0,
      needed: 10_000,
    });
    expect(tested.balance(alice, usdt)).toEqual([999, 0]);
  });

  it('when another order has locked the remaining balance', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 1000);
    tested.buy(alice, 6, 100);

    expect(rejectionOf(tested.buy(alice, 6, 100))).toMatchObject({ reason: 'insufficient_balance', available: 400 });
    expect(rejectionOf(tested.buy(alice, 4, 100))).toBeNull();
  });

  it('below the minimum notional, but not at it', () => {
    const tested = fundedExchange({ minNotional: amount(500) });

    expect(rejectionOf(tested.buy(alice, 1, 499))).toEqual({
      reason: 'below_min_notional',
      minimum: 500,
      notional: 499,
    });
    expect(rejectionOf(tested.buy(alice, 1, 500))).toBeNull();
  });

  it.each([0, -1, 0.5, 2 ** 31, Number.NaN])('at a price of %d', (price) => {
    expect(rejectionOf(fundedExchange().buy(alice, 1, price))).toEqual({ reason: 'price_invalid' });
  });

  it.each([0, -1, 0.5, largest + 1, Number.NaN])('for a quantity of %d', (quantity) => {
    expect(rejectionOf(fundedExchange().buy(alice, quantity, 1))).toEqual({ reason: 'quantity_invalid' });
  });

  it('when price × quantity, or the quantity in base units, exceeds 2^53 − 1', () => {
    const tested = fundedExchange();

    expect(rejectionOf(tested.buy(alice, 2 ** 27, 2 ** 26))).toEqual({ reason: 'notional_too_large' });
    expect(rejectionOf(tested.buy(alice, 2 ** 26, 2 ** 26))).toMatchObject({ reason: 'insufficient_balance' });
    expect(rejectionOf(tested.sell(alice, 10 ** 12, 1))).toEqual({ reason: 'notional_too_large' });
  });

  it('when a sell could earn more than 2^53 − 1 units from the best bid', () => {
    const tested = fundedExchange();
    tested.buy(bob, 1, 10 ** 9);

    expect(rejectionOf(tested.sell(alice, 10 ** 7, 1))).toEqual({ reason: 'notional_too_large' });
    expect(rejectionOf(tested.sell(alice, 9 * 10 ** 5, 1))).toBeNull();
  });

  it('when it sells where selling is blocked; buying is allowed', () => {
    const tested = fundedExchange({ sellBlocked: true });

    expect(rejectionOf(tested.sell(alice, 1, 100))).toEqual({ reason: 'sell_blocked' });
    expect(rejectionOf(tested.buy(alice, 1, 100))).toBeNull();
  });

  it('when the user used its client order id in the last 24 hours, even for an order that has ended', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { clientOrderId: 'x' });
    tested.cancel(alice, 1);

    expect(rejectionOf(tested.buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual({ reason: 'client_order_id_taken' });
    expect(rejectionOf(tested.buy(bob, 1, 100, { clientOrderId: 'x' }))).toBeNull();
    tested.wait(dayMs - 1);
    tested.apply({ type: 'clock' });
    expect(rejectionOf(tested.restarted().buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual({
      reason: 'client_order_id_taken',
    });
    tested.wait(1);
    tested.apply({ type: 'clock' });
    expect(rejectionOf(tested.buy(alice, 1, 100, { clientOrderId: 'x' }))).toBeNull();
  });

  it('when an open order of the user has the same client order id, however old', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { clientOrderId: 'x' });
    tested.wait(2 * dayMs);
    tested.apply({ type: 'clock' });
    const taken = { reason: 'client_order_id_taken' };

    expect(rejectionOf(tested.buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual(taken);
    expect(rejectionOf(tested.restarted().buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual(taken);
    tested.cancel(alice, 1);
    expect(rejectionOf(tested.buy(alice, 1, 100, { clientOrderId: 'x' }))).toBeNull();
  });

  it('when the user has reached the limit of remembered client order ids', () => {
    const tested = fundedExchange({}, { clientOrderIds: { maximumPerUser: 2, maximumTotal: 1000, lifetimeMs: dayMs } });
    for (const clientOrderId of ['a', 'b']) tested.buy(alice, 1, 100, { clientOrderId });

    expect(rejectionOf(tested.restarted().buy(alice, 1, 100, { clientOrderId: 'c' }))).toEqual({
      reason: 'client_order_ids_exhausted',
      maximum: 2,
    });
    expect(rejectionOf(tested.buy(alice, 1, 100))).toBeNull();
    tested.wait(dayMs);
    expect(rejectionOf(tested.buy(alice, 1, 100, { clientOrderId: 'c' }))).toBeNull();
  });

  it('when its price is outside the band around the last trade; before the first trade there is no band', () => {
    // The band is 200 ÷ 1.5 to 200 × 1.5.
    const tested = fundedExchange({ priceBandPpm: 500_000 });
    tested.buy(alice, 1, 1);
    tested.sell(alice, 2, 200);
    tested.buy(bob, 1, 200);
    const figures = { reason: 'price_out_of_band', reference: 200, lowest: 134, highest: 300 };

    for (const price of [133, 301]) {
      expect(rejectionOf(tested.sell(bob, 1, price))).toEqual(figures);
      expect(rejectionOf(tested.restarted().buy(bob, 1, price))).toEqual(figures);
      expect(rejectionOf(tested.take('buy', bob, 1, { price }))).toEqual(figures);
    }
    for (const price of [134, 300]) expect(rejectionOf(tested.buy(alice, 1, price, { timeInForce: 'ioc' }))).toBeNull();
  });

  it("when the user has reached the market's limit of open orders, unless the order never rests", () => {
    const tested = fundedExchange({ maxOpenOrders: 2 });
    tested.buy(alice, 1, 100);
    tested.buy(alice, 1, 100);

    expect(rejectionOf(tested.buy(alice, 1, 100))).toEqual({ reason: 'too_many_open_orders', maximum: 2 });
    expect(rejectionOf(tested.buy(bob, 1, 100))).toBeNull();
    expect(rejectionOf(tested.buy(alice, 1, 100, { timeInForce: 'ioc' }))).toBeNull();
    tested.cancel(alice, 1);
    expect(rejectionOf(tested.buy(alice, 1, 100))).toBeNull();
  });

  it.each(['cancel_only', 'halted'] as const)('in a market that is %s', (state) => {
    expect(rejectionOf(fundedExchange({ state }).buy(alice, 1, 100))).toEqual({ reason: 'market_not_open' });
  });

  it('in a post-only market if it would trade or never rests', () => {
    const tested = fundedExchange({ state: 'post_only' });
    tested.sell(alice, 1, 100);

    expect(rejectionOf(tested.buy(bob, 1, 100))).toEqual({ reason: 'market_not_open' });
    expect(rejectionOf(tested.buy(bob, 1, 99, { timeInForce: 'ioc' }))).toEqual({ reason: 'market_not_open' });
    expect(rejectionOf(tested.buy(bob, 1, 99))).toBeNull();
  });

  it('when it is post-only and would trade, even with an own order', () => {
    const tested = fundedExchange();
    tested.sell(bob, 1, 100);
    tested.sell(alice, 1, 99);

    expect(rejectionOf(tested.buy(alice, 1, 99, { postOnly: true }))).toEqual({ reason: 'post_only_would_trade' });
    expect(rejectionOf(tested.buy(bob, 1, 100, { postOnly: true }))).toEqual({ reason: 'post_only_would_trade' });
    expect(rejectionOf(tested.sell(bob, 1, 1, { postOnly: true }))).toBeNull();
    expect(rejectionOf(tested.sell(bob, 1, 1, { postOnly: true, timeInForce: 'ioc' }))).toEqual({
      reason: 'time_in_force_invalid',
    });
    expect(tested.open()).toEqual([1, 2, 3]);
  });

  it('for the first of several faults, in the order of the list of rejections', () => {
    const tested = fundedExchange({ minNotional: amount(10), maxOpenOrders: 1, sellBlocked: true });
    const closed = fundedExchange({ state: 'halted' });
    const rests = fundedExchange({ minNotional: amount(10) });
    rests.sell(alice, 1, 10);
    tested.buy(alice, 10, 100, { clientOrderId: 'x' });
    const house = 0 as typeof alice;
    const worst = { clientOrderId: 'x' };
    const reasons = [
      tested.sell(house, 0, 0, { ...worst, market: marketId(9) }),
      tested.sell(alice, 0, 0, { ...worst, market: marketId(9) }),
      closed.sell(alice, 0, 0, worst),
      tested.sell(alice, 0, 0, { ...worst, postOnly: true, timeInForce: 'ioc' }),
      tested.sell(alice, 0, 0, worst),
      tested.sell(alice, 0, 5, worst),
      tested.sell(alice, largest, 5, worst),
      tested.sell(alice, 1, 5, worst),
      tested.sell(alice, 10 ** 9, 5, worst),
      tested.buy(alice, 10 ** 9, 10 ** 6, worst),
      tested.buy(alice, 10 ** 9, 10 ** 6),
      tested.buy(bob, 10 ** 9, 10 ** 6, { timeInForce: 'fok' }),
      rests.buy(bob, 1, 10, { postOnly: true }),
      tested.buy(bob, 1, 10, { timeInForce: 'fok' }),
    ].map((events) => rejectionOf(events)?.reason);

    expect(reasons).toEqual([
      'user_invalid',
      'market_unknown',
      'market_not_open',
      'time_in_force_invalid',
      'price_invalid',
      'quantity_invalid',
      'notional_too_large',
      'below_min_notional',
      'sell_blocked',
      'client_order_id_taken',
      'too_many_open_orders',
      'insufficient_balance',
      'post_only_would_trade',
      'fill_or_kill_unfilled',
    ]);
  });
});

describe('an order that never rests', () => {
  it('with immediate-or-cancel ends after its immediate trades and releases the rest', () => {
    const tested = fundedExchange();
    tested.sell(bob, 4, 100);
    const events = tested.buy(alice, 10, 110, { timeInForce: 'ioc' });

    expect(typesOf(events)).toEqual(['order_accepted', 'traded', 'order_ended', 'order_ended']);
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      order: 2,
      filled: 4,
      reason: 'immediate_or_cancel',
      released: 660,
    });
    expect(tested.balance(alice, usdt)).toEqual([1_000_000_000_000 - 400, 0]);
    expect(tested.open()).toEqual([]);
  });

  it('with fill-or-kill trades completely and immediately, or is refused', () => {
    const tested = fundedExchange();
    tested.sell(bob, 4, 100);
    tested.sell(bob, 4, 110);

    expect(rejectionOf(tested.buy(alice, 9, 110, { timeInForce: 'fok' }))).toEqual({ reason: 'fill_or_kill_unfilled' });
    expect(rejectionOf(tested.buy(alice, 8, 109, { timeInForce: 'fok' }))).toEqual({ reason: 'fill_or_kill_unfilled' });
    expect(tested.open()).toEqual([1, 2]);
    expect(tested.withTotals(tested.buy(alice, 8, 110, { timeInForce: 'fok' })).at(-1)).toMatchObject({
      filled: 8,
      reason: 'filled',
    });
  });
});
