import { describe, expect, it } from 'vitest';
import { amount } from '../money.ts';
import { alice, bob, btc, carol, fundedDesk, rejectionOf, tradesOf, usdt } from '../testing/desk.ts';

const whole = { units: 1_000_000_000_000, lots: 10_000_000_000 };

describe('reducing an order', () => {
  it('keeps its id and its place, and releases at once what it no longer needs', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100, { clientOrderId: 'mine', postOnly: true });
    desk.buy(bob, 10, 100);

    expect(desk.reduce(alice, 1, 4)).toEqual([
      {
        ...{ type: 'order_reduced', order: 1, user: alice, market: 1, side: 'buy', price: 100 },
        ...{ quantity: 4, filled: 0, reduced: 6, released: 600 },
      },
    ]);
    expect(desk.balance(alice, usdt)).toEqual([whole.units - 400, 400]);
    expect([...desk.restarted().exchange.openOrders()][0]).toMatchObject({
      ...{ order: 1, quantity: 4, remaining: 4, held: 400, acceptedSequence: desk.exchange.sequence - 2 },
      ...{ clientOrderId: 'mine', postOnly: true },
    });
    expect(tradesOf(desk.restarted().sell(bob, 4, 100))).toEqual(['1 × 4 @ 100']);
  });

  it('counts what it has traded, so that a fill on the way leaves less and never trades more', () => {
    const desk = fundedDesk();
    desk.sell(alice, 10, 100);
    desk.buy(bob, 3, 100);

    expect(desk.reduce(alice, 1, 5)).toMatchObject([{ quantity: 5, filled: 3, reduced: 5, released: 50_000 }]);
    expect([...desk.exchange.openOrders()]).toMatchObject([{ quantity: 5, filled: 3, remaining: 2, held: 20_000 }]);
    expect(desk.withFigures(desk.buy(bob, 9, 100))).toMatchObject([
      { type: 'order_accepted' },
      { type: 'traded', quantity: 2 },
      { type: 'order_ended', order: 1, quantity: 5, filled: 5, reason: 'filled', released: 0 },
    ]);
    expect(desk.balance(alice, btc)).toEqual([whole.lots - 50_000, 0]);
  });

  it('to what it has traded or less is refused with that figure; the rest is for a cancel', () => {
    const desk = fundedDesk();
    desk.sell(alice, 10, 100);
    desk.buy(bob, 3, 100);

    for (const quantity of [1, 3]) {
      expect(rejectionOf(desk.reduce(alice, 1, quantity))).toEqual({ reason: 'quantity_filled', filled: 3 });
    }
    expect(rejectionOf(desk.reduce(alice, 1, 4))).toBeNull();
    expect(rejectionOf(desk.reduce(alice, 1, 3))).toEqual({ reason: 'quantity_filled', filled: 3 });
  });

  it('to as much or more is refused with what it is for', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    desk.reduce(alice, 1, 8);

    for (const quantity of [8, 10, 2 ** 52]) {
      expect(rejectionOf(desk.reduce(alice, 1, quantity))).toEqual({ reason: 'quantity_not_smaller', quantity: 8 });
    }
  });

  it('is refused when the rest would be worth less than the minimum, and not when just that', () => {
    const desk = fundedDesk({ minNotional: amount(500) });
    desk.buy(alice, 10, 100);
    desk.sell(bob, 5, 100);
    desk.buy(alice, 10, 90);

    expect(rejectionOf(desk.reduce(alice, 1, 9))).toEqual({
      reason: 'below_min_notional',
      minimum: 500,
      notional: 400,
    });
    expect(rejectionOf(desk.reduce(alice, 3, 5))).toMatchObject({ notional: 450 });
    expect(rejectionOf(desk.reduce(alice, 3, 6))).toBeNull();
    desk.buy(alice, 11, 50);
    expect(rejectionOf(desk.reduce(alice, 4, 10))).toBeNull();
  });

  it.each([0, -1, 0.5, 2 ** 53, Number.NaN])('to %d is refused', (quantity) => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);

    expect(rejectionOf(desk.reduce(alice, 1, quantity))).toEqual({ reason: 'quantity_invalid' });
  });

  it("of an order that is over, somebody else's, or of another side is refused", () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    desk.buy(alice, 10, 100);
    desk.cancel(alice, 2);
    const notFound = { reason: 'order_not_found' };

    expect(rejectionOf(desk.reduce(alice, 2, 5))).toEqual(notFound);
    expect(rejectionOf(desk.reduce(bob, 1, 5))).toEqual(notFound);
    expect(rejectionOf(desk.reduce(alice, 1, 5, { side: 'sell' }))).toEqual(notFound);
    expect(rejectionOf(desk.reduce(alice, 1, 5, { side: 'buy' }))).toBeNull();
  });

  it('of a stop order is refused while it waits', () => {
    const desk = fundedDesk();
    desk.stopLimit('buy', alice, 200, [4, 210]);

    expect(rejectionOf(desk.reduce(alice, 1, 2))).toEqual({ reason: 'order_waiting' });
    expect(rejectionOf(desk.replace(alice, 1, 2, 210))).toEqual({ reason: 'order_waiting' });
    desk.sell(bob, 1, 200);
    desk.buy(carol, 1, 200);
    expect(desk.restarted().reduce(alice, 1, 2)).toMatchObject([{ type: 'order_reduced', quantity: 2, released: 420 }]);
    expect(desk.replace(alice, 1, 3, 205)[2]).toMatchObject({ order: 4, orderType: 'limit', quantity: 3 });
  });

  it('by key happens once', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    desk.reduce(alice, 1, 8, { requestKey: 'k' });
    desk.reduce(alice, 1, 6);

    expect(desk.restarted().reduce(alice, 1, 8, { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'order', order: 1 } },
    ]);
    expect(rejectionOf(desk.reduce(alice, 1, 7, { requestKey: 'k' }))).toEqual({ reason: 'request_key_reused' });
    expect([...desk.exchange.openOrders()]).toMatchObject([{ quantity: 6 }]);
  });
});
