import { describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  btc,
  btcusdt,
  carol,
  endsOf,
  fundedExchange,
  rejectionOf,
  setup,
  tradesOf,
  triggeredOf,
  typesOf,
  usdt,
} from '../testing/test-exchange.ts';
import type { ListMarket } from '../market/commands.ts';
import type { Event } from '../event.ts';
import type { ExchangeOptions } from '../state.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const funds = { usdt: 1_000_000_000_000, btc: 10_000_000_000 };

/** The last trade was at 1000; the next order id is 3. */
function tradedExchange(market: Partial<ListMarket> = {}, options: ExchangeOptions = {}): TestExchange {
  const tested = fundedExchange({ marketSlippagePpm: 100_000, ...market }, options);
  tested.sell(bob, 1, 1000);
  tested.buy(carol, 1, 1000);
  return tested;
}

/** Bob and Carol trade one lot at this price with each other. */
function tradeAt(tested: TestExchange, price: number): Event[] {
  tested.sell(bob, 1, price);
  return tested.buy(carol, 1, price);
}

describe('a stop order is triggered', () => {
  it.each([
    ['a buy by a trade at its stop price', 'buy', 1100, 1100],
    ['a buy by a trade above it', 'buy', 1100, 1101],
    ['a sell by a trade at its stop price', 'sell', 900, 900],
    ['a sell by a trade below it', 'sell', 900, 899],
  ] as const)('%s', (_, side, stopPrice, price) => {
    const tested = tradedExchange();
    tested.stopLimit(side, alice, stopPrice, [5, side === 'buy' ? 1200 : 800]);
    const waiting = tested.restarted();
    const events = tradeAt(tested, price);

    expect(events.find((event) => event.type === 'order_triggered')).toEqual({
      type: 'order_triggered',
      order: 3,
      user: alice,
      market: 1,
      side,
      stopPrice,
      trade: 2,
      tradePrice: price,
    });
    expect(tradeAt(waiting, price)).toEqual(events);
  });

  it.each([
    ['a buy by a trade below its stop price', 'buy', 1100, 1099],
    ['a sell by a trade above it', 'sell', 900, 901],
    ['a buy by a resting order without a trade', 'buy', 1100, null],
  ] as const)('not %s', (_, side, stopPrice, price) => {
    const tested = tradedExchange();
    tested.stopLimit(side, alice, stopPrice, [5, 1000]);
    const events = price === null ? tested.sell(bob, 1, 1100) : tradeAt(tested, price);

    expect(triggeredOf(events)).toEqual([]);
    expect(tested.open()).toContain(3);
  });

  it('by a price that was only reached between two trades of one order', () => {
    const tested = tradedExchange();
    tested.sell(bob, 1, 850);
    tested.sell(bob, 1, 1020);
    tested.stopLimit('sell', alice, 900, [1, 2000]);
    const events = tested.buy(carol, 2, 1020);

    expect(tradesOf(events)).toEqual(['3 × 1 @ 850', '4 × 1 @ 1020']);
    expect(triggeredOf(events)).toEqual([5]);
  });

  it('after the command that moved the price has finished', () => {
    const tested = tradedExchange();
    tested.stopLimit('buy', alice, 1100, [1, 1200]);
    tested.sell(bob, 1, 1100);
    tested.sell(bob, 1, 1150);

    expect(typesOf(tested.buy(carol, 3, 1150))).toEqual([
      'order_accepted',
      'traded',
      'order_ended',
      'traded',
      'order_ended',
      'order_triggered',
    ]);
  });

  it('nearest first, and at equal prices in the order of acceptance', () => {
    const tested = tradedExchange();
    for (const price of [1300, 1200, 1300, 1100, 1200]) tested.stopLimit('buy', alice, price, [1, 500]);
    for (const price of [700, 800, 700, 900, 800]) tested.stopLimit('sell', alice, price, [1, 2000]);
    const restarted = tested.restarted();

    expect(triggeredOf(tradeAt(tested, 1300))).toEqual([6, 4, 7, 3, 5]);
    expect(triggeredOf(tradeAt(tested, 700))).toEqual([11, 9, 12, 8, 10]);
    expect(triggeredOf(tradeAt(restarted, 700))).toEqual([11, 9, 12, 8, 10]);
  });

  it('buys before sells when the first trade of a market reaches both', () => {
    const tested = fundedExchange();
    tested.stopLimit('sell', alice, 1100, [1, 3000]);
    tested.stopLimit('buy', alice, 900, [1, 500]);

    expect(triggeredOf(tradeAt(tested, 1000))).toEqual([2, 1]);
  });
});

describe('a triggered stop order', () => {
  it('rests as a limit order with its own id, behind the orders already at its price and before later ones', () => {
    const tested = tradedExchange();
    tested.stopLimit('buy', alice, 1100, [5, 950]);
    tested.buy(bob, 5, 950);
    tradeAt(tested, 1100);
    tested.buy(carol, 5, 950);

    expect(tested.restarted().open()).toEqual(tested.open());
    for (const each of [tested.restarted(), tested]) {
      expect(tradesOf(each.sell(carol, 8, 950, { selfTradePrevention: 'expire_taker' }))).toEqual([
        '4 × 5 @ 950',
        '3 × 3 @ 950',
      ]);
    }
    expect(tested.events.at(-2)).toMatchObject({ type: 'traded', makerOrder: 3 });
  });

  it('trades immediately like any limit order, with price improvement, and keeps its order type', () => {
    const tested = tradedExchange();
    tested.stopLimit('buy', alice, 1100, [5, 1200]);
    tested.sell(bob, 5, 1150);
    const events = tradeAt(tested, 1100);

    expect(tested.withTotals(events).at(-1)).toMatchObject({
      type: 'order_ended',
      order: 3,
      reason: 'filled',
      orderType: 'stop_limit',
      stopPrice: 1100,
      price: 1200,
    });
    expect(events.find((event) => event.type === 'traded' && event.takerOrder === 3)).toMatchObject({
      buyerReleased: 250,
    });
    expect(tested.balance(alice, usdt)).toEqual([funds.usdt - 5750, 0]);
  });

  it('stays open while it rests, can be cancelled, and keeps its place across a restart', () => {
    const tested = tradedExchange();
    tested.stopLimit('buy', alice, 1100, [5, 950]);
    tradeAt(tested, 1100);
    const [order] = [...tested.restarted().exchange.openOrders()];

    expect(order).toMatchObject({ order: 3, stop: { trigger: { n: 1, after: 5 } } });
    expect(tested.withTotals(tested.cancel(alice, 3))).toMatchObject([{ reason: 'user', stopPrice: 1100 }]);
  });

  it('spends as a market order at most its hold when the price jumps beyond its slippage, and the rest is released', () => {
    const tested = tradedExchange({ marketSlippagePpm: 20_000 });
    tested.stopMarket('buy', alice, 1100, 10);
    tested.sell(bob, 20, 1500);
    expect(tested.balance(alice, usdt)).toEqual([funds.usdt - 11_220, 11_220]);
    const events = tradeAt(tested, 1100);

    expect(tradesOf(events)).toEqual(['5 × 1 @ 1100', '4 × 7 @ 1500']);
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      reason: 'immediate_or_cancel',
      quantity: 10,
      filled: 7,
      released: 720,
    });
    expect(tested.balance(alice, usdt)).toEqual([funds.usdt - 10_500, 0]);
  });

  it('counts its slippage from the best price when it is triggered', () => {
    const tested = tradedExchange({ marketSlippagePpm: 20_000 });
    tested.stopMarket('sell', alice, 900, 10);
    for (const price of [800, 784, 783]) tested.buy(bob, 2, price);
    const events = tradeAt(tested, 900);

    expect(tradesOf(events)).toEqual(['7 × 1 @ 900', '4 × 2 @ 800', '5 × 2 @ 784']);
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      order: 3,
      reason: 'immediate_or_cancel',
      filled: 4,
      released: 60_000,
    });
  });

  it.each([
    [
      'buys for its amount as far as possible',
      'buy',
      1100,
      { reason: 'filled', filled: 4, filledQuote: 4400, released: 555 },
    ],
    [
      'sells until it has earned its amount',
      'sell',
      900,
      { reason: 'filled', filled: 6, filledQuote: 5400, released: 10_000 },
    ],
  ] as const)('%s', (_, side, price, outcome) => {
    const tested = tradedExchange();
    tested.stopAmount(side, alice, price, 4955);
    if (side === 'buy') tested.sell(bob, 20, price);
    else tested.buy(bob, 20, price);
    const events = side === 'buy' ? tested.buy(carol, 1, price) : tested.sell(carol, 1, price);

    expect(tested.withTotals(events).at(-1)).toMatchObject({ order: 3, ...outcome });
    expect(tested.balance(alice, side === 'buy' ? usdt : btc)[1]).toBe(0);
  });

  it.each([
    ['expire_maker', ['4: self_trade', '3: filled']],
    ['expire_taker', ['3: self_trade']],
    ['expire_both', ['4: self_trade', '3: self_trade']],
    [null, ['3: self_trade']],
  ] as const)('applies the self-trade prevention from its placement to own orders: %s', (selfTradePrevention, ends) => {
    const tested = tradedExchange({ selfTradePrevention: 'expire_taker' });
    tested.stopMarket('buy', alice, 1100, 1, { selfTradePrevention });
    tested.sell(alice, 1, 1120);
    tested.sell(bob, 1, 1130);
    const events = tradeAt(tested.restarted(), 1100);

    expect(endsOf(events).slice(2)).toEqual(
      selfTradePrevention === 'expire_maker' ? ['4: self_trade', '5: filled', '3: filled'] : ends,
    );
  });

  it.each([
    ['no_best_price', {}, (tested: TestExchange) => tested.stopMarket('buy', alice, 1100, 1)],
    [
      'price_out_of_band',
      { priceBandPpm: 200_000 },
      (tested: TestExchange) => tested.stopLimit('buy', alice, 1100, [1, 1400]),
    ],
    [
      'post_only_would_trade',
      {},
      (tested: TestExchange) => tested.stopLimit('buy', alice, 1100, [1, 1500], { postOnly: true }),
    ],
    [
      'fill_or_kill_unfilled',
      {},
      (tested: TestExchange) => tested.stopLimit('buy', alice, 1100, [9, 1500], { timeInForce: 'fok' }),
    ],
    [
      'immediate_or_cancel',
      {},
      (tested: TestExchange) => tested.stopLimit('buy', alice, 1100, [1, 1200], { timeInForce: 'ioc' }),
    ],
  ] as const)(
    'ends and releases its funds when the order that it becomes would be refused: %s',
    (reason, market, place) => {
      const tested = tradedExchange(market);
      place(tested);
      if (reason !== 'no_best_price' && reason !== 'price_out_of_band') tested.sell(bob, 1, 1300);
      const events = tradeAt(tested, 1100);

      expect(triggeredOf(events)).toEqual([3]);
      expect(tested.withTotals(events).at(-1)).toMatchObject({ type: 'order_ended', order: 3, reason, filled: 0 });
      expect(tested.balance(alice, usdt)).toEqual([funds.usdt, 0]);
    },
  );

  it.each([
    ['market_not_open', { type: 'change_market_state', market: btcusdt, state: 'cancel_only', ...setup }],
    ['sell_blocked', { type: 'change_market_settings', market: btcusdt, settings: { sellBlocked: true }, ...setup }],
  ] as const)('ends when its market was closed to it before its turn: %s', (reason, change) => {
    const tested = tradedExchange({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 3; count += 1) tested.stopLimit('sell', alice, 900, [1, 2000]);
    tested.buy(bob, 1, 100);
    tested.stopMarket('sell', alice, 900, 1);
    tradeAt(tested, 900);
    expect(triggeredOf(tested.apply(change))).toEqual([4]);
    const later = [...tested.apply({ type: 'clock' }), ...tested.apply({ type: 'clock' })];

    expect(endsOf(later)).toEqual([`5: ${reason}`, `7: ${reason}`]);
    expect(tested.open()).toEqual([3, 4, 6]);
  });

  it('ends when a better bid would earn more than the maximum amount', () => {
    const tested = fundedExchange();
    tested.fund(alice, btc, 100_000_000_000);
    tested.stopLimit('sell', alice, 2_000_000_000, [5_000_000, 1]);
    tested.buy(carol, 2, 2_000_000_000);

    expect(endsOf(tested.sell(bob, 1, 2_000_000_000))).toEqual(['3: filled', '1: notional_too_large']);
  });
});

describe('a cascade of stop orders', () => {
  /** Three stop orders; each trades at the price that triggers the next. */
  function cascade(options: ExchangeOptions = {}): TestExchange {
    const tested = tradedExchange({}, options);
    for (const price of [1100, 1150, 1200]) {
      tested.stopMarket('buy', alice, price, 1);
      tested.sell(bob, 1, price + 50);
    }
    return tested;
  }

  it('continues while triggered orders trade and reach others', () => {
    const events = tradeAt(cascade(), 1100);

    expect(triggeredOf(events)).toEqual([3, 5, 7]);
    expect(tradesOf(events).slice(1)).toEqual(['4 × 1 @ 1150', '6 × 1 @ 1200', '8 × 1 @ 1250']);
  });

  it('handles a bounded number of orders per command; the next command of any type continues it first', () => {
    const tested = cascade({ dueWorkPerCommand: 1 });

    expect(triggeredOf(tradeAt(tested, 1100))).toEqual([3]);
    expect(tested.exchange.hasDueWork).toBe(true);
    expect(typesOf(tested.fund(carol, usdt, 1))).toEqual([
      'order_triggered',
      'traded',
      'order_ended',
      'order_ended',
      'credited',
    ]);
    expect(triggeredOf(tested.apply({ type: 'clock' }))).toEqual([7]);
    expect(tested.exchange.hasDueWork).toBe(false);
    expect(tested.apply({ type: 'clock' })).toEqual([]);
  });

  it('handles at most 64 orders per command by default', () => {
    const tested = tradedExchange();
    for (let count = 0; count < 130; count += 1) tested.stopLimit('buy', alice, 1100, [1, 500]);

    expect(triggeredOf(tradeAt(tested, 1100))).toHaveLength(64);
    expect(triggeredOf(tested.restarted().apply({ type: 'clock' }))).toHaveLength(64);
    tested.apply({ type: 'clock' });
    expect(triggeredOf(tested.apply({ type: 'clock' }))).toHaveLength(2);
  });

  it('continues in the same way when the exchange is restored in the middle of it', () => {
    const tested = cascade({ dueWorkPerCommand: 1 });
    tradeAt(tested, 1100);
    const restored = tested.restarted();
    expect([...restored.exchange.snapshot()]).toEqual([...tested.exchange.snapshot()]);

    for (let tick = 0; tick < 3; tick += 1) {
      expect(restored.apply({ type: 'clock' })).toEqual(tested.apply({ type: 'clock' }));
    }
    expect(restored.exchange.stateHash()).toBe(tested.exchange.stateHash());
  });

  it('triggers all orders that a price reached before the next command can move the price away', () => {
    const tested = tradedExchange({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 3; count += 1) tested.stopLimit('buy', alice, 1100, [1, 500]);
    tradeAt(tested, 1100);
    tradeAt(tested, 1000);

    expect(tested.events.flatMap((event) => (event.type === 'order_triggered' ? [event.tradePrice] : []))).toEqual([
      1100, 1100, 1100,
    ]);
  });

  it('follows the order of the trades that reached the stop orders, on either side', () => {
    const tested = tradedExchange({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 4; count += 1) tested.stopLimit('buy', alice, 1100, [1, 500]);
    tested.stopLimit('sell', alice, 900, [1, 3000]);
    tradeAt(tested, 1100);
    tradeAt(tested, 900);
    expect(triggeredOf(tested.events)).toEqual([3, 4, 5]);
    const restored = tested.restarted();
    for (let tick = 0; tick < 2; tick += 1) restored.apply({ type: 'clock' });

    expect(triggeredOf(restored.events)).toEqual([3, 4, 5, 6, 7]);
  });

  it('refuses a new stop order at a price that it has reached but not yet handled', () => {
    const tested = tradedExchange({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 6; count += 1) tested.stopLimit('buy', alice, 1100, [1, 500]);
    tradeAt(tested, 1100);
    tradeAt(tested, 1000);

    const figures = { stopPrice: 1050, reference: 1100 };
    expect(rejectionOf(tested.restarted().stopMarket('buy', alice, 1050, 1))).toEqual({
      reason: 'stop_would_trigger',
      ...figures,
    });
    expect(rejectionOf(tested.stopMarket('buy', alice, 1050, 1))).toEqual({ reason: 'stop_would_trigger', ...figures });
    for (let tick = 0; tick < 2; tick += 1) tested.apply({ type: 'clock' });
    expect(rejectionOf(tested.stopMarket('buy', alice, 1050, 1))).toBeNull();
  });

  it('skips an order that its owner cancels before its turn', () => {
    const tested = tradedExchange({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 4; count += 1) tested.stopLimit('buy', alice, 1100, [1, 500]);
    tradeAt(tested, 1100);

    expect(endsOf(tested.cancel(alice, 5))).toEqual(['5: user']);
    expect(triggeredOf(tested.apply({ type: 'clock' }))).toEqual([6]);
    expect(tested.exchange.hasDueWork).toBe(false);
  });
});
