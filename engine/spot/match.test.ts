import { describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { venue } from '../identifiers.ts';
import {
  alice,
  bob,
  btc,
  carol,
  fundedExchange,
  rejectionOf,
  tradesOf,
  typesOf,
  usdt,
} from '../testing/test-exchange.ts';
import type { SelfTradePrevention } from './terms.ts';

describe('incoming orders trade', () => {
  it('with the best price first, and at equal prices with the earliest order first', () => {
    const tested = fundedExchange();
    tested.sell(bob, 1, 102);
    tested.sell(bob, 1, 101);
    tested.sell(carol, 1, 101);
    tested.sell(bob, 1, 100);

    expect(tradesOf(tested.buy(alice, 4, 105))).toEqual(['4 × 1 @ 100', '2 × 1 @ 101', '3 × 1 @ 101', '1 × 1 @ 102']);
  });

  it('with the highest bid first when they sell', () => {
    const tested = fundedExchange();
    tested.buy(bob, 1, 98);
    tested.buy(bob, 1, 100);
    tested.buy(carol, 1, 99);

    expect(tradesOf(tested.sell(alice, 3, 98))).toEqual(['2 × 1 @ 100', '3 × 1 @ 99', '1 × 1 @ 98']);
  });

  it('within their limit only; the rest is added to the book', () => {
    const tested = fundedExchange();
    tested.sell(bob, 2, 100);
    tested.sell(bob, 2, 101);

    expect(tradesOf(tested.buy(alice, 5, 100))).toEqual(['1 × 2 @ 100']);
    expect([...tested.exchange.openOrders()]).toMatchObject([
      { order: 2 },
      { order: 3, remaining: 3, filled: 2, held: 300 },
    ]);
  });

  it('in parts, and a partly filled order keeps its place in the queue', () => {
    const tested = fundedExchange();
    tested.sell(bob, 10, 100);
    tested.sell(carol, 10, 100);
    tested.buy(alice, 4, 100);

    expect(tradesOf(tested.buy(alice, 8, 100))).toEqual(['1 × 6 @ 100', '2 × 2 @ 100']);
  });

  it('and skip an order that was cancelled in the middle of the queue', () => {
    const tested = fundedExchange();
    for (const user of [bob, carol, bob]) tested.sell(user, 1, 100);
    tested.cancel(carol, 2);

    expect(tradesOf(tested.buy(alice, 2, 100))).toEqual(['1 × 1 @ 100', '3 × 1 @ 100']);
  });

  it('and report in order: acceptance, each trade and the end of its maker, and finally the end of the taker', () => {
    const tested = fundedExchange();
    tested.sell(bob, 1, 100);
    tested.sell(carol, 5, 101);
    const events = tested.buy(alice, 3, 101);

    expect(typesOf(events)).toEqual(['order_accepted', 'traded', 'order_ended', 'traded', 'order_ended']);
    expect(events.filter((event) => event.type === 'order_ended').map(({ order }) => order)).toEqual([1, 3]);
  });
});

describe('price improvement', () => {
  it("of a buying taker is released immediately; the rest stays locked at the buyer's own price", () => {
    const tested = fundedExchange();
    tested.sell(bob, 4, 90);

    expect(tested.buy(alice, 10, 100)[1]).toMatchObject({
      type: 'traded',
      price: 90,
      quoteAmount: 360,
      buyerReleased: 40,
    });
    expect(tested.balance(alice, usdt)).toEqual([1_000_000_000_000 - 960, 600]);
  });

  it('of a selling taker adds to the proceeds', () => {
    const tested = fundedExchange();
    tested.buy(bob, 4, 110);

    expect(tested.sell(alice, 4, 100)[1]).toMatchObject({ price: 110, quoteAmount: 440, buyerReleased: 0 });
    expect(tested.balance(alice, usdt)).toEqual([1_000_000_000_000 + 440, 0]);
    expect(tested.balance(bob, usdt)).toEqual([1_000_000_000_000 - 440, 0]);
  });

  it('leaves nothing locked when an order has filled at several prices', () => {
    const tested = fundedExchange();
    tested.sell(bob, 3, 90);
    tested.sell(bob, 3, 95);

    expect(tested.withTotals(tested.buy(alice, 6, 100)).at(-1)).toMatchObject({
      type: 'order_ended',
      reason: 'filled',
      filledQuote: 555,
      released: 0,
    });
    expect(tested.balance(alice, usdt)).toEqual([1_000_000_000_000 - 555, 0]);
  });
});

describe('fees', () => {
  it("are charged in the received currency, at the maker's and the taker's rate", () => {
    const tested = fundedExchange({ makerFeePpm: 1000, takerFeePpm: 2500 });
    tested.sell(bob, 10, 1000);

    expect(tested.buy(alice, 10, 1000)[1]).toMatchObject({
      baseAmount: 100_000,
      takerFee: 250,
      quoteAmount: 10_000,
      makerFee: 10,
    });
    expect(tested.balance(alice, btc)).toEqual([10_000_000_000 + 100_000 - 250, 0]);
    expect(tested.balance(bob, usdt)).toEqual([1_000_000_000_000 + 10_000 - 10, 0]);
    expect(tested.balance(venue, btc, accountType.fees)).toEqual([250, 0]);
    expect(tested.balance(venue, usdt, accountType.fees)).toEqual([10, 0]);
  });

  it.each([
    [1, 1, 1, 1],
    [1000, 1, 999, 1],
    [1000, 1, 1000, 1],
    [1000, 1, 1001, 2],
    [0, 1, 1001, 0],
    [999_999, 1, 1, 1],
    [999_999, 3, 1, 3],
  ])(
    'at %i ppm of %i lots at %i are %i units, rounded up and never more than the received amount',
    (makerFeePpm, lots, price, fee) => {
      const tested = fundedExchange({ makerFeePpm });
      tested.sell(bob, lots, price);

      expect(tested.buy(alice, lots, price)[1]).toMatchObject({ makerFee: fee });
    },
  );

  it.each([
    ['buyer', 1, 101],
    ['seller', 1001, 1002],
  ] as const)('are also rounded up when the taker is the %s', (taker, price, takerFee) => {
    const tested = fundedExchange({ takerFeePpm: 10_001 });
    if (taker === 'buyer') tested.sell(bob, 1, price);
    else tested.buy(bob, 100, price);
    // The fee is slightly over 1 % of the received amount: 10 000 units of BTC, or 100 100 units of USDT.
    const events = taker === 'buyer' ? tested.buy(alice, 1, price) : tested.sell(alice, 100, price);

    expect(events[1]).toMatchObject({ type: 'traded', takerFee });
  });

  it('are summed up per order', () => {
    const tested = fundedExchange({ makerFeePpm: 1000, takerFeePpm: 1000 });
    tested.sell(bob, 10, 1001);
    tested.buy(alice, 4, 1001);

    // The fee is ⌈4004 × 0.1 %⌉ + ⌈6006 × 0.1 %⌉, because each trade is rounded separately.
    expect(tested.withTotals(tested.buy(alice, 6, 1001)).find((event) => event.type === 'order_ended')).toMatchObject({
      order: 1,
      fee: 12,
      filledQuote: 10_010,
    });
  });

  it('are exact even where amount × ppm is far above 2^53', () => {
    const tested = fundedExchange({ takerFeePpm: 999_999 });
    tested.buy(bob, 900_000, 1_000_000);

    // The fee is 900 000 000 000 × 999 999 ÷ 1 000 000.
    expect(tested.sell(alice, 900_000, 1_000_000)[1]).toMatchObject({ takerFee: 899_999_100_000 });
  });
});

describe("when a user's orders would trade with each other", () => {
  const bobSellsBetweenAlices = (selfTradePrevention: SelfTradePrevention): ReturnType<typeof fundedExchange> => {
    const tested = fundedExchange({ selfTradePrevention });
    tested.sell(bob, 1, 100);
    tested.sell(alice, 1, 101);
    tested.sell(bob, 1, 102);
    return tested;
  };

  it('"expire maker" ends the resting order, and the taker continues', () => {
    const tested = bobSellsBetweenAlices('expire_maker');
    const events = tested.buy(alice, 3, 105);

    expect(tradesOf(events)).toEqual(['1 × 1 @ 100', '3 × 1 @ 102']);
    expect(events.filter((event) => event.type === 'order_ended')).toMatchObject([
      { order: 1, reason: 'filled' },
      { order: 2, reason: 'self_trade', released: 10_000 },
      { order: 3, reason: 'filled' },
    ]);
    expect(tested.open()).toEqual([4]);
  });

  it('"expire taker" ends the taker with its fills so far, and the resting order stays', () => {
    const tested = bobSellsBetweenAlices('expire_taker');
    const events = tested.buy(alice, 3, 105);

    expect(tradesOf(events)).toEqual(['1 × 1 @ 100']);
    expect(tested.withTotals(events).at(-1)).toMatchObject({
      type: 'order_ended',
      order: 4,
      reason: 'self_trade',
      filled: 1,
      released: 210,
    });
    expect(tested.open()).toEqual([2, 3]);
  });

  it('"expire both" ends the resting order, then the taker', () => {
    const tested = bobSellsBetweenAlices('expire_both');
    const events = tested.buy(alice, 3, 105);

    expect(tradesOf(events)).toEqual(['1 × 1 @ 100']);
    expect(tested.withTotals(events).filter((event) => event.type === 'order_ended')).toMatchObject([
      { order: 1, reason: 'filled' },
      { order: 2, reason: 'self_trade' },
      { order: 4, reason: 'self_trade', filled: 1 },
    ]);
    expect(tested.open()).toEqual([3]);
  });

  it("the taker's own mode overrides the market's", () => {
    const tested = bobSellsBetweenAlices('expire_maker');

    expect(tradesOf(tested.buy(alice, 3, 105, { selfTradePrevention: 'expire_taker' }))).toEqual(['1 × 1 @ 100']);
    expect(tested.open()).toEqual([2, 3]);
    expect(rejectionOf(tested.buy(alice, 1, 105, { timeInForce: 'fok', selfTradePrevention: 'expire_both' }))).toEqual({
      reason: 'fill_or_kill_unfilled',
    });
    expect(tradesOf(tested.buy(alice, 1, 105, { timeInForce: 'fok' }))).toEqual(['3 × 1 @ 102']);
  });

  it('a taker that is filled before it meets the own order ends as filled', () => {
    const tested = bobSellsBetweenAlices('expire_both');

    expect(tested.buy(alice, 1, 105).at(-1)).toMatchObject({ order: 4, reason: 'filled' });
    expect(tested.open()).toEqual([2, 3]);
  });

  it.each([
    ['expire_maker', 2, true],
    ['expire_maker', 3, false],
    ['expire_taker', 1, true],
    ['expire_taker', 2, false],
    ['expire_both', 1, true],
    ['expire_both', 2, false],
  ] as const)('fill-or-kill does not count own orders (%s, %i lots: fills %s)', (mode, lots, fills) => {
    const tested = bobSellsBetweenAlices(mode);
    const events = tested.buy(alice, lots, 105, { timeInForce: 'fok' });

    expect(rejectionOf(events)).toEqual(fills ? null : { reason: 'fill_or_kill_unfilled' });
    expect(tested.open()).toHaveLength(fills ? (mode === 'expire_maker' ? 0 : 2) : 3);
  });
});
