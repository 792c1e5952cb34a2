import { describe, expect, it } from 'vitest';
import { amount, lots, ticks } from '../money.ts';
import { alice, bob, btcusdt, carol, fundedDesk, rejectionOf, setup, tradesOf } from '../testing/desk.ts';
import type { MarketSettings } from './commands.ts';
import type { Event } from '../event.ts';
import type { Desk } from '../testing/desk.ts';

function change(desk: Desk, settings: Partial<Record<keyof MarketSettings, unknown>>): Event[] {
  return desk.apply({
    type: 'change_market_settings',
    market: btcusdt,
    settings: settings as Partial<MarketSettings>,
    ...setup,
  });
}

const usual: MarketSettings = {
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
    const desk = fundedDesk();

    expect(change(desk, { priceBandPpm: 500_000, maxOpenOrders: 3 })).toEqual([
      {
        type: 'market_settings_changed',
        market: btcusdt,
        before: usual,
        after: { ...usual, priceBandPpm: 500_000, maxOpenOrders: 3 },
        ...setup,
      },
    ]);
  });

  it.each<[Partial<Record<keyof MarketSettings, unknown>>, string]>([
    [{}, 'names nothing'],
    [{ priceStep: 1, sellBlocked: false }, 'names what is so already'],
  ])('that %j is refused because it %s', (settings) => {
    expect(rejectionOf(change(fundedDesk(), settings))).toEqual({ reason: 'setting_unchanged' });
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
    const desk = fundedDesk();

    expect(rejectionOf(change(desk, { sellBlocked: true, [field]: value }))).toEqual({
      reason: 'setting_invalid',
      field,
    });
    expect([...desk.exchange.markets()]).toMatchObject([usual]);
  });

  it('survives a restart', () => {
    const desk = fundedDesk();
    change(desk, { priceStep: 5, sellBlocked: true });

    expect([...desk.restarted().exchange.markets()]).toMatchObject([{ ...usual, priceStep: 5, sellBlocked: true }]);
  });
});

describe('an order after a change', () => {
  it.each<[string, Partial<MarketSettings>, (desk: Desk) => Event[], object | null]>([
    [
      'of the price step is refused off it',
      { priceStep: ticks(5) },
      (desk) => desk.buy(alice, 1, 93),
      { reason: 'price_off_step', step: 5 },
    ],
    ['of the price step is taken on it', { priceStep: ticks(5) }, (desk) => desk.buy(alice, 1, 95), null],
    [
      'of the quantity step is refused off it',
      { quantityStep: lots(2) },
      (desk) => desk.buy(alice, 3, 90),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'of the quantity step is refused off it at market too',
      { quantityStep: lots(2) },
      (desk) => desk.take('buy', alice, 3),
      { reason: 'quantity_off_step', step: 2 },
    ],
    ['of the quantity step is taken on it', { quantityStep: lots(2) }, (desk) => desk.buy(alice, 4, 90), null],
    [
      'of the price step is refused with a stop price off it',
      { priceStep: ticks(5) },
      (desk) => desk.stopLimit('buy', alice, 111, [1, 115]),
      { reason: 'price_off_step', step: 5 },
    ],
    [
      'of the price step is refused with what a stop becomes off it',
      { priceStep: ticks(5) },
      (desk) => desk.stopLimit('buy', alice, 110, [1, 111]),
      { reason: 'price_off_step', step: 5 },
    ],
    [
      'of the quantity step is refused with a stop off it',
      { quantityStep: lots(2) },
      (desk) => desk.stopMarket('buy', alice, 110, 3),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'of the quantity step is not reduced to what is off it',
      { quantityStep: lots(2) },
      (desk) => desk.reduce(bob, 3, 5),
      { reason: 'quantity_off_step', step: 2 },
    ],
    [
      'of the quantity step is replaced by what is on it',
      { quantityStep: lots(2) },
      (desk) => desk.replace(bob, 3, 4, 104),
      null,
    ],
    [
      'of the minimum is held to it',
      { minNotional: amount(100) },
      (desk) => desk.buy(alice, 1, 99),
      { reason: 'below_min_notional', minimum: 100, notional: 99 },
    ],
    [
      'of the band is held to it',
      { priceBandPpm: 100_000 },
      (desk) => desk.buy(alice, 1, 90),
      { reason: 'price_out_of_band', reference: 100, lowest: 91, highest: 110 },
    ],
    [
      'of the bound is held to it',
      { maxOpenOrders: 1 },
      (desk) => desk.buy(bob, 1, 90),
      { reason: 'too_many_open_orders', maximum: 1 },
    ],
    ['of the block cannot sell', { sellBlocked: true }, (desk) => desk.sell(alice, 1, 120), { reason: 'sell_blocked' }],
  ])('%s', (_, settings, send, rejection) => {
    const desk = fundedDesk();
    desk.sell(bob, 1, 100);
    desk.buy(carol, 1, 100);
    desk.sell(bob, 9, 103);
    change(desk, settings);

    expect(rejectionOf(send(desk))).toEqual(rejection);
  });

  it('of the slippage trades no further than that', () => {
    const desk = fundedDesk();
    for (const price of [1000, 1001, 1010]) desk.sell(bob, 1, price);
    change(desk, { marketSlippagePpm: 1000 });

    expect(tradesOf(desk.take('buy', alice, 3))).toEqual(['1 × 1 @ 1000', '2 × 1 @ 1001']);
  });

  it('of the self-trade prevention ends by it unless it says otherwise', () => {
    const desk = fundedDesk();
    desk.sell(alice, 1, 100);
    change(desk, { selfTradePrevention: 'expire_taker' });

    expect(desk.buy(alice, 1, 100).at(-1)).toMatchObject({ type: 'order_ended', order: 2, reason: 'self_trade' });
    expect(desk.buy(alice, 1, 100, { selfTradePrevention: 'expire_maker' })).toContainEqual(
      expect.objectContaining({ type: 'order_ended', order: 1, reason: 'self_trade' }),
    );
  });

  it('of the steps meets what stands off them, to the last lot, and by amount it may trade any number of lots', () => {
    const desk = fundedDesk();
    desk.sell(bob, 7, 101);
    change(desk, { priceStep: 10, quantityStep: 5 });

    expect(tradesOf(desk.buy(alice, 5, 110))).toEqual(['1 × 5 @ 101']);
    expect(tradesOf(desk.takeAmount('buy', alice, 202))).toEqual(['1 × 2 @ 101']);
  });

  it('of the quantity step is about what an order is for as a whole, whatever of it has traded', () => {
    const desk = fundedDesk({ quantityStep: lots(5) });
    desk.sell(bob, 10, 100);
    desk.takeAmount('buy', alice, 300);

    expect(rejectionOf(desk.replace(bob, 1, 8, 101))).toEqual({ reason: 'quantity_off_step', step: 5 });
    expect(desk.replace(bob, 1, 15, 101).at(-1)).toMatchObject({ order: 3, quantity: 12 });
    desk.takeAmount('buy', alice, 303);
    expect(rejectionOf(desk.reduce(bob, 3, 8))).toEqual({ reason: 'quantity_off_step', step: 5 });
    expect(desk.reduce(bob, 3, 5)).toMatchObject([{ type: 'order_reduced', quantity: 5, filled: 3 }]);
  });
});

describe('an order that stands', () => {
  it('keeps standing and trades, whatever the settings become', () => {
    const desk = fundedDesk();
    for (let n = 0; n < 3; n += 1) desk.sell(bob, 7, 101);
    change(desk, {
      priceStep: 10,
      quantityStep: 5,
      minNotional: 1_000_000,
      priceBandPpm: 1,
      maxOpenOrders: 1,
      sellBlocked: true,
    });
    change(desk, { minNotional: 0 });

    expect(tradesOf(desk.buy(alice, 10, 110))).toEqual(['1 × 7 @ 101', '2 × 3 @ 101']);
    expect(desk.open()).toEqual([2, 3]);
  });
});
