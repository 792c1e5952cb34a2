import { describe, expect, it } from 'vitest';
import { Digest } from '../digest.ts';
import { Exchange } from '../exchange.ts';
import { amount } from '../money.ts';
import {
  alice,
  bob,
  btc,
  TestExchange,
  fundedExchange,
  openExchange,
  rejectionOf,
  tradesOf,
  typesOf,
  usdt,
} from '../testing/test-exchange.ts';
import type { MarketState } from '../market/commands.ts';
import type { Event } from '../event.ts';

const whole = { units: 1_000_000_000_000, lots: 10_000_000_000 };
const dayMs = 86_400_000;

/** Returns the rejection, after checking that only the sequence has changed. */
function refusedUnchanged(tested: TestExchange, act: () => Event[]): ReturnType<typeof rejectionOf> {
  const before = [...tested.exchange.snapshot()].slice(1, -1);
  const events = act();
  expect(typesOf(events)).toEqual(['rejected']);
  expect([...tested.exchange.snapshot()].slice(1, -1)).toEqual(before);
  return rejectionOf(events);
}

/** A copy of this test exchange with its market in another state. */
function inState(tested: TestExchange, state: MarketState): TestExchange {
  const lines = [...tested.exchange.snapshot()].slice(0, -1).map((line) => line.replace('"open"', `"${state}"`));
  const digest = new Digest('');
  for (const line of lines) digest.text(line);
  digest.settle();
  const footer = JSON.stringify({ type: 'footer', lines: lines.length, hash: digest.hex() });
  return new TestExchange(Exchange.restore([...lines, footer]));
}

describe('in a market that is not open', () => {
  it.each([
    ['post_only', null, null, 'market_not_open'],
    ['cancel_only', 'market_not_open', null, 'market_not_open'],
    ['halted', 'market_not_open', 'market_not_open', 'market_not_open'],
  ] as const)(
    'orders can only be replaced or reduced as far as its state allows: %s',
    (state, replaced, reduced, traded) => {
      const tested = fundedExchange();
      tested.sell(bob, 1, 105);
      tested.buy(alice, 10, 100);
      const closed = inState(tested, state);

      expect(rejectionOf(closed.replace(alice, 2, 10, 105))?.reason).toBe(traded);
      expect(rejectionOf(closed.reduce(alice, 2, 9))?.reason ?? null).toBe(reduced);
      expect(rejectionOf(closed.replace(alice, 2, 10, 101))?.reason ?? null).toBe(replaced);
    },
  );
});

describe('replacing an order', () => {
  it('ends it and places another in one step', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100, { clientOrderId: 'old' });

    expect(tested.withTotals(tested.replace(alice, 1, 12, 110, { clientOrderId: 'new' }))).toMatchObject([
      { type: 'order_ended', order: 1, reason: 'replaced', filled: 0, released: 1000, clientOrderId: 'old' },
      { type: 'order_replaced', user: alice, market: 1, order: 1, by: 2 },
      { type: 'order_accepted', order: 2, side: 'buy', price: 110, quantity: 12, held: 1320, clientOrderId: 'new' },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([whole.units - 1320, 1320]);
    expect(tested.restarted().open()).toEqual([2]);
  });

  it('gives up its place, even at the same price', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    tested.buy(bob, 10, 100);
    tested.replace(alice, 1, 10, 100);

    expect(tradesOf(tested.restarted().sell(alice, 11, 100))).toEqual(['2 × 10 @ 100']);
    expect(tradesOf(tested.sell(bob, 1, 100))).toEqual(['3 × 1 @ 100']);
  });

  it("includes the old order's fills, so that both orders together never trade more", () => {
    const tested = fundedExchange();
    tested.sell(alice, 10, 100);
    tested.buy(bob, 4, 100);

    expect(tested.withTotals(tested.replace(alice, 1, 10, 90))).toMatchObject([
      { order: 1, filled: 4, quantity: 10, released: 60_000 },
      { order: 1, by: 3 },
      { order: 3, quantity: 6, held: 60_000 },
    ]);
    expect(tradesOf(tested.buy(bob, 20, 100))).toEqual(['3 × 6 @ 90']);
    expect(tested.balance(alice, btc)).toEqual([whole.lots - 100_000, 0]);
  });

  it('with its filled quantity or less is refused with that quantity, and leaves it open', () => {
    const tested = fundedExchange();
    tested.sell(alice, 10, 100);
    tested.buy(bob, 4, 100);

    for (const quantity of [1, 4]) {
      expect(refusedUnchanged(tested, () => tested.replace(alice, 1, quantity, 90))).toEqual({
        reason: 'quantity_filled',
        filled: 4,
      });
    }
    expect(rejectionOf(tested.replace(alice, 1, 5, 90))).toBeNull();
  });

  it('trades immediately where prices cross, but never with the replaced order', () => {
    const tested = fundedExchange();
    tested.sell(bob, 3, 105);
    tested.buy(alice, 10, 100);

    expect(typesOf(tested.replace(alice, 2, 10, 105))).toEqual([
      'order_ended',
      'order_replaced',
      'order_accepted',
      'traded',
      'order_ended',
    ]);
    expect(tested.open()).toEqual([3]);
    expect(tested.balance(alice, usdt)).toEqual([whole.units - 10 * 105, 7 * 105]);
  });

  it('by an order that never rests leaves neither open', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    const events = tested.replace(alice, 1, 10, 101, { timeInForce: 'ioc' });

    expect(events.at(-1)).toMatchObject({ order: 2, reason: 'immediate_or_cancel', released: 1010 });
    expect(tested.open()).toEqual([]);
    expect(tested.balance(alice, usdt)).toEqual([whole.units, 0]);
  });

  it('keeps post-only unless it is given, and inherits no other terms', () => {
    const tested = fundedExchange();
    tested.sell(bob, 1, 105);
    tested.buy(alice, 10, 100, { postOnly: true, clientOrderId: 'c' });
    tested.buy(alice, 10, 90);

    expect(refusedUnchanged(tested, () => tested.replace(alice, 2, 10, 105))).toEqual({
      reason: 'post_only_would_trade',
    });
    expect(refusedUnchanged(tested, () => tested.replace(alice, 2, 10, 99, { timeInForce: 'ioc' }))).toEqual({
      reason: 'time_in_force_invalid',
    });
    expect(tested.replace(alice, 2, 10, 101)[2]).toMatchObject({ order: 4, postOnly: true, clientOrderId: null });
    expect(tested.replace(alice, 4, 10, 105, { postOnly: false })[2]).toMatchObject({ order: 5, postOnly: false });
    expect(tested.replace(alice, 3, 10, 91, { postOnly: true })[2]).toMatchObject({ order: 6, postOnly: true });
    expect(tested.replace(alice, 6, 10, 92)[2]).toMatchObject({ order: 7, postOnly: true });
  });

  it('can use the balance that the old order holds', () => {
    const tested = openExchange();
    tested.fund(alice, usdt, 1000);
    tested.buy(alice, 9, 100);

    expect(refusedUnchanged(tested, () => tested.replace(alice, 1, 11, 100))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 1000,
      needed: 1100,
    });
    expect(rejectionOf(tested.replace(alice, 1, 10, 100))).toBeNull();
    expect(tested.balance(alice, usdt)).toEqual([0, 1000]);
  });

  it('does not count the old order as open', () => {
    const tested = fundedExchange({ maxOpenOrders: 2 });
    tested.buy(alice, 1, 100);
    tested.buy(alice, 1, 100);

    expect(rejectionOf(tested.buy(alice, 1, 100))).toEqual({ reason: 'too_many_open_orders', maximum: 2 });
    expect(rejectionOf(tested.restarted().replace(alice, 1, 1, 101))).toBeNull();
  });

  it("may reuse the old order's client order id once it has expired", () => {
    const tested = fundedExchange();
    const terms = { clientOrderId: 'x' };
    tested.buy(alice, 1, 100, terms);
    tested.buy(alice, 1, 100, { clientOrderId: 'y' });

    expect(refusedUnchanged(tested, () => tested.replace(alice, 1, 1, 101, terms))).toEqual({
      reason: 'client_order_id_taken',
    });
    tested.wait(dayMs);
    tested.apply({ type: 'clock' });
    expect(refusedUnchanged(tested, () => tested.replace(alice, 1, 1, 101, { clientOrderId: 'y' }))).toEqual({
      reason: 'client_order_id_taken',
    });
    expect(tested.restarted().replace(alice, 1, 1, 101, terms)[2]).toMatchObject({ clientOrderId: 'x' });
  });

  it("is refused for an ended order, another user's order and an order of the other side", () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    tested.buy(alice, 10, 100);
    tested.cancel(alice, 2);
    const notFound = { reason: 'order_not_found' };

    expect(rejectionOf(tested.replace(alice, 2, 10, 101))).toEqual(notFound);
    expect(rejectionOf(tested.replace(bob, 1, 10, 101))).toEqual(notFound);
    expect(rejectionOf(tested.replace(alice, 1, 10, 101, { side: 'sell' }))).toEqual(notFound);
    expect(rejectionOf(tested.replace(alice, 1, 10, 101, { side: 'buy' }))).toBeNull();
  });

  it('is refused for the first of several faults, in the order of the list of rejections, and changes nothing', () => {
    const tested = fundedExchange({ minNotional: amount(300), priceBandPpm: 500_000 });
    const used = { clientOrderId: 'x' };
    tested.sell(bob, 5, 200);
    tested.buy(alice, 10, 200, used);
    tested.sell(bob, 2, 205);
    const huge = 10 ** 10;
    const fok = { timeInForce: 'fok' } as const;
    const reasons = [
      () => tested.replace(0 as typeof alice, 9, 0, 0),
      () => tested.replace(alice, 9, 0, 0),
      () => tested.replace(alice, 2, 0, 0, { ...used, ...fok, postOnly: true }),
      () => tested.replace(alice, 2, 0, 0, used),
      () => tested.replace(alice, 2, 0, 1, used),
      () => tested.replace(alice, 2, 5, 1, used),
      () => tested.replace(alice, 2, 2 ** 52, 1, used),
      () => tested.replace(alice, 2, 2 ** 52, 200, used),
      () => tested.replace(alice, 2, 6, 200, used),
      () => tested.replace(alice, 2, huge, 205, used),
      () => tested.replace(alice, 2, huge, 205, { postOnly: true }),
      () => tested.replace(alice, 2, huge, 205, fok),
      () => tested.replace(alice, 2, 7, 205, { postOnly: true }),
      () => tested.replace(alice, 2, 8, 205, fok),
    ].map((act) => refusedUnchanged(tested, act)?.reason);

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
    expect(rejectionOf(tested.replace(alice, 2, 7, 205, fok))).toBeNull();
  });

  it('happens once per request key, and repetitions return the new order', () => {
    const tested = fundedExchange();
    tested.buy(alice, 10, 100);
    tested.replace(alice, 1, 10, 101, { requestKey: 'k' });

    expect(tested.restarted().replace(alice, 1, 10, 101, { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'order', order: 2 } },
    ]);
    for (const terms of [
      { postOnly: false },
      { timeInForce: 'fok' },
      { side: 'buy' },
      { clientOrderId: 'c' },
    ] as const) {
      expect(rejectionOf(tested.replace(alice, 1, 10, 101, { requestKey: 'k', ...terms }))).toEqual({
        reason: 'request_key_reused',
      });
    }
    expect(tested.open()).toEqual([2]);
  });
});
