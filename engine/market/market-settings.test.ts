import { describe, expect, it } from 'vitest';
import { amount, lots, ticks } from '../money.ts';
import { alice, bob, btcusdt, carol, fundedExchange, rejectionOf, setup, tradesOf } from '../testing/test-exchange.ts';
import type { MarketSettings } from './commands.ts';
import type { Event } from '../event.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

function change(tested: TestExchange, settings: Partial<Record<keyof MarketSettings, unknown>>): Event[] {
  return tested.apply({
    type: 'change_market_settings',
    market: btcusdt,
    settings: settings as Partial<MarketSettings>,
    ...setup,
  });
}

const defaults: MarketSettings = {
  priceStep: ticks(1),
  quantityStep: lots(1),
  minNotional: amount(0),
  marketSlippagePpm: 20_000,
  priceBandPpm: null,
  maxOpenOrders: 200,
  selfTradePrevention: 'expire_maker',
  sellBlocked: false,
};

describe('a change of settings', () => {
  it('reports all settings before and after, the operator and the reason', () => {
    const tested = fundedExchange();

    expect(change(tested, { priceBandPpm: 500_000, maxOpenOrders: 3 })).toEqual([
      {
        type: 'market_settings_changed',
        market: btcusdt,
        before: defaults,
        after: { ...defaults, priceBandPpm: 500_000, maxOpenOrders: 3 },
        ...setup,
      },
    ]);
  });

  it.each<[Partial<Record<keyof MarketSettings, unknown>>, string]>([
    [{}, 'names no setting'],
    [{ priceStep: 1, sellBlocked: false }, 'changes no value'],
  ])('to %j is refused because it %s', (settings) => {
    expect(rejectionOf(change(fundedExchange(), settings))).toEqual({ reason: 'setting_unchanged' });
  });

  it.each<[keyof MarketSettings, unknown]>([
    ['priceStep', 0],
    ['priceStep', 2 ** 31],
    ['quantityStep', 0],
    ['quantityStep', 0.5],
    ['minNotional', -1],
    ['marketSlippagePpm', 1_000_000],
    ['priceBandPpm', 0],
    ['priceBandPpm', 99_000_001],
    ['maxOpenOrders', 0],
  ])('that sets %s to %s is refused and changes nothing', (field, value) => {
    const tested = fundedExchange();

    expect(rejectionOf(change(tested, { sellBlocked: true, [field]: value }))).toEqual({
      reason: 'setting_invalid',
      field,
    });
    expect([...tested.exchange.markets()]).toMatchObject([defaults]);
  });

  it('survives a restart', () => {
    const tested = fundedExchange();
    change(tested, { priceStep: 5, sellBlocked: true });

    expect([...tested.restarted().exchange.markets()]).toMatchObject([
      { ...defaults, priceStep: 5, sellBlocked: true },
    ]);
  });
});

describe('after a change of', () => {
  it.each<[string, Partial<MarketSettings>, (tested: TestExchange) => Event[], object | null]>([
    [
      'the price step, an order off the step is refused',
      { priceStep: ticks(5) },
      (tested) => tested.buy(alice, 1, 93),
      { reason: 'price_off_step', step: 5 },
    ],
    [
      'the price step, an order on the step is accepted',
      { priceStep: ticks(5) },
      (tested) => tested.buy(alice, 1, 95),
      null,
    ],
    [
      'the quantity step, an order off the step is refused',
      { quantityStep: lots(2) },
      (tested) => tested.buy(alice, 3, 90),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'the quantity step, a market order off the step is refused',
      { quantityStep: lots(2) },
      (tested) => tested.take('buy', alice, 3),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'the quantity step, an order on the step is accepted',
      { quantityStep: lots(2) },
      (tested) => tested.buy(alice, 4, 90),
      null,
    ],
    [
      'the price step, a stop price off the step is refused',
      { priceStep: ticks(5) },
      (tested) => tested.stopLimit('buy', alice, 111, [1, 115]),
      { reason: 'price_off_step', step: 5 },
    ],
    [
      'the price step, a stop order with a limit price off the step is refused',
      { priceStep: ticks(5) },
      (tested) => tested.stopLimit('buy', alice, 110, [1, 111]),
      { reason: 'price_off_step', step: 5 },
    ],
    [
      'the quantity step, a stop order off the step is refused',
      { quantityStep: lots(2) },
      (tested) => tested.stopMarket('buy', alice, 110, 3),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'the quantity step, a reduction off the step is refused',
      { quantityStep: lots(2) },
      (tested) => tested.reduce(bob, 3, 5),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'the quantity step, a replacement on the step is accepted',
      { quantityStep: lots(2) },
      (tested) => tested.replace(bob, 3, 4, 104),
      null,
    ],
    [
      'the minimum notional, a smaller order is refused',
      { minNotional: amount(100) },
      (tested) => tested.buy(alice, 1, 99),
      { reason: 'below_min_notional', minimum: 100, notional: 99 },
    ],
    [
      'the price band, an order outside the band is refused',
      { priceBandPpm: 100_000 },
      (tested) => tested.buy(alice, 1, 90),
      { reason: 'price_out_of_band', reference: 100, lowest: 91, highest: 110 },
    ],
    [
      'the open order limit, an order above it is refused',
      { maxOpenOrders: 1 },
      (tested) => tested.buy(bob, 1, 90),
      { reason: 'too_many_open_orders', maximum: 1 },
    ],
    [
      'the sell block, a sell order is refused',
      { sellBlocked: true },
      (tested) => tested.sell(alice, 1, 120),
      { reason: 'sell_blocked' },
    ],
  ])('%s', (_, settings, send, rejection) => {
    const tested = fundedExchange();
    tested.sell(bob, 1, 100);
    tested.buy(carol, 1, 100);
    tested.sell(bob, 9, 103);
    change(tested, settings);

    expect(rejectionOf(send(tested))).toEqual(rejection);
  });

  it('the slippage, a market order stops at the new limit', () => {
    const tested = fundedExchange();
    for (const price of [1000, 1001, 1010]) tested.sell(bob, 1, price);
    change(tested, { marketSlippagePpm: 1000 });

    expect(tradesOf(tested.take('buy', alice, 3))).toEqual(['1 × 1 @ 1000', '2 × 1 @ 1001']);
  });

  it('the self-trade prevention, an order uses the new default unless it names its own', () => {
    const tested = fundedExchange();
    tested.sell(alice, 1, 100);
    change(tested, { selfTradePrevention: 'expire_taker' });

    expect(tested.buy(alice, 1, 100).at(-1)).toMatchObject({ type: 'order_ended', order: 2, reason: 'self_trade' });
    expect(tested.buy(alice, 1, 100, { selfTradePrevention: 'expire_maker' })).toContainEqual(
      expect.objectContaining({ type: 'order_ended', order: 1, reason: 'self_trade' }),
    );
  });

  it('the steps, new orders match resting off-step orders, and orders by amount may trade any number of lots', () => {
    const tested = fundedExchange();
    tested.sell(bob, 7, 101);
    change(tested, { priceStep: 10, quantityStep: 5 });

    expect(tradesOf(tested.buy(alice, 5, 110))).toEqual(['1 × 5 @ 101']);
    expect(tradesOf(tested.takeAmount('buy', alice, 202))).toEqual(['1 × 2 @ 101']);
  });

  it("the quantity step, it applies to an order's total quantity, including its filled part", () => {
    const tested = fundedExchange({ quantityStep: lots(5) });
    tested.sell(bob, 10, 100);
    tested.takeAmount('buy', alice, 300);

    expect(rejectionOf(tested.replace(bob, 1, 8, 101))).toEqual({ reason: 'quantity_off_step', step: 5 });
    expect(tested.replace(bob, 1, 15, 101).at(-1)).toMatchObject({ order: 3, quantity: 12 });
    tested.takeAmount('buy', alice, 303);
    expect(rejectionOf(tested.reduce(bob, 3, 8))).toEqual({ reason: 'quantity_off_step', step: 5 });
    expect(tested.reduce(bob, 3, 5)).toMatchObject([{ type: 'order_reduced', quantity: 5, filled: 3 }]);
  });
});

describe('a resting order', () => {
  it('stays open and matchable under any new settings', () => {
    const tested = fundedExchange();
    for (let n = 0; n < 3; n += 1) tested.sell(bob, 7, 101);
    change(tested, {
      priceStep: 10,
      quantityStep: 5,
      minNotional: 1_000_000,
      priceBandPpm: 1,
      maxOpenOrders: 1,
      sellBlocked: true,
    });
    change(tested, { minNotional: 0 });

    expect(tradesOf(tested.buy(alice, 10, 110))).toEqual(['1 × 7 @ 101', '2 × 3 @ 101']);
    expect(tested.open()).toEqual([2, 3]);
  });
});
