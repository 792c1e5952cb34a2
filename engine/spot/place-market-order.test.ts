import { describe, expect, it } from 'vitest';
import { marketId } from '../identifiers.ts';
import { amount } from '../money.ts';
import {
  alice,
  bob,
  btc,
  carol,
  endsOf,
  fundedExchange,
  openExchange,
  rejectionOf,
  tradesOf,
  typesOf,
  usdt,
} from '../testing/test-exchange.ts';
import type { ListMarket } from '../market/commands.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const largest = Number.MAX_SAFE_INTEGER;
const funds = 1_000_000_000_000;

/** Bob sells 10 lots each at 1000, 1010, 1020 and 1030; two per cent above 1000 is 1020. */
function exchangeWithAsks(market: Partial<ListMarket> = {}): TestExchange {
  const tested = fundedExchange(market);
  for (const price of [1000, 1010, 1020, 1030]) tested.sell(bob, 10, price);
  return tested;
}

/** Bob buys 10 lots each at 1000, 990, 980 and 970. */
function exchangeWithBids(market: Partial<ListMarket> = {}): TestExchange {
  const tested = fundedExchange(market);
  for (const price of [1000, 990, 980, 970]) tested.buy(bob, 10, price);
  return tested;
}

describe('a market order by quantity', () => {
  it('takes the best prices first, and is filled', () => {
    const tested = exchangeWithAsks();
    const events = tested.take('buy', alice, 15);

    expect(typesOf(events)).toEqual(['order_accepted', 'traded', 'order_ended', 'traded', 'order_ended']);
    expect(tradesOf(events)).toEqual(['1 × 10 @ 1000', '2 × 5 @ 1010']);
    expect(events[0]).toMatchObject({
      orderType: 'market',
      timeInForce: 'ioc',
      price: 1000,
      quantity: 15,
      quoteAmount: null,
    });
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      order: 5,
      reason: 'filled',
      filled: 15,
      filledQuote: 15_050,
      orderType: 'market',
    });
    expect(tested.balance(alice, usdt)).toEqual([funds - 15_050, 0]);
  });

  it('stops at its slippage from the price that the user saw; the rest ends', () => {
    const bought = exchangeWithAsks();
    const sold = exchangeWithBids();

    expect(tradesOf(bought.take('buy', alice, 40, { price: 1000 }))).toHaveLength(3);
    expect(bought.withTotals(bought.events).at(-1)).toMatchObject({
      reason: 'immediate_or_cancel',
      quantity: 40,
      filled: 30,
    });
    expect(tradesOf(sold.take('sell', alice, 40, { price: 1000 }))).toHaveLength(3);
    expect(sold.withTotals(sold.events).at(-1)).toMatchObject({
      reason: 'immediate_or_cancel',
      filled: 30,
      released: 100_000,
    });
    expect(bought.open()).toEqual([4]);
    expect(sold.open()).toEqual([4]);
  });

  it('trades nothing when the market has moved away from the price that the user saw', () => {
    const tested = exchangeWithAsks();

    expect(tested.withTotals(tested.take('buy', alice, 5, { price: 980 }))).toMatchObject([
      { type: 'order_accepted', price: 980, held: 4995 },
      { type: 'order_ended', reason: 'immediate_or_cancel', filled: 0, released: 4995 },
    ]);
  });

  it.each([
    [0, 1],
    [10_000, 2],
    [19_999, 2],
    [20_000, 3],
    [30_000, 4],
  ])('with a slippage of %i ppm reaches %i levels', (marketSlippagePpm, levels) => {
    expect(tradesOf(exchangeWithAsks({ marketSlippagePpm }).take('buy', alice, 40))).toHaveLength(levels);
    expect(tradesOf(exchangeWithBids({ marketSlippagePpm }).take('sell', alice, 40))).toHaveLength(levels);
  });

  it('to buy locks its cost at the worst accepted price, at most the available funds, and ends when they are used up', () => {
    const tested = openExchange();
    tested.fund(bob, btc, 10 ** 9);
    tested.fund(alice, usdt, 10_125);
    tested.sell(bob, 5, 1000);
    tested.sell(bob, 20, 1020);
    const events = tested.take('buy', alice, 10);

    expect(events[0]).toMatchObject({ held: 10_125 });
    expect(tradesOf(events)).toEqual(['1 × 5 @ 1000', '2 × 5 @ 1020']);
    expect(tested.balance(alice, usdt)).toEqual([25, 0]);
    tested.fund(alice, usdt, 9 * 1020 - 25);
    expect(tested.withTotals(tested.take('buy', alice, 9)).at(-1)).toMatchObject({ reason: 'filled', filled: 9 });
  });

  it('to buy with insufficient funds for all lots buys a part', () => {
    const tested = openExchange();
    tested.fund(bob, btc, 10 ** 9);
    tested.fund(alice, usdt, 3010);
    tested.sell(bob, 1, 1000);
    tested.sell(bob, 20, 1020);

    expect(tested.withTotals(tested.take('buy', alice, 3)).at(-1)).toMatchObject({
      filled: 2,
      reason: 'immediate_or_cancel',
      released: 990,
    });
  });

  it('to sell locks its quantity', () => {
    const tested = exchangeWithBids();

    expect(tested.take('sell', alice, 3)[0]).toMatchObject({ held: 30_000 });
    expect(tested.balance(alice, btc)).toEqual([10_000_000_000 - 30_000, 0]);
  });
});

describe('a market order by quote amount', () => {
  it('to buy spends at most the amount, in whole lots, and the rest is released', () => {
    const tested = exchangeWithAsks();
    const events = tested.takeAmount('buy', alice, 12_500);

    expect(events[0]).toMatchObject({ quantity: 0, quoteAmount: 12_500, held: 12_500 });
    expect(tradesOf(events)).toEqual(['1 × 10 @ 1000', '2 × 2 @ 1010']);
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      quantity: 12,
      quoteAmount: 12_500,
      filled: 12,
      filledQuote: 12_020,
      released: 480,
      reason: 'filled',
    });
    expect(tested.balance(alice, usdt)).toEqual([funds - 12_020, 0]);
  });

  it('to buy counts as filled when the rest does not cover another lot', () => {
    const tested = exchangeWithAsks();

    expect(tested.withTotals(tested.takeAmount('buy', alice, 11_005)).at(-1)).toMatchObject({
      filled: 10,
      released: 1005,
      reason: 'filled',
    });
  });

  it('to buy ends unfilled at the slippage limit, or when the book is empty', () => {
    const asks = exchangeWithAsks();
    expect(asks.withTotals(asks.takeAmount('buy', alice, 100_000)).at(-1)).toMatchObject({
      filledQuote: 30_300,
      reason: 'immediate_or_cancel',
    });
    const tested = fundedExchange();
    tested.sell(bob, 1, 1000);
    expect(tested.withTotals(tested.takeAmount('buy', alice, 5000)).at(-1)).toMatchObject({
      filled: 1,
      reason: 'immediate_or_cancel',
    });
  });

  it('to sell sells until the amount is reached, exceeding it by less than one lot', () => {
    const tested = exchangeWithBids();
    const events = tested.takeAmount('sell', alice, 12_500);

    // At the worst accepted price of 980 this takes at most 13 lots.
    expect(events[0]).toMatchObject({ quantity: 0, quoteAmount: 12_500, held: 130_000 });
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      quantity: 13,
      filled: 13,
      filledQuote: 12_970,
      released: 0,
      reason: 'filled',
    });
  });

  it('to sell never sells more than the available balance', () => {
    const tested = openExchange();
    tested.fund(bob, usdt, 10 ** 9);
    tested.fund(alice, btc, 135_000);
    for (const price of [1000, 980]) tested.buy(bob, 10, price);

    expect(tested.takeAmount('sell', alice, 13_000)[0]).toMatchObject({ held: 130_000 });
    expect(tested.withTotals(tested.events).at(-1)).toMatchObject({
      filled: 13,
      filledQuote: 12_940,
      reason: 'immediate_or_cancel',
    });
    expect(tested.balance(alice, btc)).toEqual([5000, 0]);
  });
});

describe('a market order is refused', () => {
  it('without a best price', () => {
    const tested = fundedExchange();
    tested.sell(bob, 1, 100);

    expect(rejectionOf(tested.take('sell', alice, 1))).toEqual({ reason: 'no_best_price' });
    expect(rejectionOf(tested.takeAmount('sell', alice, 1, { price: 100 }))).toEqual({ reason: 'no_best_price' });
  });

  it('when the available funds do not cover it at the best price', () => {
    const tested = exchangeWithAsks();
    // Takes the ten lots at 1000 and locks all but 10 000 of the rest.
    tested.buy(carol, 999_999_990, 1000);
    const poor = openExchange();
    poor.fund(bob, usdt, 10_000);
    poor.fund(alice, btc, 15_000);
    poor.buy(bob, 10, 1000);

    expect(rejectionOf(tested.take('buy', carol, 11))).toEqual({
      reason: 'insufficient_balance',
      currency: usdt,
      available: 10_000,
      needed: 11_110,
    });
    expect(rejectionOf(tested.takeAmount('buy', carol, 10_001))).toMatchObject({ available: 10_000, needed: 10_001 });
    expect(rejectionOf(poor.take('sell', alice, 2))).toMatchObject({
      currency: btc,
      available: 15_000,
      needed: 20_000,
    });
    expect(rejectionOf(poor.takeAmount('sell', alice, 1001))).toMatchObject({ available: 15_000, needed: 20_000 });
  });

  it('below the minimum notional, and below the price of one lot', () => {
    const tested = exchangeWithAsks({ minNotional: amount(2000) });
    const tiny = exchangeWithAsks();

    expect(rejectionOf(tested.take('buy', alice, 1))).toEqual({
      reason: 'below_min_notional',
      minimum: 2000,
      notional: 1000,
    });
    expect(rejectionOf(tested.takeAmount('buy', alice, 1999))).toMatchObject({ minimum: 2000, notional: 1999 });
    expect(rejectionOf(tiny.takeAmount('buy', alice, 999))).toMatchObject({ minimum: 1000, notional: 999 });
    expect(rejectionOf(tiny.takeAmount('buy', alice, 1000))).toBeNull();
  });

  it.each(['post_only', 'cancel_only', 'halted'] as const)('in a market that is %s', (state) => {
    expect(rejectionOf(fundedExchange({ state }).take('buy', alice, 1))).toEqual({ reason: 'market_not_open' });
  });

  it('for the first of several faults, in the order of the list of rejections', () => {
    const tested = exchangeWithBids({ minNotional: amount(2000), sellBlocked: true });
    tested.buy(alice, 2, 900, { clientOrderId: 'x' });
    const taken = { clientOrderId: 'x' };
    const asks = exchangeWithAsks();
    asks.sell(alice, 2, 1900, taken);
    const reasons = [
      tested.take('sell', 0 as typeof alice, 0, { ...taken, price: 0, market: marketId(9) }),
      tested.take('sell', alice, 0, { ...taken, price: 0, market: marketId(9) }),
      tested.take('sell', alice, 0, { ...taken, price: 0 }),
      tested.take('sell', alice, 0, taken),
      tested.takeAmount('sell', alice, 0.5, taken),
      tested.take('buy', alice, largest, taken),
      tested.take('sell', alice, largest, taken),
      tested.take('sell', alice, 1, taken),
      tested.take('sell', alice, 10 ** 9, taken),
      asks.take('buy', alice, 2 ** 32, taken),
      asks.take('buy', alice, 2 ** 32),
    ].map((events) => rejectionOf(events)?.reason);

    expect(reasons).toEqual([
      'user_invalid',
      'market_unknown',
      'price_invalid',
      'quantity_invalid',
      'amount_invalid',
      'no_best_price',
      'notional_too_large',
      'below_min_notional',
      'sell_blocked',
      'client_order_id_taken',
      'insufficient_balance',
    ]);
  });
});

describe('a market order that meets an order of its own user', () => {
  it.each([
    ['expire_maker', ['1 × 10 @ 1000', '3 × 5 @ 1020'], 'filled'],
    ['expire_taker', ['1 × 10 @ 1000'], 'self_trade'],
    ['expire_both', ['1 × 10 @ 1000'], 'self_trade'],
  ] as const)('applies its self-trade prevention (%s)', (selfTradePrevention, trades, reason) => {
    const tested = fundedExchange();
    tested.sell(bob, 10, 1000);
    tested.sell(alice, 10, 1010);
    tested.sell(bob, 10, 1020);
    const events = tested.take('buy', alice, 15, { selfTradePrevention });

    expect(tradesOf(events)).toEqual(trades);
    expect(events.at(-1)).toMatchObject({ order: 4, reason });
    expect(tested.open()).toEqual(selfTradePrevention === 'expire_taker' ? [2, 3] : [3]);
  });

  it('does not end as filled when it cannot buy anything after removing that order', () => {
    const tested = fundedExchange();
    tested.sell(alice, 1, 1000);
    tested.sell(bob, 1, 1010);

    expect(tested.withTotals(tested.takeAmount('buy', alice, 1005)).at(-1)).toMatchObject({
      filled: 0,
      reason: 'immediate_or_cancel',
    });
  });

  it.each(['expire_maker', 'expire_taker', 'expire_both'] as const)(
    'leaves it alone when the money is already spent (%s)',
    (selfTradePrevention) => {
      const tested = fundedExchange();
      tested.sell(bob, 1, 1000);
      tested.sell(alice, 1, 1010);
      tested.sell(bob, 1, 1020);
      const events = tested.takeAmount('buy', alice, 2005, { selfTradePrevention });

      expect(tradesOf(events)).toEqual(['1 × 1 @ 1000']);
      expect(endsOf(events)).toEqual(['1: filled', '4: filled']);
      expect(tested.open()).toEqual([2, 3]);
    },
  );

  it("leaves it alone when it has already sold the user's whole balance", () => {
    const tested = openExchange();
    for (const user of [alice, bob]) tested.fund(user, usdt, 1_000_000);
    tested.fund(alice, btc, 50_000);
    tested.buy(bob, 4, 1000);
    tested.buy(bob, 1, 990);
    tested.buy(alice, 5, 985);
    const events = tested.takeAmount('sell', alice, 5000);

    expect(tradesOf(events)).toEqual(['1 × 4 @ 1000', '2 × 1 @ 990']);
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      order: 4,
      filledQuote: 4990,
      reason: 'immediate_or_cancel',
    });
    expect(tested.open()).toEqual([3]);
  });
});

it('a market order with a request key happens once', () => {
  const tested = exchangeWithAsks();
  tested.take('buy', alice, 5, { requestKey: 'k' });

  expect(tested.take('buy', alice, 5, { requestKey: 'k' })).toMatchObject([
    { type: 'request_repeated', first: { type: 'order', order: 5 } },
  ]);
  expect(rejectionOf(tested.takeAmount('buy', alice, 5000, { requestKey: 'k' }))).toEqual({
    reason: 'request_key_reused',
  });
});
