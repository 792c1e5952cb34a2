import { describe, expect, it } from 'vitest';
import { alice, bob, btc, fundedDesk, rejectionOf, usdt } from '../testing/desk.ts';

const notFound = { reason: 'order_not_found' };

describe('a cancel by client order id', () => {
  it('ends the open order that has it, known by its id or not', () => {
    const desk = fundedDesk();
    desk.sell(alice, 1, 200);
    desk.buy(alice, 10, 100, { clientOrderId: 'mine' });

    expect(desk.withFigures(desk.cancelClientOrder(alice, 'mine'))).toMatchObject([
      { type: 'order_ended', order: 2, reason: 'user', clientOrderId: 'mine', released: 1000 },
    ]);
    expect(desk.open()).toEqual([1]);
  });

  it('finds it after a restart too', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { clientOrderId: 'mine' });

    expect(desk.restarted().cancelClientOrder(alice, 'mine')).toMatchObject([{ type: 'order_ended', order: 1 }]);
  });

  it('finds no order of somebody else, of the other side, that has ended, or that never was', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { clientOrderId: 'mine' });
    desk.buy(alice, 1, 100, { clientOrderId: 'over' });
    desk.cancel(alice, 2);

    const tried = [
      desk.cancelClientOrder(bob, 'mine'),
      desk.cancelClientOrder(alice, 'mine', { side: 'sell' }),
      desk.cancelClientOrder(alice, 'over'),
      desk.cancelClientOrder(alice, 'never'),
    ];
    expect(tried.map(rejectionOf)).toEqual(tried.map(() => notFound));
    expect(desk.open()).toEqual([1]);
  });

  it('that is sent again with its key is answered with the order that it cancelled', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100, { clientOrderId: 'mine' });
    desk.buy(alice, 1, 100);
    desk.cancelClientOrder(alice, 'mine', { requestKey: 'k' });

    expect(desk.cancelClientOrder(alice, 'mine', { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'order', order: 1 } },
    ]);
    expect(rejectionOf(desk.cancelClientOrder(alice, 'other', { requestKey: 'k' }))).toEqual({
      reason: 'request_key_reused',
    });
  });
});

describe('a cancel', () => {
  it('ends the order and releases what it still holds', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    desk.sell(bob, 4, 100);

    expect(desk.withFigures(desk.cancel(alice, 1))).toMatchObject([
      { type: 'order_ended', order: 1, reason: 'user', filled: 4, filledQuote: 400, released: 600 },
    ]);
    expect(desk.balance(alice, usdt)).toEqual([1_000_000_000_000 - 400, 0]);
    expect(desk.open()).toEqual([]);
  });

  it('of a sell releases the base currency', () => {
    const desk = fundedDesk();
    desk.sell(alice, 3, 100);

    expect(desk.cancel(alice, 1)).toMatchObject([{ released: 30_000 }]);
    expect(desk.balance(alice, btc)).toEqual([10_000_000_000, 0]);
  });

  it('of an order that never was, has ended, or was cancelled already is not found', () => {
    const desk = fundedDesk();
    desk.sell(alice, 1, 100);
    desk.buy(bob, 1, 100);
    desk.buy(bob, 1, 50);
    desk.cancel(bob, 3);

    expect([desk.cancel(bob, 99), desk.cancel(alice, 1), desk.cancel(bob, 3)].map(rejectionOf)).toEqual([
      notFound,
      notFound,
      notFound,
    ]);
  });

  it("of somebody else's order is not found, and leaves it alone", () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100);

    expect(rejectionOf(desk.cancel(bob, 1))).toEqual(notFound);
    expect(desk.open()).toEqual([1]);
  });

  it('that names a side finds only orders of that side', () => {
    const desk = fundedDesk();
    desk.buy(alice, 1, 100);

    expect(rejectionOf(desk.cancel(alice, 1, { side: 'sell' }))).toEqual(notFound);
    expect(rejectionOf(desk.cancel(alice, 1, { side: 'buy' }))).toBeNull();
  });

  it('by nobody is refused before anything is looked up', () => {
    expect(rejectionOf(fundedDesk().cancel(0 as typeof alice, 1))).toEqual({ reason: 'user_invalid' });
  });
});
