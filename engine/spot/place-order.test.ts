import { describe, expect, it } from 'vitest';
import { marketId } from '../identifiers.ts';
import { amount } from '../money.ts';
import { alice, bob, btc, fundedDesk, openDesk, rejectionOf, typesOf, usdt } from '../testing/desk.ts';

const largest = Number.MAX_SAFE_INTEGER;
const dayMs = 86_400_000;

describe('an accepted order', () => {
  it('to buy locks price × quantity of the quote currency', () => {
    const desk = fundedDesk();

    expect(desk.buy(alice, 30, 200)).toMatchObject([{ type: 'order_accepted', order: 1, held: 6000 }]);
    expect(desk.balance(alice, usdt)).toEqual([1_000_000_000_000 - 6000, 6000]);
    expect(desk.balance(alice, btc)).toEqual([10_000_000_000, 0]);
  });

  it('to sell locks its quantity of the base currency', () => {
    const desk = fundedDesk();

    expect(desk.sell(alice, 30, 200)).toMatchObject([{ type: 'order_accepted', order: 1, held: 300_000 }]);
    expect(desk.balance(alice, btc)).toEqual([10_000_000_000 - 300_000, 300_000]);
  });

  it('stands open with all that it said, until it ends', () => {
    const desk = fundedDesk();
    desk.buy(alice, 30, 200, { clientOrderId: 'mine', postOnly: true });

    expect([...desk.exchange.openOrders()]).toMatchObject([
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
  it('with the figures when the balance does not suffice, and changes nothing', () => {
    const desk = openDesk();
    desk.fund(alice, usdt, 999);

    expect(rejectionOf(desk.buy(alice, 10, 100))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 999,
      needed: 1000,
    });
    expect(rejectionOf(desk.sell(alice, 1, 100))).toEqual({
      reason: 'insufficient_balance',
      currency: btc,
      available: 0,
      needed: 10_000,
    });
    expect(desk.balance(alice, usdt)).toEqual([999, 0]);
  });

  it('when what is locked in another order is all there is', () => {
    const desk = openDesk();
    desk.fund(alice, usdt, 1000);
    desk.buy(alice, 6, 100);

    expect(rejectionOf(desk.buy(alice, 6, 100))).toMatchObject({ reason: 'insufficient_balance', available: 400 });
    expect(rejectionOf(desk.buy(alice, 4, 100))).toBeNull();
  });

  it('below the minimum notional, and not at it', () => {
    const desk = fundedDesk({ minNotional: amount(500) });

    expect(rejectionOf(desk.buy(alice, 1, 499))).toEqual({ reason: 'below_min_notional', minimum: 500, notional: 499 });
    expect(rejectionOf(desk.buy(alice, 1, 500))).toBeNull();
  });

  it.each([0, -1, 0.5, 2 ** 31, Number.NaN])('at a price of %d', (price) => {
    expect(rejectionOf(fundedDesk().buy(alice, 1, price))).toEqual({ reason: 'price_invalid' });
  });

  it.each([0, -1, 0.5, largest + 1, Number.NaN])('for a quantity of %d', (quantity) => {
    expect(rejectionOf(fundedDesk().buy(alice, quantity, 1))).toEqual({ reason: 'quantity_invalid' });
  });

  it('when price × quantity or the quantity is beyond 2^53 − 1 units', () => {
    const desk = fundedDesk();

    expect(rejectionOf(desk.buy(alice, 2 ** 27, 2 ** 26))).toEqual({ reason: 'notional_too_large' });
    expect(rejectionOf(desk.buy(alice, 2 ** 26, 2 ** 26))).toMatchObject({ reason: 'insufficient_balance' });
    expect(rejectionOf(desk.sell(alice, 10 ** 12, 1))).toEqual({ reason: 'notional_too_large' });
  });

  it('when a sell could earn more than 2^53 − 1 units from the best bid', () => {
    const desk = fundedDesk();
    desk.buy(bob, 1, 10 ** 9);

    expect(rejectionOf(desk.sell(alice, 10 ** 7, 1))).toEqual({ reason: 'notional_too_large' });
    expect(rejectionOf(desk.sell(alice, 9 * 10 ** 5, 1))).toBeNull();
  });

  it('when it sells where selling is blocked, while buying is not', () => {
    const desk = fundedDesk({ sellBlocked: true });

    expect(rejectionOf(desk.sell(alice, 1, 100))).toEqual({ reason: 'sell_blocked' });
    expect(rejectionOf(desk.buy(alice, 1, 100))).toBeNull();
  });

  it('when its user has used its client order id within 24 hours, whatever became of that order', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { clientOrderId: 'x' });
    desk.cancel(alice, 1);

    expect(rejectionOf(desk.buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual({ reason: 'client_order_id_taken' });
    expect(rejectionOf(desk.buy(bob, 1, 100, { clientOrderId: 'x' }))).toBeNull();
    desk.wait(dayMs - 1);
    desk.apply({ type: 'clock' });
    expect(rejectionOf(desk.restarted().buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual({
      reason: 'client_order_id_taken',
    });
    desk.wait(1);
    desk.apply({ type: 'clock' });
    expect(rejectionOf(desk.buy(alice, 1, 100, { clientOrderId: 'x' }))).toBeNull();
  });

  it('when an open order of its user has its client order id, however old', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { clientOrderId: 'x' });
    desk.wait(2 * dayMs);
    desk.apply({ type: 'clock' });
    const taken = { reason: 'client_order_id_taken' };

    expect(rejectionOf(desk.buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual(taken);
    expect(rejectionOf(desk.restarted().buy(alice, 1, 100, { clientOrderId: 'x' }))).toEqual(taken);
    desk.cancel(alice, 1);
    expect(rejectionOf(desk.buy(alice, 1, 100, { clientOrderId: 'x' }))).toBeNull();
  });

  it('when its user has used as many client order ids as are remembered', () => {
    const desk = fundedDesk({}, { clientOrderIds: { maximumPerUser: 2, lifetimeMs: dayMs } });
    for (const clientOrderId of ['a', 'b']) desk.buy(alice, 1, 100, { clientOrderId });

    expect(rejectionOf(desk.restarted().buy(alice, 1, 100, { clientOrderId: 'c' }))).toEqual({
      reason: 'client_order_ids_exhausted',
      maximum: 2,
    });
    expect(rejectionOf(desk.buy(alice, 1, 100))).toBeNull();
    desk.wait(dayMs);
    expect(rejectionOf(desk.buy(alice, 1, 100, { clientOrderId: 'c' }))).toBeNull();
  });

  it('when its price is too far from the last trade, and at no price before the first', () => {
    // From 200 ÷ 1.5 to 200 × 1.5.
    const desk = fundedDesk({ priceBandPpm: 500_000 });
    desk.buy(alice, 1, 1);
    desk.sell(alice, 2, 200);
    desk.buy(bob, 1, 200);
    const figures = { reason: 'price_out_of_band', reference: 200, lowest: 134, highest: 300 };

    for (const price of [133, 301]) {
      expect(rejectionOf(desk.sell(bob, 1, price))).toEqual(figures);
      expect(rejectionOf(desk.restarted().buy(bob, 1, price))).toEqual(figures);
      expect(rejectionOf(desk.take('buy', bob, 1, { price }))).toEqual(figures);
    }
    for (const price of [134, 300]) expect(rejectionOf(desk.buy(alice, 1, price, { timeInForce: 'ioc' }))).toBeNull();
  });

  it('when the user has as many open in the market as may be, unless it never rests', () => {
    const desk = fundedDesk({ maxOpenOrders: 2 });
    desk.buy(alice, 1, 100);
    desk.buy(alice, 1, 100);

    expect(rejectionOf(desk.buy(alice, 1, 100))).toEqual({ reason: 'too_many_open_orders', maximum: 2 });
    expect(rejectionOf(desk.buy(bob, 1, 100))).toBeNull();
    expect(rejectionOf(desk.buy(alice, 1, 100, { timeInForce: 'ioc' }))).toBeNull();
    desk.cancel(alice, 1);
    expect(rejectionOf(desk.buy(alice, 1, 100))).toBeNull();
  });

  it.each(['cancel_only', 'halted'] as const)('in a market that is %s', (state) => {
    expect(rejectionOf(fundedDesk({ state }).buy(alice, 1, 100))).toEqual({ reason: 'market_not_open' });
  });

  it('in a post-only market when it would trade or never rests', () => {
    const desk = fundedDesk({ state: 'post_only' });
    desk.sell(alice, 1, 100);

    expect(rejectionOf(desk.buy(bob, 1, 100))).toEqual({ reason: 'market_not_open' });
    expect(rejectionOf(desk.buy(bob, 1, 99, { timeInForce: 'ioc' }))).toEqual({ reason: 'market_not_open' });
    expect(rejectionOf(desk.buy(bob, 1, 99))).toBeNull();
  });

  it('when it is post-only and would trade, be it with an own order', () => {
    const desk = fundedDesk();
    desk.sell(bob, 1, 100);
    desk.sell(alice, 1, 99);

    expect(rejectionOf(desk.buy(alice, 1, 99, { postOnly: true }))).toEqual({ reason: 'post_only_would_trade' });
    expect(rejectionOf(desk.buy(bob, 1, 100, { postOnly: true }))).toEqual({ reason: 'post_only_would_trade' });
    expect(rejectionOf(desk.sell(bob, 1, 1, { postOnly: true }))).toBeNull();
    expect(rejectionOf(desk.sell(bob, 1, 1, { postOnly: true, timeInForce: 'ioc' }))).toEqual({
      reason: 'time_in_force_invalid',
    });
    expect(desk.open()).toEqual([1, 2, 3]);
  });

  it('for the first of its faults, in the order of the list of refusals', () => {
    const desk = fundedDesk({ minNotional: amount(10), maxOpenOrders: 1, sellBlocked: true });
    const closed = fundedDesk({ state: 'halted' });
    const rests = fundedDesk({ minNotional: amount(10) });
    rests.sell(alice, 1, 10);
    desk.buy(alice, 10, 100, { clientOrderId: 'x' });
    const nobody = 0 as typeof alice;
    const worst = { clientOrderId: 'x' };
    const reasons = [
      desk.sell(nobody, 0, 0, { ...worst, market: marketId(9) }),
      desk.sell(alice, 0, 0, { ...worst, market: marketId(9) }),
      closed.sell(alice, 0, 0, worst),
      desk.sell(alice, 0, 0, { ...worst, postOnly: true, timeInForce: 'ioc' }),
      desk.sell(alice, 0, 0, worst),
      desk.sell(alice, 0, 5, worst),
      desk.sell(alice, largest, 5, worst),
      desk.sell(alice, 1, 5, worst),
      desk.sell(alice, 10 ** 9, 5, worst),
      desk.buy(alice, 10 ** 9, 10 ** 6, worst),
      desk.buy(alice, 10 ** 9, 10 ** 6),
      desk.buy(bob, 10 ** 9, 10 ** 6, { timeInForce: 'fok' }),
      rests.buy(bob, 1, 10, { postOnly: true }),
      desk.buy(bob, 1, 10, { timeInForce: 'fok' }),
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
  it('immediate-or-cancel: what does not trade at once ends and is released', () => {
    const desk = fundedDesk();
    desk.sell(bob, 4, 100);
    const events = desk.buy(alice, 10, 110, { timeInForce: 'ioc' });

    expect(typesOf(events)).toEqual(['order_accepted', 'traded', 'order_ended', 'order_ended']);
    expect(desk.withFigures(events).at(-1)).toMatchObject({
      order: 2,
      filled: 4,
      reason: 'immediate_or_cancel',
      released: 660,
    });
    expect(desk.balance(alice, usdt)).toEqual([1_000_000_000_000 - 400, 0]);
    expect(desk.open()).toEqual([]);
  });

  it('fill-or-kill: trades in full at once or is refused', () => {
    const desk = fundedDesk();
    desk.sell(bob, 4, 100);
    desk.sell(bob, 4, 110);

    expect(rejectionOf(desk.buy(alice, 9, 110, { timeInForce: 'fok' }))).toEqual({ reason: 'fill_or_kill_unfilled' });
    expect(rejectionOf(desk.buy(alice, 8, 109, { timeInForce: 'fok' }))).toEqual({ reason: 'fill_or_kill_unfilled' });
    expect(desk.open()).toEqual([1, 2]);
    expect(desk.withFigures(desk.buy(alice, 8, 110, { timeInForce: 'fok' })).at(-1)).toMatchObject({
      filled: 8,
      reason: 'filled',
    });
  });
});
