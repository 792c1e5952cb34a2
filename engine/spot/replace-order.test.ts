import { describe, expect, it } from 'vitest';
import { Digest } from '../digest.ts';
import { Exchange } from '../exchange.ts';
import { amount } from '../money.ts';
import { alice, bob, btc, Desk, fundedDesk, openDesk, rejectionOf, tradesOf, typesOf, usdt } from '../testing/desk.ts';
import type { MarketState } from '../market/commands.ts';
import type { Event } from '../event.ts';

const whole = { units: 1_000_000_000_000, lots: 10_000_000_000 };
const dayMs = 86_400_000;

/** Why it was refused, after showing that nothing at all has changed but the sequence. */
function refusedUnchanged(desk: Desk, act: () => Event[]): ReturnType<typeof rejectionOf> {
  const before = [...desk.exchange.snapshot()].slice(1, -1);
  const events = act();
  expect(typesOf(events)).toEqual(['rejected']);
  expect([...desk.exchange.snapshot()].slice(1, -1)).toEqual(before);
  return rejectionOf(events);
}

/** A desk that goes on where this one is, with its market in another state. */
function inState(desk: Desk, state: MarketState): Desk {
  const lines = [...desk.exchange.snapshot()].slice(0, -1).map((line) => line.replace('"open"', `"${state}"`));
  const digest = new Digest('');
  for (const line of lines) digest.text(line);
  digest.settle();
  const footer = JSON.stringify({ type: 'footer', lines: lines.length, hash: digest.hex() });
  return new Desk(Exchange.restore([...lines, footer]));
}

describe('in a market that is not open', () => {
  it.each([
    ['post_only', null, null, 'market_not_open'],
    ['cancel_only', 'market_not_open', null, 'market_not_open'],
    ['halted', 'market_not_open', 'market_not_open', 'market_not_open'],
  ] as const)(
    '(%s) orders are replaced by ones that only rest, or reduced, or neither',
    (state, replaced, reduced, traded) => {
      const desk = fundedDesk();
      desk.sell(bob, 1, 105);
      desk.buy(alice, 10, 100);
      const closed = inState(desk, state);

      expect(rejectionOf(closed.replace(alice, 2, 10, 105))?.reason).toBe(traded);
      expect(rejectionOf(closed.reduce(alice, 2, 9))?.reason ?? null).toBe(reduced);
      expect(rejectionOf(closed.replace(alice, 2, 10, 101))?.reason ?? null).toBe(replaced);
    },
  );
});

describe('replacing an order', () => {
  it('ends it and places another in one step', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100, { clientOrderId: 'old' });

    expect(desk.withFigures(desk.replace(alice, 1, 12, 110, { clientOrderId: 'new' }))).toMatchObject([
      { type: 'order_ended', order: 1, reason: 'replaced', filled: 0, released: 1000, clientOrderId: 'old' },
      { type: 'order_replaced', user: alice, market: 1, order: 1, by: 2 },
      { type: 'order_accepted', order: 2, side: 'buy', price: 110, quantity: 12, held: 1320, clientOrderId: 'new' },
    ]);
    expect(desk.balance(alice, usdt)).toEqual([whole.units - 1320, 1320]);
    expect(desk.restarted().open()).toEqual([2]);
  });

  it('loses its place, at the same price too', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    desk.buy(bob, 10, 100);
    desk.replace(alice, 1, 10, 100);

    expect(tradesOf(desk.restarted().sell(alice, 11, 100))).toEqual(['2 × 10 @ 100']);
    expect(tradesOf(desk.sell(bob, 1, 100))).toEqual(['3 × 1 @ 100']);
  });

  it('counts what the old order has traded, so that a fill on the way never makes both trade more', () => {
    const desk = fundedDesk();
    desk.sell(alice, 10, 100);
    desk.buy(bob, 4, 100);

    expect(desk.withFigures(desk.replace(alice, 1, 10, 90))).toMatchObject([
      { order: 1, filled: 4, quantity: 10, released: 60_000 },
      { order: 1, by: 3 },
      { order: 3, quantity: 6, held: 60_000 },
    ]);
    expect(tradesOf(desk.buy(bob, 20, 100))).toEqual(['3 × 6 @ 90']);
    expect(desk.balance(alice, btc)).toEqual([whole.lots - 100_000, 0]);
  });

  it('for what it has traded or less is refused with that figure, and leaves it alone', () => {
    const desk = fundedDesk();
    desk.sell(alice, 10, 100);
    desk.buy(bob, 4, 100);

    for (const quantity of [1, 4]) {
      expect(refusedUnchanged(desk, () => desk.replace(alice, 1, quantity, 90))).toEqual({
        reason: 'quantity_filled',
        filled: 4,
      });
    }
    expect(rejectionOf(desk.replace(alice, 1, 5, 90))).toBeNull();
  });

  it('trades at once where it meets others, and never with the order that it replaces', () => {
    const desk = fundedDesk();
    desk.sell(bob, 3, 105);
    desk.buy(alice, 10, 100);

    expect(typesOf(desk.replace(alice, 2, 10, 105))).toEqual([
      ...['order_ended', 'order_replaced', 'order_accepted', 'traded', 'order_ended'],
    ]);
    expect(desk.open()).toEqual([3]);
    expect(desk.balance(alice, usdt)).toEqual([whole.units - 10 * 105, 7 * 105]);
  });

  it('by one that never rests leaves neither', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    const events = desk.replace(alice, 1, 10, 101, { timeInForce: 'ioc' });

    expect(events.at(-1)).toMatchObject({ order: 2, reason: 'immediate_or_cancel', released: 1010 });
    expect(desk.open()).toEqual([]);
    expect(desk.balance(alice, usdt)).toEqual([whole.units, 0]);
  });

  it('keeps it post-only unless that is said, and takes nothing else over', () => {
    const desk = fundedDesk();
    desk.sell(bob, 1, 105);
    desk.buy(alice, 10, 100, { postOnly: true, clientOrderId: 'c' });
    desk.buy(alice, 10, 90);

    expect(refusedUnchanged(desk, () => desk.replace(alice, 2, 10, 105))).toEqual({ reason: 'post_only_would_trade' });
    expect(refusedUnchanged(desk, () => desk.replace(alice, 2, 10, 99, { timeInForce: 'ioc' }))).toEqual({
      reason: 'time_in_force_invalid',
    });
    expect(desk.replace(alice, 2, 10, 101)[2]).toMatchObject({ order: 4, postOnly: true, clientOrderId: null });
    expect(desk.replace(alice, 4, 10, 105, { postOnly: false })[2]).toMatchObject({ order: 5, postOnly: false });
    expect(desk.replace(alice, 3, 10, 91, { postOnly: true })[2]).toMatchObject({ order: 6, postOnly: true });
    expect(desk.replace(alice, 6, 10, 92)[2]).toMatchObject({ order: 7, postOnly: true });
  });

  it('needs no more than the balance with what the old order holds', () => {
    const desk = openDesk();
    desk.fund(alice, usdt, 1000);
    desk.buy(alice, 9, 100);

    expect(refusedUnchanged(desk, () => desk.replace(alice, 1, 11, 100))).toEqual({
      ...{ reason: 'insufficient_balance', currency: usdt, available: 1000, needed: 1100 },
    });
    expect(rejectionOf(desk.replace(alice, 1, 10, 100))).toBeNull();
    expect(desk.balance(alice, usdt)).toEqual([0, 1000]);
  });

  it('does not count the old order among the open ones', () => {
    const desk = fundedDesk({ maxOpenOrders: 2 });
    desk.buy(alice, 1, 100);
    desk.buy(alice, 1, 100);

    expect(rejectionOf(desk.buy(alice, 1, 100))).toEqual({ reason: 'too_many_open_orders', maximum: 2 });
    expect(rejectionOf(desk.restarted().replace(alice, 1, 1, 101))).toBeNull();
  });

  it('may take the client order id of the old order once that is old enough', () => {
    const desk = fundedDesk();
    const terms = { clientOrderId: 'x' };
    desk.buy(alice, 1, 100, terms);
    desk.buy(alice, 1, 100, { clientOrderId: 'y' });

    expect(refusedUnchanged(desk, () => desk.replace(alice, 1, 1, 101, terms))).toEqual({
      reason: 'client_order_id_taken',
    });
    desk.wait(dayMs);
    desk.apply({ type: 'clock' });
    expect(refusedUnchanged(desk, () => desk.replace(alice, 1, 1, 101, { clientOrderId: 'y' }))).toEqual({
      reason: 'client_order_id_taken',
    });
    expect(desk.restarted().replace(alice, 1, 1, 101, terms)[2]).toMatchObject({ clientOrderId: 'x' });
  });

  it("of an order that is over, somebody else's, or of another side is refused", () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    desk.buy(alice, 10, 100);
    desk.cancel(alice, 2);
    const notFound = { reason: 'order_not_found' };

    expect(rejectionOf(desk.replace(alice, 2, 10, 101))).toEqual(notFound);
    expect(rejectionOf(desk.replace(bob, 1, 10, 101))).toEqual(notFound);
    expect(rejectionOf(desk.replace(alice, 1, 10, 101, { side: 'sell' }))).toEqual(notFound);
    expect(rejectionOf(desk.replace(alice, 1, 10, 101, { side: 'buy' }))).toBeNull();
  });

  it('is refused for the first of its faults, in the order of the list of refusals, and then changes nothing', () => {
    const desk = fundedDesk({ minNotional: amount(300), priceBandPpm: 500_000 });
    const used = { clientOrderId: 'x' };
    desk.sell(bob, 5, 200);
    desk.buy(alice, 10, 200, used);
    desk.sell(bob, 2, 205);
    const huge = 10 ** 10;
    const fok = { timeInForce: 'fok' } as const;
    const reasons = [
      () => desk.replace(0 as typeof alice, 9, 0, 0),
      () => desk.replace(alice, 9, 0, 0),
      () => desk.replace(alice, 2, 0, 0, { ...used, ...fok, postOnly: true }),
      () => desk.replace(alice, 2, 0, 0, used),
      () => desk.replace(alice, 2, 0, 1, used),
      () => desk.replace(alice, 2, 5, 1, used),
      () => desk.replace(alice, 2, 2 ** 52, 1, used),
      () => desk.replace(alice, 2, 2 ** 52, 200, used),
      () => desk.replace(alice, 2, 6, 200, used),
      () => desk.replace(alice, 2, huge, 205, used),
      () => desk.replace(alice, 2, huge, 205, { postOnly: true }),
      () => desk.replace(alice, 2, huge, 205, fok),
      () => desk.replace(alice, 2, 7, 205, { postOnly: true }),
      () => desk.replace(alice, 2, 8, 205, fok),
    ].map((act) => refusedUnchanged(desk, act)?.reason);

    expect(reasons).toEqual([
      'user_invalid',
      'order_not_found',
      'time_in_force_invalid',
      'price_invalid',
      'quantity_invalid',
      'quantity_filled',
      'price_out_of_band',
      'notional_too_large',
      'below_min_notional',
      'client_order_id_taken',
      'insufficient_balance',
      'insufficient_balance',
      'post_only_would_trade',
      'fill_or_kill_unfilled',
    ]);
    expect(rejectionOf(desk.replace(alice, 2, 7, 205, fok))).toBeNull();
  });

  it('by key happens once, and is answered with the new order', () => {
    const desk = fundedDesk();
    desk.buy(alice, 10, 100);
    desk.replace(alice, 1, 10, 101, { requestKey: 'k' });

    expect(desk.restarted().replace(alice, 1, 10, 101, { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'order', order: 2 } },
    ]);
    for (const terms of [
      { postOnly: false },
      { timeInForce: 'fok' },
      { side: 'buy' },
      { clientOrderId: 'c' },
    ] as const) {
      expect(rejectionOf(desk.replace(alice, 1, 10, 101, { requestKey: 'k', ...terms }))).toEqual({
        reason: 'request_key_reused',
      });
    }
    expect(desk.open()).toEqual([2]);
  });
});
