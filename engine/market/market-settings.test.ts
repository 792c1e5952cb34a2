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
  it('reports all settings before and after, by whom and why', () => {
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
    [{}, 'names nothing'],
    [{ priceStep: 1, sellBlocked: false }, 'names what is so already'],
  ])('that %j is refused because it %s', (settings) => {
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
  ])('of %s to %s is refused and changes nothing', (field, value) => {
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

describe('an order after a change', () => {
  it.each<[string, Partial<MarketSettings>, (tested: TestExchange) => Event[], object | null]>([
    [
      'of the price step is refused off it',
      { priceStep: ticks(5) },
      (tested) => tested.buy(alice, 1, 93),
      { reason: 'price_off_step', step: 5 },
    ],
    ['of the price step is taken on it', { priceStep: ticks(5) }, (tested) => tested.buy(alice, 1, 95), null],
    [
      'of the quantity step is refused off it',
      { quantityStep: lots(2) },
      (tested) => tested.buy(alice, 3, 90),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'of the quantity step is refused off it at market too',
      { quantityStep: lots(2) },
      (tested) => tested.take('buy', alice, 3),
      { reason: 'quantity_off_step', step: 2 },
    ],
    ['of the quantity step is taken on it', { quantityStep: lots(2) }, (tested) => tested.buy(alice, 4, 90), null],
    [
      'of the price step is refused with a stop price off it',
      { priceStep: ticks(5) },
      (tested) => tested.stopLimit('buy', alice, 111, [1, 115]),
      { reason: 'price_off_step', step: 5 },
    ],
    [
      'of the price step is refused with what a stop becomes off it',
      { priceStep: ticks(5) },
      (tested) => tested.stopLimit('buy', alice, 110, [1, 111]),
      { reason: 'price_off_step', step: 5 },
    ],
    [
      'of the quantity step is refused with a stop off it',
      { quantityStep: lots(2) },
      (tested) => tested.stopMarket('buy', alice, 110, 3),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'of the quantity step is not reduced to what is off it',
      { quantityStep: lots(2) },
      (tested) => tested.reduce(bob, 3, 5),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'of the quantity step is replaced by what is on it',
      { quantityStep: lots(2) },
      (tested) => tested.replace(bob, 3, 4, 104),
      null,
    ],
    [
      'of the minimum is held to it',
      { minNotional: amount(100) },
      (tested) => tested.buy(alice, 1, 99),
      { reason: 'below_min_notional', minimum: 100, notional: 99 },
    ],
    [
      'of the band is held to it',
      { priceBandPpm: 100_000 },
      (tested) => tested.buy(alice, 1, 90),
      { reason: 'price_out_of_band', reference: 100, lowest: 91, highest: 110 },
    ],
    [
      'of the bound is held to it',
      { maxOpenOrders: 1 },
      (tested) => tested.buy(bob, 1, 90),
      { reason: 'too_many_open_orders', maximum: 1 },
    ],
    [
      'of the block cannot sell',
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

  it('of the slippage trades no further than that', () => {
    const tested = fundedExchange();
    for (const price of [1000, 1001, 1010]) tested.sell(bob, 1, price);
    change(tested, { marketSlippagePpm: 1000 });

    expect(tradesOf(tested.take('buy', alice, 3))).toEqual(['1 × 1 @ 1000', '2 × 1 @ 1001']);
  });

  it('of the self-trade prevention ends by it unless it says otherwise', () => {
    const tested = fundedExchange();
    tested.sell(alice, 1, 100);
    change(tested, { selfTradePrevention: 'expire_taker' });

    expect(tested.buy(alice, 1, 100).at(-1)).toMatchObject({ type: 'order_ended', order: 2, reason: 'self_trade' });
    expect(tested.buy(alice, 1, 100, { selfTradePrevention: 'expire_maker' })).toContainEqual(
      expect.objectContaining({ type: 'order_ended', order: 1, reason: 'self_trade' }),
    );
  });

  it('of the steps meets what stands off them, to the last lot, and by amount it may trade any number of lots', () => {
    const tested = fundedExchange();
    tested.sell(bob, 7, 101);
    change(tested, { priceStep: 10, quantityStep: 5 });

    expect(tradesOf(tested.buy(alice, 5, 110))).toEqual(['1 × 5 @ 101']);
    expect(tradesOf(tested.takeAmount('buy', alice, 202))).toEqual(['1 × 2 @ 101']);
  });

  it('of the quantity step is about what an order is for as a whole, whatever of it has traded', () => {
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

describe('an order that stands', () => {
  it('keeps standing and trades, whatever the settings become', () => {
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
