import { describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  btc,
  btcusdt,
  carol,
  endsOf,
  fundedDesk,
  rejectionOf,
  setup,
  tradesOf,
  triggeredOf,
  typesOf,
  usdt,
} from '../testing/desk.ts';
import type { ListMarket } from '../market/commands.ts';
import type { Event } from '../event.ts';
import type { ExchangeOptions } from '../state.ts';
import type { Desk } from '../testing/desk.ts';

const funds = { usdt: 1_000_000_000_000, btc: 10_000_000_000 };

/** The last trade was at 1000; ids go on from 3. */
function tradedDesk(market: Partial<ListMarket> = {}, options: ExchangeOptions = {}): Desk {
  const desk = fundedDesk({ marketSlippagePpm: 100_000, ...market }, options);
  desk.sell(bob, 1, 1000);
  desk.buy(carol, 1, 1000);
  return desk;
}

/** Bob and Carol trade one lot at this price with nobody else. */
function tradeAt(desk: Desk, price: number): Event[] {
  desk.sell(bob, 1, price);
  return desk.buy(carol, 1, price);
}

describe('a stop order is triggered', () => {
  it.each([
    ['a buy by a trade at its stop price', 'buy', 1100, 1100],
    ['a buy by a trade above it', 'buy', 1100, 1101],
    ['a sell by a trade at its stop price', 'sell', 900, 900],
    ['a sell by a trade below it', 'sell', 900, 899],
  ] as const)('%s', (_, side, stopPrice, price) => {
    const desk = tradedDesk();
    desk.stopLimit(side, alice, stopPrice, [5, side === 'buy' ? 1200 : 800]);
    const waiting = desk.restarted();
    const events = tradeAt(desk, price);

    expect(events.find((event) => event.type === 'order_triggered')).toEqual({
      type: 'order_triggered',
      ...{ order: 3, user: alice, market: 1, side, stopPrice, trade: 2, tradePrice: price },
    });
    expect(tradeAt(waiting, price)).toEqual(events);
  });

  it.each([
    ['a buy by a trade below its stop price', 'buy', 1100, 1099],
    ['a sell by a trade above it', 'sell', 900, 901],
    ['a buy by an order that is there without a trade', 'buy', 1100, null],
  ] as const)('not %s', (_, side, stopPrice, price) => {
    const desk = tradedDesk();
    desk.stopLimit(side, alice, stopPrice, [5, 1000]);
    const events = price === null ? desk.sell(bob, 1, 1100) : tradeAt(desk, price);

    expect(triggeredOf(events)).toEqual([]);
    expect(desk.open()).toContain(3);
  });

  it('by a price that was only touched between two trades of one order', () => {
    const desk = tradedDesk();
    desk.sell(bob, 1, 850);
    desk.sell(bob, 1, 1020);
    desk.stopLimit('sell', alice, 900, [1, 2000]);
    const events = desk.buy(carol, 2, 1020);

    expect(tradesOf(events)).toEqual(['3 × 1 @ 850', '4 × 1 @ 1020']);
    expect(triggeredOf(events)).toEqual([5]);
  });

  it('after the command that moved the price has done all of its own', () => {
    const desk = tradedDesk();
    desk.stopLimit('buy', alice, 1100, [1, 1200]);
    desk.sell(bob, 1, 1100);
    desk.sell(bob, 1, 1150);

    expect(typesOf(desk.buy(carol, 3, 1150))).toEqual([
      ...['order_accepted', 'traded', 'order_ended', 'traded', 'order_ended'],
      'order_triggered',
    ]);
  });

  it('nearest first, and at one price in the order of acceptance', () => {
    const desk = tradedDesk();
    for (const price of [1300, 1200, 1300, 1100, 1200]) desk.stopLimit('buy', alice, price, [1, 500]);
    for (const price of [700, 800, 700, 900, 800]) desk.stopLimit('sell', alice, price, [1, 2000]);
    const restarted = desk.restarted();

    expect(triggeredOf(tradeAt(desk, 1300))).toEqual([6, 4, 7, 3, 5]);
    expect(triggeredOf(tradeAt(desk, 700))).toEqual([11, 9, 12, 8, 10]);
    expect(triggeredOf(tradeAt(restarted, 700))).toEqual([11, 9, 12, 8, 10]);
  });

  it('buys before sells where the first trade of a market reaches both', () => {
    const desk = fundedDesk();
    desk.stopLimit('sell', alice, 1100, [1, 3000]);
    desk.stopLimit('buy', alice, 900, [1, 500]);

    expect(triggeredOf(tradeAt(desk, 1000))).toEqual([2, 1]);
  });
});

describe('a stop order that is triggered', () => {
  it('rests as a limit order with its own id, behind all that stood at its price then and before all that comes later', () => {
    const desk = tradedDesk();
    desk.stopLimit('buy', alice, 1100, [5, 950]);
    desk.buy(bob, 5, 950);
    tradeAt(desk, 1100);
    desk.buy(carol, 5, 950);

    expect(desk.restarted().open()).toEqual(desk.open());
    for (const each of [desk.restarted(), desk]) {
      expect(tradesOf(each.sell(carol, 8, 950, { selfTradePrevention: 'expire_taker' }))).toEqual([
        '4 × 5 @ 950',
        '3 × 3 @ 950',
      ]);
    }
    expect(desk.events.at(-2)).toMatchObject({ type: 'traded', makerOrder: 3 });
  });

  it('trades at once like any limit order, with its price improvement, and ends as what it was', () => {
    const desk = tradedDesk();
    desk.stopLimit('buy', alice, 1100, [5, 1200]);
    desk.sell(bob, 5, 1150);
    const events = tradeAt(desk, 1100);

    expect(desk.withFigures(events).at(-1)).toMatchObject({
      ...{ type: 'order_ended', order: 3, reason: 'filled', orderType: 'stop_limit', stopPrice: 1100, price: 1200 },
    });
    expect(events.find((event) => event.type === 'traded' && event.takerOrder === 3)).toMatchObject({
      buyerReleased: 250,
    });
    expect(desk.balance(alice, usdt)).toEqual([funds.usdt - 5750, 0]);
  });

  it('stays open while it rests, is cancelled as any, and keeps its place over a restart', () => {
    const desk = tradedDesk();
    desk.stopLimit('buy', alice, 1100, [5, 950]);
    tradeAt(desk, 1100);
    const [order] = [...desk.restarted().exchange.openOrders()];

    expect(order).toMatchObject({ order: 3, stop: { trigger: { n: 1, after: 5 } } });
    expect(desk.withFigures(desk.cancel(alice, 3))).toMatchObject([{ reason: 'user', stopPrice: 1100 }]);
  });

  it('pays as a market order only what it holds when the price jumps beyond its slippage, and gets back the rest', () => {
    const desk = tradedDesk({ marketSlippagePpm: 20_000 });
    desk.stopMarket('buy', alice, 1100, 10);
    desk.sell(bob, 20, 1500);
    expect(desk.balance(alice, usdt)).toEqual([funds.usdt - 11_220, 11_220]);
    const events = tradeAt(desk, 1100);

    expect(tradesOf(events)).toEqual(['5 × 1 @ 1100', '4 × 7 @ 1500']);
    expect(desk.withFigures(events).at(-1)).toMatchObject({
      reason: 'immediate_or_cancel',
      quantity: 10,
      filled: 7,
      released: 720,
    });
    expect(desk.balance(alice, usdt)).toEqual([funds.usdt - 10_500, 0]);
  });

  it('counts its slippage from the best price at that moment', () => {
    const desk = tradedDesk({ marketSlippagePpm: 20_000 });
    desk.stopMarket('sell', alice, 900, 10);
    for (const price of [800, 784, 783]) desk.buy(bob, 2, price);
    const events = tradeAt(desk, 900);

    expect(tradesOf(events)).toEqual(['7 × 1 @ 900', '4 × 2 @ 800', '5 × 2 @ 784']);
    expect(desk.withFigures(events).at(-1)).toMatchObject({
      order: 3,
      reason: 'immediate_or_cancel',
      filled: 4,
      released: 60_000,
    });
  });

  it.each([
    [
      'buys for its amount as far as it goes',
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
    const desk = tradedDesk();
    desk.stopAmount(side, alice, price, 4955);
    if (side === 'buy') desk.sell(bob, 20, price);
    else desk.buy(bob, 20, price);
    const events = side === 'buy' ? desk.buy(carol, 1, price) : desk.sell(carol, 1, price);

    expect(desk.withFigures(events).at(-1)).toMatchObject({ order: 3, ...outcome });
    expect(desk.balance(alice, side === 'buy' ? usdt : btc)[1]).toBe(0);
  });

  it.each([
    ['expire_maker', ['4: self_trade', '3: filled']],
    ['expire_taker', ['3: self_trade']],
    ['expire_both', ['4: self_trade', '3: self_trade']],
    [null, ['3: self_trade']],
  ] as const)('treats orders of its own user as it said when it was placed: %s', (selfTradePrevention, ends) => {
    const desk = tradedDesk({ selfTradePrevention: 'expire_taker' });
    desk.stopMarket('buy', alice, 1100, 1, { selfTradePrevention });
    desk.sell(alice, 1, 1120);
    desk.sell(bob, 1, 1130);
    const events = tradeAt(desk.restarted(), 1100);

    expect(endsOf(events).slice(2)).toEqual(
      selfTradePrevention === 'expire_maker' ? ['4: self_trade', '5: filled', '3: filled'] : ends,
    );
  });

  it.each([
    ['no_best_price', {}, (desk: Desk) => desk.stopMarket('buy', alice, 1100, 1)],
    ['price_out_of_band', { priceBandPpm: 200_000 }, (desk: Desk) => desk.stopLimit('buy', alice, 1100, [1, 1400])],
    ['post_only_would_trade', {}, (desk: Desk) => desk.stopLimit('buy', alice, 1100, [1, 1500], { postOnly: true })],
    [
      'fill_or_kill_unfilled',
      {},
      (desk: Desk) => desk.stopLimit('buy', alice, 1100, [9, 1500], { timeInForce: 'fok' }),
    ],
    ['immediate_or_cancel', {}, (desk: Desk) => desk.stopLimit('buy', alice, 1100, [1, 1200], { timeInForce: 'ioc' })],
  ] as const)('ends where it cannot be what it was to become, and its money is free: %s', (reason, market, place) => {
    const desk = tradedDesk(market);
    place(desk);
    if (reason !== 'no_best_price' && reason !== 'price_out_of_band') desk.sell(bob, 1, 1300);
    const events = tradeAt(desk, 1100);

    expect(triggeredOf(events)).toEqual([3]);
    expect(desk.withFigures(events).at(-1)).toMatchObject({ type: 'order_ended', order: 3, reason, filled: 0 });
    expect(desk.balance(alice, usdt)).toEqual([funds.usdt, 0]);
  });

  it.each([
    ['market_not_open', { type: 'change_market_state', market: btcusdt, state: 'cancel_only', ...setup }],
    ['sell_blocked', { type: 'change_market_settings', market: btcusdt, settings: { sellBlocked: true }, ...setup }],
  ] as const)('ends where its market has been closed to it before its turn: %s', (reason, change) => {
    const desk = tradedDesk({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 3; count += 1) desk.stopLimit('sell', alice, 900, [1, 2000]);
    desk.buy(bob, 1, 100);
    desk.stopMarket('sell', alice, 900, 1);
    tradeAt(desk, 900);
    expect(triggeredOf(desk.apply(change))).toEqual([4]);
    const later = [...desk.apply({ type: 'clock' }), ...desk.apply({ type: 'clock' })];

    expect(endsOf(later)).toEqual([`5: ${reason}`, `7: ${reason}`]);
    expect(desk.open()).toEqual([3, 4, 6]);
  });

  it('ends where a better bid would earn more than can be counted', () => {
    const desk = fundedDesk();
    desk.fund(alice, btc, 100_000_000_000);
    desk.stopLimit('sell', alice, 2_000_000_000, [5_000_000, 1]);
    desk.buy(carol, 2, 2_000_000_000);

    expect(endsOf(desk.sell(bob, 1, 2_000_000_000))).toEqual(['3: filled', '1: notional_too_large']);
  });
});

describe('a cascade of stop orders', () => {
  /** Three stop orders, each of which trades at the price that triggers the next. */
  function cascade(options: ExchangeOptions = {}): Desk {
    const desk = tradedDesk({}, options);
    for (const price of [1100, 1150, 1200]) {
      desk.stopMarket('buy', alice, price, 1);
      desk.sell(bob, 1, price + 50);
    }
    return desk;
  }

  it('goes on while triggered orders trade and reach others', () => {
    const events = tradeAt(cascade(), 1100);

    expect(triggeredOf(events)).toEqual([3, 5, 7]);
    expect(tradesOf(events).slice(1)).toEqual(['4 × 1 @ 1150', '6 × 1 @ 1200', '8 × 1 @ 1250']);
  });

  it('is done a bounded number of orders a command; the next command of any kind goes on first', () => {
    const desk = cascade({ dueWorkPerCommand: 1 });

    expect(triggeredOf(tradeAt(desk, 1100))).toEqual([3]);
    expect(desk.exchange.hasDueWork).toBe(true);
    expect(typesOf(desk.fund(carol, usdt, 1))).toEqual([
      'order_triggered',
      'traded',
      'order_ended',
      'order_ended',
      'credited',
    ]);
    expect(triggeredOf(desk.apply({ type: 'clock' }))).toEqual([7]);
    expect(desk.exchange.hasDueWork).toBe(false);
    expect(desk.apply({ type: 'clock' })).toEqual([]);
  });

  it('does at most sixty-four a command unless an exchange says otherwise', () => {
    const desk = tradedDesk();
    for (let count = 0; count < 130; count += 1) desk.stopLimit('buy', alice, 1100, [1, 500]);

    expect(triggeredOf(tradeAt(desk, 1100))).toHaveLength(64);
    expect(triggeredOf(desk.restarted().apply({ type: 'clock' }))).toHaveLength(64);
    desk.apply({ type: 'clock' });
    expect(triggeredOf(desk.apply({ type: 'clock' }))).toHaveLength(2);
  });

  it('goes on in the same way when the exchange is restored in the middle of it', () => {
    const desk = cascade({ dueWorkPerCommand: 1 });
    tradeAt(desk, 1100);
    const restored = desk.restarted();
    expect([...restored.exchange.snapshot()]).toEqual([...desk.exchange.snapshot()]);

    for (let tick = 0; tick < 3; tick += 1) {
      expect(restored.apply({ type: 'clock' })).toEqual(desk.apply({ type: 'clock' }));
    }
    expect(restored.exchange.stateHash()).toBe(desk.exchange.stateHash());
  });

  it('reaches what a price has met before the next command can move it away', () => {
    const desk = tradedDesk({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 3; count += 1) desk.stopLimit('buy', alice, 1100, [1, 500]);
    tradeAt(desk, 1100);
    tradeAt(desk, 1000);

    expect(desk.events.flatMap((event) => (event.type === 'order_triggered' ? [event.tradePrice] : []))).toEqual([
      1100, 1100, 1100,
    ]);
  });

  it('goes by the order of the trades that reached its orders, on either side', () => {
    const desk = tradedDesk({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 4; count += 1) desk.stopLimit('buy', alice, 1100, [1, 500]);
    desk.stopLimit('sell', alice, 900, [1, 3000]);
    tradeAt(desk, 1100);
    tradeAt(desk, 900);
    expect(triggeredOf(desk.events)).toEqual([3, 4, 5]);
    const restored = desk.restarted();
    for (let tick = 0; tick < 2; tick += 1) restored.apply({ type: 'clock' });

    expect(triggeredOf(restored.events)).toEqual([3, 4, 5, 6, 7]);
  });

  it('takes no new stop order at a price that it has reached and not yet dealt with', () => {
    const desk = tradedDesk({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 6; count += 1) desk.stopLimit('buy', alice, 1100, [1, 500]);
    tradeAt(desk, 1100);
    tradeAt(desk, 1000);

    const figures = { stopPrice: 1050, reference: 1100 };
    expect(rejectionOf(desk.restarted().stopMarket('buy', alice, 1050, 1))).toEqual({
      reason: 'stop_would_trigger',
      ...figures,
    });
    expect(rejectionOf(desk.stopMarket('buy', alice, 1050, 1))).toEqual({ reason: 'stop_would_trigger', ...figures });
    for (let tick = 0; tick < 2; tick += 1) desk.apply({ type: 'clock' });
    expect(rejectionOf(desk.stopMarket('buy', alice, 1050, 1))).toBeNull();
  });

  it('leaves out an order that its owner cancels before its turn', () => {
    const desk = tradedDesk({}, { dueWorkPerCommand: 1 });
    for (let count = 0; count < 4; count += 1) desk.stopLimit('buy', alice, 1100, [1, 500]);
    tradeAt(desk, 1100);

    expect(endsOf(desk.cancel(alice, 5))).toEqual(['5: user']);
    expect(triggeredOf(desk.apply({ type: 'clock' }))).toEqual([6]);
    expect(desk.exchange.hasDueWork).toBe(false);
  });
});
