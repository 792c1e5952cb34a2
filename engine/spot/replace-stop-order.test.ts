import { describe, expect, it } from 'vitest';
import { amount, lots, ticks } from '../money.ts';
import {
  alice,
  bob,
  btc,
  carol,
  fundedExchange,
  rejectionOf,
  triggeredOf,
  typesOf,
  usdt,
} from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';
import type { ListMarket } from '../market/commands.ts';
import type { TriggeredReplacement } from './terms.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const dayMs = 86_400_000;
const funds = { usdt: 1_000_000_000_000, btc: 10_000_000_000 };

/** The last trade was at 1000, and Alice's stop order 3 waits: a buy of 10 lots at 1200 from 1100. */
function waitingExchange(market: Partial<ListMarket> = {}): TestExchange {
  const tested = fundedExchange(market);
  tested.sell(bob, 5, 1000);
  tested.buy(carol, 5, 1000);
  tested.stopLimit('buy', alice, 1100, [10, 1200], { clientOrderId: 'old' });
  return tested;
}

function limit(quantity: number, price: number, terms: Partial<TriggeredReplacement> = {}): TriggeredReplacement {
  const size = { price: ticks(price), quantity: lots(quantity) };
  return { orderType: 'limit', timeInForce: 'gtc', postOnly: null, ...size, ...terms } as TriggeredReplacement;
}

function market(quantity: number): TriggeredReplacement {
  return { orderType: 'market', size: { by: 'quantity', quantity: lots(quantity) } };
}

function trade(tested: TestExchange, price: number): Event[] {
  tested.sell(bob, 1, price);
  return tested.buy(carol, 1, price);
}

/** Returns the rejection, after checking that only the sequence has changed. */
function refusedUnchanged(tested: TestExchange, act: () => Event[]): ReturnType<typeof rejectionOf> {
  const before = [...tested.exchange.snapshot()].slice(1, -1);
  const events = act();
  expect(typesOf(events)).toEqual(['rejected']);
  expect([...tested.exchange.snapshot()].slice(1, -1)).toEqual(before);
  return rejectionOf(events);
}

describe('replacing a waiting stop order', () => {
  it('ends it and places another in one step, with the holds of the new one', () => {
    const tested = waitingExchange();
    const events = tested.replaceStop(alice, 3, 1050, limit(20, 1060), { clientOrderId: 'new' });

    expect(events).toMatchObject([
      { type: 'order_ended', order: 3, reason: 'replaced', released: 12_000 },
      { type: 'order_replaced', user: alice, order: 3, by: 4 },
      {
        type: 'order_accepted',
        order: 4,
        side: 'buy',
        orderType: 'stop_limit',
        stopPrice: 1050,
        price: 1060,
        quantity: 20,
        held: 21_200,
        clientOrderId: 'new',
      },
    ]);
    expect(tested.balance(alice, usdt)).toEqual([funds.usdt - 21_200, 21_200]);
    const restarted = tested.restarted();
    expect(restarted.open()).toEqual([4]);
    expect(triggeredOf(trade(restarted, 1049))).toEqual([]);
    expect(triggeredOf(trade(restarted, 1050))).toEqual([4]);
  });

  it('no longer fires at the old stop price', () => {
    const tested = waitingExchange();
    tested.replaceStop(alice, 3, 1200, limit(10, 1200));

    expect(triggeredOf(trade(tested, 1100))).toEqual([]);
    expect(triggeredOf(trade(tested, 1200))).toEqual([4]);
  });

  it('may change between a limit and a market order', () => {
    const tested = waitingExchange();

    expect(tested.replaceStop(alice, 3, 1100, market(10))).toMatchObject([
      { order: 3 },
      { order: 3, by: 4 },
      // 2 % above 1100 is 1122.
      { order: 4, orderType: 'stop_market', timeInForce: 'ioc', price: 1100, held: 11_220 },
    ]);
    expect(tested.replaceStop(alice, 4, 1100, limit(10, 1100))[2]).toMatchObject({ orderType: 'stop_limit', order: 5 });
  });

  it('stays post-only unless the command says otherwise', () => {
    const tested = waitingExchange();
    tested.replaceStop(alice, 3, 1100, limit(10, 1200, { postOnly: true }));

    expect(tested.replaceStop(alice, 4, 1150, limit(10, 1200))[2]).toMatchObject({ order: 5, postOnly: true });
    expect(tested.replaceStop(alice, 5, 1150, limit(10, 1200, { postOnly: false }))[2]).toMatchObject({
      postOnly: false,
    });
  });

  it('may use the funds, the client order id and the place among open orders of the old one', () => {
    const tested = waitingExchange({ maxOpenOrders: 1 });
    tested.wait(dayMs);
    const most = Math.floor(funds.usdt / 1000);

    expect(rejectionOf(tested.replaceStop(alice, 3, 1001, limit(most, 1000), { clientOrderId: 'old' }))).toBeNull();
    expect(tested.balance(alice, usdt)).toEqual([0, funds.usdt]);
    expect(refusedUnchanged(tested, () => tested.replaceStop(alice, 4, 1001, limit(most + 1, 1000)))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: funds.usdt,
      needed: funds.usdt + 1000,
    });
  });

  it('of the other side keeps that side', () => {
    const tested = waitingExchange();
    tested.stopMarket('sell', alice, 900, 10);

    expect(tested.replaceStop(alice, 4, 950, market(5))[2]).toMatchObject({ side: 'sell', held: 50_000 });
    expect(tested.balance(alice, btc)).toEqual([funds.btc - 50_000, 50_000]);
  });

  it('is refused, without effect, wherever placing the new order would be', () => {
    const tested = waitingExchange({ priceStep: ticks(10), quantityStep: lots(5), minNotional: amount(1000) });
    const reasonOf = (stopPrice: number, becomes: TriggeredReplacement): string | undefined =>
      refusedUnchanged(tested, () => tested.replaceStop(alice, 3, stopPrice, becomes))?.reason;

    expect(reasonOf(1000, limit(10, 1200))).toBe('stop_would_trigger');
    expect(reasonOf(0, limit(10, 1200))).toBe('stop_price_invalid');
    expect(reasonOf(1105, limit(10, 1200))).toBe('price_off_step');
    expect(reasonOf(1100, limit(10, 1205))).toBe('price_off_step');
    expect(reasonOf(1100, limit(11, 1200))).toBe('quantity_off_step');
    expect(reasonOf(1100, limit(10, 10))).toBe('below_min_notional');
    expect(reasonOf(1100, limit(10, 1200, { timeInForce: 'ioc', postOnly: true }))).toBe('time_in_force_invalid');
  });

  it('is refused for an order that has fired, rests in the book or belongs to another user', () => {
    const tested = waitingExchange();
    tested.buy(alice, 1, 500);
    const reasonOf = (order: number, user = alice, side: 'buy' | 'sell' | null = null): string | undefined =>
      refusedUnchanged(tested, () => tested.replaceStop(user, order, 1150, limit(10, 1200), { side }))?.reason;

    expect(reasonOf(4)).toBe('order_not_waiting');
    expect(reasonOf(3, bob)).toBe('order_not_found');
    expect(reasonOf(3, alice, 'sell')).toBe('order_not_found');
    expect(reasonOf(99)).toBe('order_not_found');
    expect(triggeredOf(trade(tested, 1100))).toEqual([3]);
    expect(reasonOf(3)).toBe('order_not_waiting');
  });

  it('with a request key happens once', () => {
    const tested = waitingExchange();
    const replace = (): Event[] => tested.replaceStop(alice, 3, 1150, limit(10, 1200), { requestKey: 'k' });
    replace();

    expect(replace()).toMatchObject([{ type: 'request_repeated', first: { type: 'order', order: 4 } }]);
    expect(tested.open()).toEqual([4]);
  });
});
