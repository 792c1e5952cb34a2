import { describe, expect, it } from 'vitest';
import { amount } from '../money.ts';
import { alice, bob, btc, carol, fundedExchange, rejectionOf, usdt } from '../testing/test-exchange.ts';
import type { ListMarket } from '../market/commands.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const largest = Number.MAX_SAFE_INTEGER;
const funds = { usdt: 1_000_000_000_000, btc: 10_000_000_000 };

/** The last trade was at 1000. */
function tradedExchange(market: Partial<ListMarket> = {}): TestExchange {
  const tested = fundedExchange(market);
  tested.sell(bob, 1, 1000);
  tested.buy(carol, 1, 1000);
  return tested;
}

describe('a stop order', () => {
  it('waits outside the book, open and untriggered', () => {
    const tested = tradedExchange();
    const events = tested.stopLimit('buy', alice, 1100, [10, 1200], {
      clientOrderId: 'c',
      selfTradePrevention: 'expire_both',
    });

    expect(events).toMatchObject([
      {
        type: 'order_accepted',
        order: 3,
        orderType: 'stop_limit',
        timeInForce: 'gtc',
        price: 1200,
        stopPrice: 1100,
        quantity: 10,
        held: 12_000,
      },
    ]);
    expect([...tested.exchange.openOrders()]).toMatchObject([
      { order: 3, stop: { selfTradePrevention: 'expire_both', trigger: null }, remaining: 10 },
    ]);
    expect(tested.sell(bob, 10, 1100)).toMatchObject([{ type: 'order_accepted' }]);
    expect(tested.open()).toEqual([3, 4]);
  });

  it('has a stop price, which a limit order does not have', () => {
    const tested = fundedExchange();
    tested.buy(alice, 1, 100);

    expect([...tested.exchange.openOrders()]).toMatchObject([{ orderType: 'limit', stopPrice: null, stop: null }]);
  });

  it.each([
    [
      'a stop-limit buy: its price times its quantity',
      'buy',
      (tested: TestExchange) => tested.stopLimit('buy', alice, 1100, [10, 1200]),
      12_000,
    ],
    [
      'a stop-limit sell: its quantity',
      'sell',
      (tested: TestExchange) => tested.stopLimit('sell', alice, 900, [10, 800]),
      100_000,
    ],
    [
      'a stop-market sell: its quantity',
      'sell',
      (tested: TestExchange) => tested.stopMarket('sell', alice, 900, 10),
      100_000,
    ],
    // 2 % above 1099 is 1120.98.
    [
      'a stop-market buy: its quantity at the stop price plus slippage, rounded up',
      'buy',
      (tested: TestExchange) => tested.stopMarket('buy', alice, 1099, 10),
      11_210,
    ],
    [
      'a stop-market buy near the maximum price: its quantity at that price',
      'buy',
      (tested: TestExchange) => tested.stopMarket('buy', alice, 2 ** 31 - 2, 10),
      10 * (2 ** 31 - 1),
    ],
    [
      'a stop-market buy by amount: that amount',
      'buy',
      (tested: TestExchange) => tested.stopAmount('buy', alice, 1100, 5555),
      5555,
    ],
    // 2 % below 905 is 886.9; 6 lots at 886 earn 5316, 7 earn 6202.
    [
      'a stop-market sell by amount: the lots that earn it at the end of the slippage',
      'sell',
      (tested: TestExchange) => tested.stopAmount('sell', alice, 905, 5317),
      70_000,
    ],
  ] as const)('locks its funds on acceptance: %s', (_, side, place, held) => {
    const tested = tradedExchange();
    const [currency, all] = side === 'buy' ? ([usdt, funds.usdt] as const) : ([btc, funds.btc] as const);
    expect(place(tested)).toMatchObject([{ type: 'order_accepted', held }]);

    expect(tested.balance(alice, currency)).toEqual([all - held, held]);
    tested.cancel(alice, 3);
    expect(tested.balance(alice, currency)).toEqual([all, 0]);
  });

  it.each([
    ['a buy at the last price', 'buy', 1000],
    ['a buy below it', 'buy', 999],
    ['a sell at the last price', 'sell', 1000],
    ['a sell above it', 'sell', 1001],
  ] as const)('is refused when its price is already reached: %s', (_, side, stopPrice) => {
    const tested = tradedExchange();

    expect(rejectionOf(tested.stopMarket(side, alice, stopPrice, 1))).toEqual({
      reason: 'stop_would_trigger',
      stopPrice,
      reference: 1000,
    });
    expect(rejectionOf(tested.restarted().stopLimit(side, alice, stopPrice, [1, 1000]))).toMatchObject({
      reference: 1000,
    });
    expect(tested.open()).toEqual([]);
  });

  it('may have any stop price before the first trade of a market', () => {
    const tested = fundedExchange();
    tested.stopMarket('buy', alice, 1, 1);
    tested.stopMarket('sell', alice, 100_000, 1);

    expect(tested.open()).toEqual([1, 2]);
  });

  it('counts as an open order of its user, whatever it becomes', () => {
    const tested = tradedExchange({ maxOpenOrders: 2 });
    tested.stopMarket('buy', alice, 1100, 1);
    tested.buy(alice, 1, 500);

    expect(rejectionOf(tested.stopMarket('buy', alice, 1100, 1))).toEqual({
      reason: 'too_many_open_orders',
      maximum: 2,
    });
    expect(rejectionOf(tested.stopLimit('buy', alice, 1100, [1, 1100], { timeInForce: 'ioc' }))).toMatchObject({
      maximum: 2,
    });
    expect(rejectionOf(tested.buy(alice, 1, 500))).toMatchObject({ reason: 'too_many_open_orders' });
  });

  it('is cancelled by its owner individually or with all orders', () => {
    const tested = tradedExchange();
    for (const stopPrice of [1300, 1100, 1200]) tested.stopMarket('buy', alice, stopPrice, 1);
    tested.stopMarket('sell', alice, 900, 1);
    tested.buy(alice, 1, 500);

    expect(rejectionOf(tested.cancel(bob, 4))).toEqual({ reason: 'order_not_found' });
    expect(tested.withTotals(tested.cancel(alice, 4))).toMatchObject([
      { order: 4, reason: 'user', stopPrice: 1100, filled: 0 },
    ]);
    expect(tested.cancelAll(alice, 'buy').at(-1)).toMatchObject({ cancelled: 3 });
    expect(tested.open()).toEqual([6]);
    tested.restarted().cancelAll(alice);
  });

  it('is placed once per request key', () => {
    const tested = tradedExchange();
    tested.stopMarket('buy', alice, 1100, 1, { requestKey: 'k' });

    expect(tested.restarted().stopMarket('buy', alice, 1100, 1, { requestKey: 'k' })).toMatchObject([
      { type: 'request_repeated', first: { type: 'order', order: 3 } },
    ]);
    expect(rejectionOf(tested.stopMarket('buy', alice, 1100, 2, { requestKey: 'k' }))).toEqual({
      reason: 'request_key_reused',
    });
    expect(rejectionOf(tested.stopAmount('buy', alice, 1100, 1, { requestKey: 'k' }))).toEqual({
      reason: 'request_key_reused',
    });
  });

  it('cannot reuse the client order id of another order', () => {
    const tested = tradedExchange();
    tested.stopMarket('buy', alice, 1100, 1, { clientOrderId: 'c' });

    expect(rejectionOf(tested.stopMarket('buy', alice, 1100, 1, { clientOrderId: 'c' }))).toEqual({
      reason: 'client_order_id_taken',
    });
  });

  it('may have a limit price on either side of its stop price, and one outside the current price band', () => {
    const tested = tradedExchange({ priceBandPpm: 100_000 });

    expect(rejectionOf(tested.stopLimit('buy', alice, 5000, [1, 4000]))).toBeNull();
    expect(rejectionOf(tested.stopLimit('buy', alice, 5000, [1, 6000]))).toBeNull();
  });

  // Each row fixes the fault that the previous row was refused for.
  it.each([
    [
      'market_not_open',
      { state: 'post_only' },
      (tested: TestExchange) => tested.stopLimit('sell', alice, 0, [0, 0], { timeInForce: 'ioc', postOnly: true }),
    ],
    [
      'time_in_force_invalid',
      {},
      (tested: TestExchange) => tested.stopLimit('sell', alice, 0, [0, 0], { timeInForce: 'ioc', postOnly: true }),
    ],
    ['stop_price_invalid', {}, (tested: TestExchange) => tested.stopLimit('sell', alice, 0, [0, 0])],
    ['stop_price_invalid', {}, (tested: TestExchange) => tested.stopMarket('sell', alice, 2 ** 31, 0)],
    ['price_invalid', {}, (tested: TestExchange) => tested.stopLimit('sell', alice, 5000, [0, 0])],
    ['quantity_invalid', {}, (tested: TestExchange) => tested.stopLimit('sell', alice, 5000, [0, 1])],
    ['quantity_invalid', {}, (tested: TestExchange) => tested.stopMarket('sell', alice, 5000, -1)],
    ['amount_invalid', {}, (tested: TestExchange) => tested.stopAmount('sell', alice, 5000, 0.5)],
    ['stop_would_trigger', {}, (tested: TestExchange) => tested.stopLimit('sell', alice, 5000, [largest, 1])],
    ['notional_too_large', {}, (tested: TestExchange) => tested.stopLimit('sell', alice, 900, [largest, 1])],
    ['notional_too_large', {}, (tested: TestExchange) => tested.stopMarket('buy', alice, 2 ** 31 - 1, 5_000_000)],
    ['notional_too_large', {}, (tested: TestExchange) => tested.stopAmount('sell', alice, 1, largest)],
    [
      'below_min_notional',
      { minNotional: amount(2) },
      (tested: TestExchange) => tested.stopLimit('sell', alice, 900, [1, 1]),
    ],
    [
      'below_min_notional',
      { minNotional: amount(901) },
      (tested: TestExchange) => tested.stopMarket('sell', alice, 900, 1),
    ],
    ['below_min_notional', {}, (tested: TestExchange) => tested.stopAmount('buy', alice, 1100, 1099)],
    [
      'sell_blocked',
      { sellBlocked: true },
      (tested: TestExchange) => tested.stopMarket('sell', alice, 900, 1, { clientOrderId: 'taken' }),
    ],
    [
      'client_order_id_taken',
      {},
      (tested: TestExchange) => tested.stopMarket('sell', alice, 900, 1, { clientOrderId: 'taken' }),
    ],
    [
      'too_many_open_orders',
      { maxOpenOrders: 1 },
      (tested: TestExchange) => tested.stopMarket('sell', alice, 900, 2_000_000),
    ],
    ['insufficient_balance', {}, (tested: TestExchange) => tested.stopMarket('sell', alice, 900, 2_000_000)],
  ] as const)('is refused for the first of several faults: %s', (reason, market, place) => {
    // Nothing can have traded in such a market, so every stop price waits for the first trade.
    const tested = 'state' in market || 'sellBlocked' in market ? fundedExchange(market) : tradedExchange(market);
    tested.buy(alice, 3, 1, { clientOrderId: 'taken' });

    expect(rejectionOf(place(tested))).toMatchObject({ reason });
  });

  it('is refused on an unknown market', () => {
    expect(rejectionOf(fundedExchange().stopMarket('buy', alice, 1, 1, { market: 9 as never }))).toEqual({
      reason: 'market_unknown',
    });
  });

  it('is refused with the needed amount when the balance does not suffice', () => {
    const tested = tradedExchange();

    expect(rejectionOf(tested.stopMarket('buy', alice, 2_000_000, 1_000_000))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: funds.usdt,
      needed: 2_040_000_000_000,
    });
  });
});
