import { beforeEach, describe, expect, it } from 'vitest';
import { accountType } from '../ledger/account.ts';
import { LeverMarket, the } from '../testing/leverage.ts';
import { moveToLever } from '../testing/movements.ts';
import { alice, bob, carol, typesOf, usdt } from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';

const { lever, leverHouse } = accountType;

let market: LeverMarket;

/** The ends of positions, in order: who, and why. */
function ends(events: readonly Event[]): unknown[] {
  return events.flatMap((event) => (event.type === 'lever_closed' ? [[event.position, event.reason]] : []));
}

describe('the work of a tick', () => {
  beforeEach(() => {
    market = new LeverMarket({}, { users: [alice, bob, carol] });
  });

  it('takes turns: a close, a liquidation, a stop, and again', () => {
    // Positions 1 and 2 close, 3 is liquidated, 4 and 5 have stops.
    for (const share of [1, 2]) market.submit({ share });
    market.submit({ user: bob, share: 140 });
    for (const share of [1, 2]) market.submit({ user: carol, share });
    market.price(6_500_000);
    for (const position of [4, 5]) market.setStops(position, null, 64_900_000, carol);
    for (const position of [1, 2]) market.change('close_lever', position);

    expect(ends(market.price(6_430_000))).toEqual([
      [1, 'user'],
      [3, 'liquidation'],
      [4, 'stop_loss'],
      [2, 'user'],
      [5, 'stop_loss'],
    ]);
  });

  it('closes the stops of an account before it liquidates it, and before the stops of others', () => {
    market.submit({ share: 1, stopLoss: 64_900_000 });
    market.submit({ user: bob, share: 130 });
    market.submit({ user: bob, share: 5, stopLoss: 64_800_000 });
    market.price(6_500_000);
    market.price(6_500_000);

    expect(ends(market.price(6_430_000))).toEqual([
      [3, 'stop_loss'],
      [1, 'stop_loss'],
      [2, 'liquidation'],
    ]);
  });

  it('keeps its turns over a restart', () => {
    market = new LeverMarket({ dueWorkPerCommand: 1 }, { users: [alice, bob, carol] });
    for (const share of [1, 2, 3]) market.submit({ share });
    market.submit({ user: bob, share: 140 });
    for (let n = 0; n < 2; n += 1) market.price(6_500_000);
    market.exchange.apply({ type: 'clock' });
    for (const position of [1, 2, 3]) market.setStops(position, null, 64_900_000);
    const closed = ends(market.price(6_430_000));
    while (market.exchange.exchange.hasDueWork) {
      market.exchange = market.exchange.restarted();
      closed.push(...ends(market.exchange.apply({ type: 'clock' })));
    }
    expect(closed).toEqual([
      [4, 'liquidation'],
      [1, 'stop_loss'],
      [2, 'stop_loss'],
      [3, 'stop_loss'],
    ]);
  });
});

describe('a profit that the house cannot pay', () => {
  beforeEach(() => {
    // The house has what it reserves, and little more.
    const terms = { reservePpm: 1000 };
    market = new LeverMarket({}, { house: 20_000_000, insurance: 0, users: [alice, bob, carol], terms });
    market.submit({ share: 100 });
    market.submit({ user: bob, side: 'short', share: 100 });
    market.price(6_500_000);
    market.change('close_lever', 1);
  });

  it('stays a claim, which the loss of the same tick pays', () => {
    const events = market.price(6_550_000);

    // 100 × (65 500 000 − 65 006 500), of which the house pays what the reserve of the short leaves free.
    expect(the(events, 'lever_closed')).toMatchObject({ position: 1, profit: 49_350_000, unpaid: 35_849_350 });
    market.exchange = market.exchange.restarted();
    market.change('close_lever', 2, bob);
    const paid = market.price(6_550_000);
    expect(typesOf(paid)).toEqual(['index_updated', 'lever_closed', 'lever_claim_paid']);
    expect(the(paid, 'lever_claim_paid')).toMatchObject({ position: 1, user: alice, amount: 35_849_350, left: 0 });
    expect(market.exchange.balance(alice, usdt, lever)).toEqual([146_749_740, 0]);
    // 20 000 000, less the profit, and the loss of 100 × (65 500 000 − 64 993 500).
    expect(market.exchange.balance(0 as typeof alice, usdt, leverHouse)).toEqual([21_300_000, 0]);
  });
});

describe('claims on the house', () => {
  it('are paid oldest first, in part if the gain is smaller, and also to users without an account', () => {
    const terms = { reservePpm: 1000 };
    market = new LeverMarket({}, { house: 15_000_000, insurance: 0, users: [alice, bob, carol], terms });
    market.submit({ share: 60 });
    market.submit({ user: carol, share: 60 });
    for (const share of [20, 80]) market.submit({ user: bob, side: 'short', share });
    market.price(6_500_000);
    market.change('close_lever', 1);
    market.change('close_lever', 2, carol);
    const closed = market.price(6_550_000);
    const unpaid = closed.flatMap((event) => (event.type === 'lever_closed' ? [event.unpaid] : []));
    expect(unpaid).toEqual([25_009_740, 25_709_610]);

    market.exchange.apply(moveToLever(alice, 1, null, { from: lever, to: accountType.change }));
    market.change('close_lever', 3, bob);
    expect(claims(market.price(6_550_000))).toEqual([[1, 10_130_000, 14_879_740]]);
    market.change('close_lever', 4, bob);
    expect(claims(market.price(6_550_000))).toEqual([
      [1, 14_879_740, 0],
      [2, 25_640_260, 69_350],
    ]);
  });
});

/** The payments of claims: of which position, how much, and what is left. */
function claims(events: readonly Event[]): unknown[] {
  return events.flatMap((event) =>
    event.type === 'lever_claim_paid' ? [[event.position, event.amount, event.left]] : [],
  );
}
