import { describe, expect, it } from 'vitest';
import { alice, bob, btc, fundedExchange, rejectionOf, usdt } from '../testing/test-exchange.ts';

const notFound = { reason: 'order_not_found' };

describe('a cancel by client order id', () => {
  it('ends the open order with this client order id', () => {
    const tested = fundedExchange();
    tested.sell(alice, 1, 200);
    tested.buy(alice, 10, 100, { clientOrderId: 'mine' });

    expect(tested.withTotals(tested.cancelClientOrder(alice, 'mine'))).toMatchObject([
      { type: 'order_ended', order: 2, reason: 'user', clientOrderId: 'mine', released: 1000 },
    ]);
    expect(tested.open()).toEqual([1]);
  });

  it('also works after a restart', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { clientOrderId: 'mine' });

    expect(tested.restarted().cancelClientOrder(alice, 'mine')).toMatchObject([{ type: 'order_ended', order: 1 }]);
  });

  it("does not find an order that is another user's, on the other side, ended or unknown", () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { clientOrderId: 'mine' });
    tested.buy(alice, 1, 100, { clientOrderId: 'over' });
    tested.cancel(alice, 2);

    const tried = [
      tested.cancelClientOrder(bob, 'mine'),
      tested.cancelClientOrder(alice, 'mine', { side: 'sell' }),
      tested.cancelClientOrder(alice, 'over'),
      tested.cancelClientOrder(alice, 'never'),
    ];
    expect(tried.map(rejectionOf)).toEqual(tried.map(() => notFound));
    expect(tested.open()).toEqual([1]);
  });

  it('returns the same order when repeated with its request key', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100, { clientOrderId: 'mine' });
    tested.buy(alice, 1, 100);
    tested.cancelClientOrder(alice, 'mine', { requestKey: 'k' });

    expect(tested.cancelClientOrder(alice, 'mine', { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'order', order: 1 } },
    ]);
    expect(rejectionOf(tested.cancelClientOrder(alice, 'other', { requestKey: 'k' }))).toEqual({
      reason: 'request_key_reused',
    });
  });
});

describe('a cancel', () => {
  it('ends the order and releases its remaining hold', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    tested.sell(bob, 4, 100);

    expect(tested.withTotals(tested.cancel(alice, 1))).toMatchObject([
      { type: 'order_ended', order: 1, reason: 'user', filled: 4, filledQuote: 400, released: 600 },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([1_000_000_000_000 - 400, 0]);
    expect(tested.open()).toEqual([]);
  });

  it('of a sell releases the base currency', () => {
    const tested = fundedExchange();
    tested.sell(alice, 3, 100);

    expect(tested.cancel(alice, 1)).toMatchObject([{ released: 30_000 }]);
    expect(tested.balance(alice, btc)).toEqual([10_000_000_000, 0]);
  });

  it('does not find an unknown, ended or cancelled order', () => {
    const tested = fundedExchange();
    tested.sell(alice, 1, 100);
    tested.buy(bob, 1, 100);
    tested.buy(bob, 1, 50);
    tested.cancel(bob, 3);

    expect([tested.cancel(bob, 99), tested.cancel(alice, 1), tested.cancel(bob, 3)].map(rejectionOf)).toEqual([
      notFound,
      notFound,
      notFound,
    ]);
  });

  it("does not find another user's order, which stays open", () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);

    expect(rejectionOf(tested.cancel(bob, 1))).toEqual(notFound);
    expect(tested.open()).toEqual([1]);
  });

  it('with a side finds only orders of that side', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);

    expect(rejectionOf(tested.cancel(alice, 1, { side: 'sell' }))).toEqual(notFound);
    expect(rejectionOf(tested.cancel(alice, 1, { side: 'buy' }))).toBeNull();
  });

  it('by an invalid user is refused before any lookup', () => {
    expect(rejectionOf(fundedExchange().cancel(0 as typeof alice, 1))).toEqual({ reason: 'user_invalid' });
  });
});
