import { beforeEach, describe, expect, it } from 'vitest';
import { countReads } from '../testing/count-reads.ts';
import { indexOf } from '../testing/indices.ts';
import { LeverMarket, the } from '../testing/leverage.ts';
import { alice, bob, carol, rejectionOf, typesOf } from '../testing/test-exchange.ts';
import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';

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

  it('closes what an account has ordered closed, at its mark, before it liquidates it', () => {
    market = new LeverMarket({ dueWorkPerCommand: 1 }, { users: [alice, bob, carol] });
    for (const share of [1, 2, 3]) market.submit({ user: bob, share });
    market.submit({ share: 130 });
    for (let n = 0; n < 2; n += 1) market.price(6_500_000);
    market.exchange.apply({ type: 'clock' });
    for (const position of [1, 2, 3]) market.change('close_lever', position, bob);
    market.change('close_lever', 4);
    expect(ends(market.price(6_490_000))).toEqual([[1, 'user']]);
    const events = [...market.price(6_430_000), ...market.price(6_430_000)];
    expect(ends(events)).toEqual([
      [2, 'user'],
      [3, 'user'],
      [4, 'user'],
    ]);
    const last = events.findLast((event) => event.type === 'lever_closed');
    expect(last).toMatchObject({ position: 4, closePrice: 64_900_000 });
  });

  it('closes the position that is to be deleveraged at the mark that it has', () => {
    const terms = { spreadPpm: 0, feePpm: 0, reservePpm: 20_000 };
    market = new LeverMarket(
      { dueWorkPerCommand: 1 },
      { house: 140_000_000, insurance: 0, users: [alice, bob], terms },
    );
    for (const share of [1, 1, 1]) market.submit({ user: bob, side: 'short', share });
    market.submit({ share: 100 });
    for (let n = 0; n < 3; n += 1) market.price(6_500_000);
    for (const position of [1, 2, 3]) market.change('close_lever', position, bob);
    market.change('close_lever', 4);
    market.price(6_510_000);
    // The reserve of 130 USDT is reached at 66 300, and the house has less than another one.
    const events = [...market.price(6_640_000), ...market.price(6_640_000)];
    const last = events.findLast((event) => event.type === 'lever_closed');
    expect(last).toMatchObject({ position: 4, reason: 'user', closePrice: 65_100_000 });
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

describe('an order or a stop that a mark has reached', () => {
  it('cannot be withdrawn while other work is in front of it', () => {
    market = new LeverMarket({ dueWorkPerCommand: 1 });
    for (let n = 0; n < 5; n += 1) market.submit({ user: bob, kind: 'limit', target: 64_950_000, share: 1 });
    market.submit({ kind: 'limit', target: 64_900_000, share: 1 });
    market.price(6_480_000);
    expect(rejectionOf(market.change('cancel_lever', 6))).toEqual({ reason: 'order_filling' });
    expect(rejectionOf(market.setStops(6, null, null))).toEqual({ reason: 'order_filling' });
  });

  it('cannot be replaced by a close at a later mark', () => {
    market = new LeverMarket({ dueWorkPerCommand: 1 });
    for (let n = 0; n < 6; n += 1) market.submit({ user: bob, share: 1, stopLoss: 64_950_000 });
    market.submit({ share: 1, stopLoss: 64_900_000 });
    for (let n = 0; n < 4; n += 1) market.price(6_500_000);
    market.price(6_480_000);
    expect(rejectionOf(market.change('close_lever', 7))).toEqual({ reason: 'order_filling' });
    const all = { type: 'close_all_lever', user: alice, market: null, side: null, requestKey: null } as const;
    expect(market.exchange.apply(all).filter(({ type }) => type === 'lever_closing')).toEqual([]);
  });
});

describe('a piece of work', () => {
  it('looks at a few rows only, however many rows and marks wait', () => {
    market = new LeverMarket({ dueWorkPerCommand: 1 }, { users: [alice, bob, carol] });
    for (let n = 0; n < 90; n += 1) market.submit({ user: bob, share: 1 });
    market.price(6_500_000);
    while (market.exchange.exchange.hasDueWork) market.exchange.apply({ type: 'clock' });
    for (let position = 1; position <= 90; position += 1) market.setStops(position, null, 64_900_000, bob);
    market.price(6_480_000);
    for (let n = 0; n < 40; n += 1) market.submit({ user: carol, share: 1 });

    const visits = countVisits(market, 'timeMs');
    const counts: number[] = [];
    for (let n = 1; n <= 20; n += 1) {
      market.exchange.wait(100);
      const before = visits.count;
      // The mark is as of the other sources, so that every order waits for a later one.
      expect(ends(market.report('first', 100 * n, 6_480_000))).toHaveLength(1);
      counts.push(visits.count - before);
    }
    expect(Math.max(...counts)).toBeLessThan(16);
  });

  it('looks at a few rows only when orders are filled whose stops the mark has met already', () => {
    const users = [alice, bob, carol];
    market = new LeverMarket({ dueWorkPerCommand: 1 }, { users });
    // The stop of each order comes before the prices of the next ones.
    for (let n = 0; n < 240; n += 1) {
      const target = 64_950_000 - 2000 * n;
      market.submit({ user: users[n % 3], kind: 'limit', share: 1, target, stopLoss: target - 6600 });
    }
    const visits = countVisits(market, 'sequence');
    market.price(6_430_000);
    const counts: number[] = [];
    while (market.exchange.exchange.hasDueWork) {
      const before = visits.count;
      market.exchange.apply({ type: 'clock' });
      counts.push(visits.count - before);
    }
    expect(market.exchange.events.filter(({ type }) => type === 'lever_opened')).toHaveLength(240);
    expect(Math.max(...counts)).toBeLessThan(200);
  });
});

describe('a liquidation', () => {
  it('compares each mark that waits a few times, however many positions of the account close', () => {
    const terms = { spreadPpm: 0, feePpm: 0 };
    market = new LeverMarket({ dueWorkPerCommand: 1 }, { users: [alice, bob, carol], terms });
    for (let n = 0; n < 75; n += 1) market.submit({ user: bob, share: 2 });
    for (let n = 0; n < 90; n += 1) market.submit({ user: carol, share: 1 });
    market.price(6_500_000);
    while (market.exchange.exchange.hasDueWork) market.exchange.apply({ type: 'clock' });
    for (let position = 76; position <= 165; position += 1) market.setStops(position, null, 64_900_000, carol);
    market.price(6_455_000);
    market.exchange.apply({ type: 'close_all_lever', user: bob, market: null, side: null, requestKey: null });
    for (let n = 1; n <= 20; n += 1) {
      market.exchange.wait(100);
      // The mark is as of the other sources, so that every close waits for a later one.
      market.report('first', 100 * n, 6_455_000);
    }
    const marks = market.exchange.exchange.read((state) => (state as ExchangeState).leverage.reached.all());
    expect(marks.length).toBeGreaterThan(20);
    const reads = { count: 0 };
    for (const reached of marks) countReads(reached, 'market', reads);
    for (const source of ['first', 'second']) market.report(source, 2100, 6_440_000);
    while (!market.exchange.events.some(({ type }) => type === 'lever_liquidated')) {
      market.exchange.apply({ type: 'clock' });
    }
    expect(the(market.exchange.events, 'lever_liquidated')).toMatchObject({ user: bob });
    expect(reads.count).toBeLessThan(10 * marks.length);
  });
});

/** Counts how often a field of a row is read; every search for work compares the sequence, then the time. */
function countVisits({ exchange }: LeverMarket, field: 'sequence' | 'timeMs'): { readonly count: number } {
  const visits = { count: 0 };
  for (const row of exchange.exchange.read(({ leverage }) => [...leverage.rows.values()])) {
    countReads(row, field, visits);
  }
  return visits;
}

describe('a position whose stop a mark has just reached', () => {
  it.each([
    ['long', null, 64_900_000, 6_490_000],
    ['long', 65_100_000, null, 6_510_000],
    ['short', 64_900_000, null, 6_490_000],
    ['short', null, 65_100_000, 6_510_000],
  ] as const)('cannot be closed while its work waits (%s, %s, %s)', (side, takeProfit, stopLoss, cents) => {
    market = new LeverMarket({ dueWorkPerCommand: 1 });
    for (let n = 0; n < 5; n += 1) market.submit({ side, share: 1 });
    for (let n = 0; n < 3; n += 1) market.price(6_500_000);
    for (const position of [1, 2, 3, 4, 5]) market.setStops(position, takeProfit, stopLoss);
    market.price(cents);
    expect(rejectionOf(market.change('close_lever', 5))).toEqual({ reason: 'order_filling' });
  });
});

describe('an order that waits for its tick when the index is lost', () => {
  beforeEach(() => {
    market = new LeverMarket();
    market.exchange.apply(indexOf({ minSources: 1, stalenessMs: 1000 }));
  });

  it('is revoked at the market', () => {
    market.submit();
    market.exchange.wait(2000);
    expect(the(market.exchange.apply({ type: 'clock' }), 'lever_revoked')).toMatchObject({ reason: 'no_index' });
  });

  it('waits for its price with a limit, and can be cancelled meanwhile', () => {
    for (let n = 0; n < 2; n += 1) market.submit({ kind: 'limit', target: 65_100_000, share: 10 });
    expect(typesOf(market.change('cancel_lever', 1))).toEqual(['rejected']);
    market.exchange.wait(2000);
    expect(typesOf(market.exchange.apply({ type: 'clock' }))).toEqual([
      'index_updated',
      'lever_entrusted',
      'lever_entrusted',
    ]);
    expect(the(market.change('cancel_lever', 1), 'lever_revoked')).toMatchObject({ reason: 'cancelled' });
    market.nowMs += 2000;
    expect(the(market.price(6_500_000), 'lever_opened')).toMatchObject({ position: 2, price: 65_006_500 });
  });
});
