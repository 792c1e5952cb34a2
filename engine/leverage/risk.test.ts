import { describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { amount } from '../money.ts';
import { countReads } from '../testing/count-reads.ts';
import { LeverMarket, leverTerms, the } from '../testing/leverage.ts';
import { capital, moveToLever } from '../testing/movements.ts';
import { alice, bob, rejectionOf, typesOf } from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';

/** Why and which positions are closed, in order. */
function closes(events: readonly Event[]): unknown[] {
  return events.flatMap((event) => (event.type === 'lever_closed' ? [[event.reason, event.position]] : []));
}

describe('a loss above the balance', () => {
  // Alice has 100 USDT. At 67 000 the longs have gained 2 USDT a hand, and the last position, a short, has lost them.
  it.each([
    ['nothing else if the balance just bears it', [10, 10], 50, []],
    ['the best profit first', [10, 20, 15], 60, [2]],
    ['of equal profits the older', [10, 10], 55, [1]],
    ['as many as it needs', [10, 10, 10], 70, [1, 2]],
    ['all profits, and the rest is a deficit', [5, 5], 61, [1, 2]],
  ])('closes %s', (_, longs, short, covers) => {
    const terms = { spreadPpm: 0, feePpm: 0 };
    const market = new LeverMarket({}, { terms });
    for (const share of longs) market.submit({ share });
    market.submit({ side: 'short', share: short });
    market.price(6_500_000);
    const last = longs.length + 1;
    market.change('close_lever', last);

    const events = market.price(6_700_000);
    expect(closes(events)).toEqual([...covers.map((position) => ['cover', position]), ['user', last]]);
    const gains = covers.reduce((sum, position) => sum + 2_000_000 * (longs[position - 1] ?? 0), 0);
    const closed = events.findLast((event) => event.type === 'lever_closed');
    const left = 100_000_000 + gains - 2_000_000 * short;
    expect(closed).toMatchObject({ balance: Math.max(0, left), deficit: Math.max(0, -left) });
  });
});

describe('a liquidation', () => {
  it('begins when the equity equals the maintenance margin, and not a point before', () => {
    // 100 hands at 65 000 000: the margin is 32.5 USDT, half of it 16.25, and 100 − 83.75 is left at 64 162 500.
    const market = new LeverMarket({}, { terms: { spreadPpm: 0, feePpm: 0 } });
    market.submit();
    market.price(6_500_000);
    expect(typesOf(market.price(6_416_251))).toEqual(['index_updated']);
    const { equity, maintenance } = the(market.price(6_416_250), 'lever_liquidated');
    expect([equity, maintenance]).toEqual([16_250_000, 16_250_000]);
  });

  it('of a short begins at its point as well', () => {
    const market = new LeverMarket({}, { terms: { spreadPpm: 0, feePpm: 0 } });
    market.submit({ side: 'short' });
    market.price(6_500_000);
    expect(typesOf(market.price(6_583_749))).toEqual(['index_updated']);
    expect(the(market.price(6_583_750), 'lever_liquidated')).toMatchObject({ equity: 16_250_000 });
  });

  it('closes the largest losses until the rest has its margins, and takes one fee of 0.5 percent of them', () => {
    const market = new LeverMarket({}, { terms: { spreadPpm: 0, feePpm: 0 } });
    for (const share of [20, 50, 60]) market.submit({ share });
    market.price(6_500_000);
    // All longs lose 0.7 USDT a hand: 130 hands 91, and the maintenance margin is 21.125.
    const events = market.price(6_430_000);
    expect(closes(events)).toEqual([
      ['liquidation', 3],
      ['liquidation', 2],
    ]);
    // 0.5 % of 110 hands at 64 300 would be 35.37; 100 − 91 − 6.5 of margin are left.
    expect(the(events, 'lever_liquidated')).toMatchObject({ closed: 2, fee: 2_500_000 });
  });

  it('takes the whole fee where there is enough', () => {
    const tiers = [{ limit: amount(250_000_000_000), multiple: 50 }] as const;
    const market = new LeverMarket({}, { terms: { spreadPpm: 0, feePpm: 0, multiples: [2, 50], tiers } });
    market.submit({ share: 60, multiple: 50 });
    market.price(6_500_000);
    // 61.0002 of 100 USDT are lost, 39 are half of the margin, and 60 hands are 3838.9998 USDT.
    const { fee, balance } = the(market.price(6_398_333), 'lever_liquidated');
    expect([fee, balance]).toEqual([19_194_999, 19_804_801]);
  });

  it('examines each position a few times for each that it closes', () => {
    const market = new LeverMarket({}, { terms: { spreadPpm: 0, feePpm: 0 } });
    for (let n = 0; n < 90; n += 1) market.submit({ share: 1 });
    for (let n = 0; n < 3; n += 1) market.price(6_500_000);
    const reads = { count: 0 };
    for (const pair of market.exchange.exchange.read(({ leverage }) => leverage.allPairs())) {
      countReads(pair, 'mark', reads);
    }
    market.price(6_390_000);
    const { closed } = the(market.exchange.events, 'lever_liquidated');
    expect(closed).toBeGreaterThan(80);
    expect(reads.count).toBeLessThan(8 * 90 * closed);
  });

  it('revokes orders that wait, though no position is closed for it', () => {
    const market = new LeverMarket({}, { terms: { spreadPpm: 0, feePpm: 0 } });
    market.submit({ share: 100 });
    market.submit({ kind: 'limit', target: 60_000_000, share: 1 });
    market.price(6_500_000);
    const events = market.price(6_416_250);
    expect(the(events, 'lever_revoked')).toMatchObject({ position: 2, reason: 'liquidation' });
  });
});

describe('an order', () => {
  it.each([
    [0, 'lever_opened'],
    [1, 'lever_revoked'],
  ] as const)('at its tick, with a cap of the pair that is short of it by %i units, ends in %s', (missing, type) => {
    const market = new LeverMarket();
    market.submit({ user: bob, side: 'short', share: 10 });
    const { amount: other } = the(market.price(6_500_000), 'lever_opened');
    const { amount: own } = the(market.submit({ share: 10 }), 'lever_accepted');
    market.exchange.apply(leverTerms({ grossCap: amount(other + own - missing) }));
    expect(typesOf(market.price(6_500_000))).toContain(type);
  });

  it('is refused beyond the cap of all positions of the pair, with the room that is left', () => {
    const market = new LeverMarket({}, { terms: { grossCap: amount(1_000_000_000) } });
    market.submit({ share: 10 });
    expect(rejectionOf(market.submit({ user: bob, share: 10 }))).toEqual({ reason: 'exposure_cap', room: 349_935_000 });
    expect(rejectionOf(market.submit({ user: bob, share: 5 }))).toBeNull();
  });

  it('fails at its tick if one unit is missing', () => {
    const market = new LeverMarket();
    const { held } = the(market.submit({ share: 5 }), 'lever_accepted');
    const { lever, change } = accountType;
    market.exchange.apply(moveToLever(alice, 100_000_000 - held, null, { from: lever, to: change }));
    // At the next point of the index the fee is one unit higher.
    expect(the(market.price(6_500_001), 'lever_revoked')).toMatchObject({ reason: 'insufficient_balance' });
  });

  it('that fills after a later mark, at which its profit has reached its reserve, has its reserve raised', () => {
    const market = new LeverMarket({ dueWorkPerCommand: 1 }, { terms: { reservePpm: 1000 } });
    for (let n = 0; n < 6; n += 1) market.submit({ user: bob, side: 'short', share: 1 });
    market.submit({ share: 1 });
    market.price(6_500_000);
    market.price(6_600_000);
    while (market.exchange.exchange.hasDueWork) market.exchange.apply({ type: 'clock' });
    const raised = market.exchange.events.filter((event) => event.type === 'lever_reserve_raised');
    // 993 500 of profit, and 16 times 65 007 of reserve.
    expect(raised.map(({ position }) => position)).toEqual([7, 7, 7, 7]);
  });
});

describe('deleveraging', () => {
  it('closes the best entry of the side, whichever profit has reached its reserve', () => {
    const market = new LeverMarket({}, { house: 700_000_000, terms: { spreadPpm: 0, feePpm: 0 } });
    market.price(6_400_000);
    market.submit({ user: bob, share: 100 });
    market.price(6_400_000);
    market.exchange.apply(leverTerms({ spreadPpm: 0, feePpm: 0, reservePpm: 1000 }));
    market.price(6_500_000);
    market.submit({ share: 50 });
    market.submit({ side: 'short', share: 20 });
    market.price(6_500_000);
    market.exchange.apply(capital(55_000_000, 3, { from: accountType.leverHouse, to: accountType.treasury }));

    // Alice's long has gained its reserve of 3.25 USDT at 65 065; Bob's has 10.65 of 640.
    const events = market.price(6_506_500);
    expect(closes(events)).toEqual([['deleveraging', 1]]);
    expect(the(events, 'lever_reserve_raised')).toMatchObject({ position: 2, reserve: 6_500_000 });
  });
});

describe('an account', () => {
  it('has at most 100 positions and orders', () => {
    const market = new LeverMarket();
    for (let n = 0; n < 100; n += 1) expect(rejectionOf(market.submit({ share: 1 }))).toBeNull();
    expect(rejectionOf(market.submit({ share: 1 }))).toEqual({ reason: 'too_many_positions', maximum: 100 });
    expect(rejectionOf(market.submit({ user: bob, share: 1 }))).toBeNull();
  });
});
