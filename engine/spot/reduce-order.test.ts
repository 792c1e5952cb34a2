import { describe, expect, it } from 'vitest';
import { amount } from '../money.ts';
import { alice, bob, btc, carol, fundedExchange, rejectionOf, tradesOf, usdt } from '../testing/test-exchange.ts';

const whole = { units: 1_000_000_000_000, lots: 10_000_000_000 };

describe('reducing an order', () => {
  it('keeps its id and its place, and releases the freed funds immediately', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100, { clientOrderId: 'mine', postOnly: true });
    tested.buy(bob, 10, 100);

    expect(tested.reduce(alice, 1, 4)).toEqual([
      {
        type: 'order_reduced',
        order: 1,
        user: alice,
        market: 1,
        side: 'buy',
        price: 100,
        quantity: 4,
        filled: 0,
        reduced: 6,
        released: 600,
      },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([whole.units - 400, 400]);
    expect([...tested.restarted().exchange.openOrders()][0]).toMatchObject({
      order: 1,
      quantity: 4,
      remaining: 4,
      held: 400,
      acceptedSequence: tested.exchange.sequence - 2,
      clientOrderId: 'mine',
      postOnly: true,
    });
    expect(tradesOf(tested.restarted().sell(bob, 4, 100))).toEqual(['1 × 4 @ 100']);
  });

  it('includes the filled part, so that a concurrent fill never leads to more trading', () => {
    const tested = fundedExchange();
    tested.sell(alice, 10, 100);
    tested.buy(bob, 3, 100);

    expect(tested.reduce(alice, 1, 5)).toMatchObject([{ quantity: 5, filled: 3, reduced: 5, released: 50_000 }]);
    expect([...tested.exchange.openOrders()]).toMatchObject([{ quantity: 5, filled: 3, remaining: 2, held: 20_000 }]);
    expect(tested.withTotals(tested.buy(bob, 9, 100))).toMatchObject([
      { type: 'order_accepted' },
      { type: 'traded', quantity: 2 },
      { type: 'order_ended', order: 1, quantity: 5, filled: 5, reason: 'filled', released: 0 },
    ]);
    expect(tested.balance(alice, btc)).toEqual([whole.lots - 50_000, 0]);
  });

  it('to its filled quantity or less is refused with that quantity; ending it requires a cancel', () => {
    const tested = fundedExchange();
    tested.sell(alice, 10, 100);
    tested.buy(bob, 3, 100);

    for (const quantity of [1, 3]) {
      expect(rejectionOf(tested.reduce(alice, 1, quantity))).toEqual({ reason: 'quantity_filled', filled: 3 });
    }
    expect(rejectionOf(tested.reduce(alice, 1, 4))).toBeNull();
    expect(rejectionOf(tested.reduce(alice, 1, 3))).toEqual({ reason: 'quantity_filled', filled: 3 });
  });

  it('to its quantity or more is refused with that quantity', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    tested.reduce(alice, 1, 8);

    for (const quantity of [8, 10, 2 ** 52]) {
      expect(rejectionOf(tested.reduce(alice, 1, quantity))).toEqual({ reason: 'quantity_not_smaller', quantity: 8 });
    }
  });

  it('is refused when the rest would be worth less than the minimum, but not when exactly the minimum', () => {
    const tested = fundedExchange({ minNotional: amount(500) });
    tested.buy(alice, 10, 100);
    tested.sell(bob, 5, 100);
    tested.buy(alice, 10, 90);

    expect(rejectionOf(tested.reduce(alice, 1, 9))).toEqual({
      reason: 'below_min_notional',
      minimum: 500,
      notional: 400,
    });
    expect(rejectionOf(tested.reduce(alice, 3, 5))).toMatchObject({ notional: 450 });
    expect(rejectionOf(tested.reduce(alice, 3, 6))).toBeNull();
    tested.buy(alice, 11, 50);
    expect(rejectionOf(tested.reduce(alice, 4, 10))).toBeNull();
  });

  it.each([0, -1, 0.5, 2 ** 53, Number.NaN])('to %d is refused', (quantity) => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);

    expect(rejectionOf(tested.reduce(alice, 1, quantity))).toEqual({ reason: 'quantity_invalid' });
  });

  it("is refused for an ended order, another user's order and an order of the other side", () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    tested.buy(alice, 10, 100);
    tested.cancel(alice, 2);
    const notFound = { reason: 'order_not_found' };

    expect(rejectionOf(tested.reduce(alice, 2, 5))).toEqual(notFound);
    expect(rejectionOf(tested.reduce(bob, 1, 5))).toEqual(notFound);
    expect(rejectionOf(tested.reduce(alice, 1, 5, { side: 'sell' }))).toEqual(notFound);
    expect(rejectionOf(tested.reduce(alice, 1, 5, { side: 'buy' }))).toBeNull();
  });

  it('is refused for a stop order that waits', () => {
    const tested = fundedExchange();
    tested.stopLimit('buy', alice, 200, [4, 210]);

    expect(rejectionOf(tested.reduce(alice, 1, 2))).toEqual({ reason: 'order_waiting' });
    expect(rejectionOf(tested.replace(alice, 1, 2, 210))).toEqual({ reason: 'order_waiting' });
    tested.sell(bob, 1, 200);
    tested.buy(carol, 1, 200);
    expect(tested.restarted().reduce(alice, 1, 2)).toMatchObject([
      { type: 'order_reduced', quantity: 2, released: 420 },
    ]);
    expect(tested.replace(alice, 1, 3, 205)[2]).toMatchObject({ order: 4, orderType: 'limit', quantity: 3 });
  });

  it('happens once per request key', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    tested.reduce(alice, 1, 8, { requestKey: 'k' });
    tested.reduce(alice, 1, 6);

    expect(tested.restarted().reduce(alice, 1, 8, { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'order', order: 1 } },
    ]);
    expect(rejectionOf(tested.reduce(alice, 1, 7, { requestKey: 'k' }))).toEqual({ reason: 'request_key_reused' });
    expect([...tested.exchange.openOrders()]).toMatchObject([{ quantity: 6 }]);
  });
});
