import { describe, expect, it } from 'vitest';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { Random } from '../simulation/random.ts';
import { alice, bob, btc, btcusdt, carol, fundedExchange, rejectionOf, setup, usdt } from '../testing/test-exchange.ts';
import type { FeeRates } from './commands.ts';
import type { Event } from '../event.ts';
import type { Traded } from '../spot/events.ts';
import type { MarketId, UserId } from '../identifiers.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

const rates = (makerFeePpm: number, takerFeePpm: number): FeeRates => ({ makerFeePpm, takerFeePpm });

function setTier(tested: TestExchange, tier: number, to: FeeRates | null): Event[] {
  return tested.apply({ type: 'set_fee_tier', market: btcusdt, tier, rates: to, ...setup });
}

function putInto(tested: TestExchange, user: UserId, tier: number): Event[] {
  return tested.apply({ type: 'set_user_fee_tier', user, tier, ...setup });
}

function setOwn(tested: TestExchange, user: UserId, market: MarketId | null, to: FeeRates | null): Event[] {
  return tested.apply({ type: 'set_user_fees', user, market, rates: to, ...setup });
}

/**
 * Trades 100 000 lots at 100 between Bob (maker) and Alice (taker) and returns the fees: the volume is 10^9 units of
 * BTC and 10^7 of USDT.
 */
function fees(tested: TestExchange): Pick<Traded, 'makerFee' | 'takerFee' | 'rebate'> {
  tested.sell(bob, 100_000, 100);
  const event = tested.buy(alice, 100_000, 100).find(({ type }) => type === 'traded') as Traded;
  return { makerFee: event.makerFee, takerFee: event.takerFee, rebate: event.rebate };
}

/** The fees of that trade: 10 USDT units per ppm for the maker, 1000 BTC units per ppm for the taker. */
const paid = (makerPpm: number, takerPpm: number) => ({
  makerFee: makerPpm * 10,
  takerFee: takerPpm * 1000,
  rebate: 0,
});

describe('the rate that a user pays', () => {
  it.each<[string, (tested: TestExchange) => void, ReturnType<typeof paid>]>([
    ['is that of tier 0 by default', () => undefined, paid(1, 2)],
    ['follows a change of tier 0', (tested) => setTier(tested, 0, rates(3, 4)), paid(3, 4)],
    [
      "is that of the user's tier",
      (tested) => {
        setTier(tested, 2, rates(5, 6));
        putInto(tested, bob, 2);
      },
      paid(5, 2),
    ],
    [
      "is that of the user's tier also when the market gets this tier later",
      (tested) => {
        putInto(tested, alice, 2);
        setTier(tested, 2, rates(5, 6));
      },
      paid(1, 6),
    ],
    [
      "is that of the next lower tier when the market lacks the user's tier",
      (tested) => {
        setTier(tested, 1, rates(5, 6));
        putInto(tested, alice, 9);
      },
      paid(1, 6),
    ],
    [
      "is that of the next lower tier after the user's tier is removed",
      (tested) => {
        setTier(tested, 1, rates(5, 6));
        setTier(tested, 2, rates(7, 8));
        putInto(tested, alice, 2);
        setTier(tested, 2, null);
      },
      paid(1, 6),
    ],
    [
      "is the user's own rate for all markets rather than the tier's",
      (tested) => {
        setTier(tested, 1, rates(5, 6));
        putInto(tested, alice, 1);
        setOwn(tested, alice, null, rates(7, 8));
      },
      paid(1, 8),
    ],
    [
      "is the user's own rate for the market rather than the one for all",
      (tested) => {
        setOwn(tested, alice, btcusdt, rates(9, 10));
        setOwn(tested, alice, null, rates(7, 8));
      },
      paid(1, 10),
    ],
    [
      "is the user's own rate for all markets after that for the market is removed",
      (tested) => {
        setOwn(tested, alice, btcusdt, rates(9, 10));
        setOwn(tested, alice, null, rates(7, 8));
        setOwn(tested, alice, btcusdt, null);
      },
      paid(1, 8),
    ],
    [
      "is that of the tier after the user's own rates are removed",
      (tested) => {
        setOwn(tested, alice, null, rates(7, 8));
        setOwn(tested, alice, null, null);
      },
      paid(1, 2),
    ],
  ])('%s', (_, set, expected) => {
    const fresh = fundedExchange({ makerFeePpm: 1, takerFeePpm: 2 });
    set(fresh);
    // Neither user has traded before; then both have and trade again; then neither has an open order after a restart.
    expect(fees(fresh)).toEqual(expected);
    const known = fundedExchange({ makerFeePpm: 1, takerFeePpm: 2 });
    fees(known);
    set(known);
    expect(fees(known)).toEqual(expected);
    expect(fees(known.restarted())).toEqual(expected);
  });

  it('is the one at the time of the trade, also for an order that was resting before', () => {
    const tested = fundedExchange({ makerFeePpm: 1, takerFeePpm: 2 });
    tested.sell(bob, 200_000, 100);
    tested.buy(alice, 100_000, 100);
    setOwn(tested, bob, null, rates(50, 0));
    const restarted = tested.restarted();
    const events = restarted.buy(alice, 100_000, 100);

    expect(events[1]).toMatchObject({ type: 'traded', makerFee: 500, takerFee: 2000 });
    expect(restarted.withTotals(events)[2]).toMatchObject({ type: 'order_ended', order: 1, fee: 510 });
  });
});

describe('a rebate', () => {
  it("goes from the taker's fee to the maker, in the currency that the taker receives, rounded down", () => {
    const tested = fundedExchange({ makerFeePpm: -333, takerFeePpm: 1000 });
    tested.sell(bob, 7, 1000);
    const events = tested.buy(alice, 7, 1000);

    // 70 000 units of BTC: the taker pays 70, of which the maker receives ⌊23.31⌋.
    expect(events[1]).toMatchObject({ baseAmount: 70_000, takerFee: 70, makerFee: 0, rebate: 23 });
    expect(tested.withTotals(events)[2]).toMatchObject({ type: 'order_ended', order: 1, fee: 0, rebate: 23 });
    expect(tested.balance(bob, btc)).toEqual([10_000_000_000 - 70_000 + 23, 0]);
    expect(tested.balance(bob, usdt)).toEqual([1_000_000_000_000 + 7000, 0]);
    expect(tested.balance(venue, btc, accountType.fees)).toEqual([47, 0]);
    expect(tested.balance(venue, usdt, accountType.fees)).toEqual([0, 0]);
  });

  it('to a buying maker is in the quote currency', () => {
    const tested = fundedExchange({ makerFeePpm: -500, takerFeePpm: 1000 });
    tested.buy(bob, 10, 1000);
    tested.sell(alice, 10, 1000);

    expect(tested.balance(bob, usdt)).toEqual([1_000_000_000_000 - 10_000 + 5, 0]);
    expect(tested.balance(venue, usdt, accountType.fees)).toEqual([5, 0]);
  });

  it.each([
    ['is capped at the fee of its trade', -2000, 1000, 100, 100],
    ['is zero when the taker pays no fee', -2000, 0, 0, 0],
    ['below one unit is zero', -9, 1000, 100, 0],
  ])('%s', (_, maker, taker, takerFee, rebate) => {
    const tested = fundedExchange({ makerFeePpm: maker, takerFeePpm: taker });
    tested.sell(bob, 10, 1000);

    expect(tested.buy(alice, 10, 1000)[1]).toMatchObject({ baseAmount: 100_000, makerFee: 0, takerFee, rebate });
  });

  it('and a fee of the same order are recorded separately, because their currencies differ', () => {
    const tested = fundedExchange({ makerFeePpm: -500, takerFeePpm: 1000 });
    tested.sell(bob, 20, 1000);
    tested.buy(alice, 10, 1000);
    setTier(tested, 0, rates(300, 1000));
    const [first] = [...tested.restarted().exchange.openOrders()];

    expect(first).toMatchObject({ fee: 0, rebate: 50 });
    expect(tested.withTotals(tested.buy(alice, 10, 1000))).toContainEqual(
      expect.objectContaining({ type: 'order_ended', order: 1, fee: 3, rebate: 50 }),
    );
  });

  it.each([11, 12, 13, 14])('creates or loses no unit under random rates and trades (seed %i)', (seed) => {
    const random = new Random(seed);
    const tested = fundedExchange();
    const people = [alice, bob, carol] as const;
    const collected = new Map([
      [btc, 0n],
      [usdt, 0n],
    ]);
    let rebates = 0;
    for (let n = 0; n < 1500; n += 1) {
      const wild = rates(random.integer(-999_999, 999_999), random.integer(0, 999_999));
      const defaultRates = rates(random.integer(-900, 900), random.integer(0, 1500));
      const set = random.oneIn(3) ? wild : defaultRates;
      const user = random.pick(people);
      const price = random.integer(1, 60);
      const events = random.pick([
        () => tested.buy(user, random.integer(1, 9), price),
        () => tested.sell(user, random.integer(1, 9), price),
        () => tested.take(random.pick(['buy', 'sell']), user, random.integer(1, 30)),
        () => setTier(tested, random.integer(0, 3), set),
        () => putInto(tested, user, random.integer(0, 3)),
        () => setOwn(tested, user, random.pick([null, btcusdt]), random.oneIn(2) ? null : set),
      ])();
      for (const event of events) {
        if (event.type !== 'traded') continue;
        const [taken, made] = event.takerSide === 'buy' ? [btc, usdt] : [usdt, btc];
        expect(event.rebate).toBeGreaterThanOrEqual(0);
        expect(event.rebate).toBeLessThanOrEqual(event.takerFee);
        collected.set(taken, (collected.get(taken) ?? 0n) + BigInt(event.takerFee - event.rebate));
        collected.set(made, (collected.get(made) ?? 0n) + BigInt(event.makerFee));
        rebates += event.rebate > 0 ? 1 : 0;
      }
      // The test exchange audits after each command that every currency sums to zero and no balance is negative. The
      // venue must hold exactly the fees that were paid.
      for (const [currency, sum] of collected) {
        expect(BigInt(tested.balance(venue, currency, accountType.fees)[0])).toBe(sum);
      }
    }

    expect(rebates).toBeGreaterThan(20);
  });
});

describe('setting fees', () => {
  it('reports the rates before and after, the operator and the reason', () => {
    const tested = fundedExchange({ makerFeePpm: 1, takerFeePpm: 2 });

    expect(setTier(tested, 0, rates(3, 4))).toEqual([
      { type: 'fee_tier_set', market: btcusdt, tier: 0, before: rates(1, 2), after: rates(3, 4), ...setup },
    ]);
    expect(setTier(tested, 4, rates(-5, 6))).toMatchObject([{ before: null, after: rates(-5, 6) }]);
    expect(setTier(tested, 4, null)).toMatchObject([{ before: rates(-5, 6), after: null }]);
    expect(putInto(tested, alice, 4)).toEqual([
      { type: 'user_fee_tier_set', user: alice, before: 0, after: 4, ...setup },
    ]);
    expect(setOwn(tested, alice, null, rates(0, 0))).toEqual([
      { type: 'user_fees_set', user: alice, market: null, before: null, after: rates(0, 0), ...setup },
    ]);
  });

  const house = 0 as UserId;
  const unknown = 9 as MarketId;
  const invalidOperator = { operator: -1 as UserId, cause: 'policy' } as const;
  it.each<[string, (tested: TestExchange) => Event[], object]>([
    [
      'a tier by an invalid operator',
      (tested) => tested.apply({ type: 'set_fee_tier', market: unknown, tier: 0, rates: null, ...invalidOperator }),
      { reason: 'operator_invalid' },
    ],
    [
      'a user tier by an invalid operator',
      (tested) => tested.apply({ type: 'set_user_fee_tier', user: house, tier: 0, ...invalidOperator }),
      { reason: 'operator_invalid' },
    ],
    [
      'own rates by an invalid operator',
      (tested) => tested.apply({ type: 'set_user_fees', user: house, market: null, rates: null, ...invalidOperator }),
      { reason: 'operator_invalid' },
    ],
    [
      'a tier on an unknown market',
      (tested) => tested.apply({ type: 'set_fee_tier', market: unknown, tier: -1, rates: null, ...setup }),
      { reason: 'market_unknown' },
    ],
    ['tier −1', (tested) => setTier(tested, -1, rates(2 ** 20, 0)), { reason: 'setting_invalid', field: 'tier' }],
    ['tier 100', (tested) => setTier(tested, 100, rates(0, 0)), { reason: 'setting_invalid', field: 'tier' }],
    ['removing tier 0', (tested) => setTier(tested, 0, null), { reason: 'setting_invalid', field: 'tier' }],
    [
      'a maker rate of 100 %',
      (tested) => setTier(tested, 1, rates(1_000_000, -1)),
      { reason: 'setting_invalid', field: 'makerFeePpm' },
    ],
    [
      'a rebate of 100 %',
      (tested) => setTier(tested, 1, rates(-1_000_000, 0)),
      { reason: 'setting_invalid', field: 'makerFeePpm' },
    ],
    [
      'a negative taker rate',
      (tested) => setTier(tested, 1, rates(0, -1)),
      { reason: 'setting_invalid', field: 'takerFeePpm' },
    ],
    ['a tier to its current rates', (tested) => setTier(tested, 0, rates(0, 0)), { reason: 'setting_unchanged' }],
    ['removing a missing tier', (tested) => setTier(tested, 1, null), { reason: 'setting_unchanged' }],
    ['a tier for the venue itself', (tested) => putInto(tested, house, -1), { reason: 'user_invalid' }],
    ['a fractional user tier', (tested) => putInto(tested, alice, 0.5), { reason: 'setting_invalid', field: 'tier' }],
    ["a user's tier to its current value", (tested) => putInto(tested, alice, 0), { reason: 'setting_unchanged' }],
    ['own rates for the venue itself', (tested) => setOwn(tested, house, unknown, null), { reason: 'user_invalid' }],
    [
      'own rates on an unknown market',
      (tested) => setOwn(tested, alice, unknown, rates(0, 2 ** 20)),
      { reason: 'market_unknown' },
    ],
    [
      'own rates out of range',
      (tested) => setOwn(tested, alice, null, rates(0, 2 ** 20)),
      { reason: 'setting_invalid', field: 'takerFeePpm' },
    ],
    [
      'removing own rates that do not exist',
      (tested) => setOwn(tested, alice, null, null),
      { reason: 'setting_unchanged' },
    ],
  ])('%s is refused', (_, send, rejection) => {
    expect(rejectionOf(send(fundedExchange()))).toEqual(rejection);
  });
});
