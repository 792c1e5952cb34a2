import { currencyId, lots, marketId, orderId, ticks, userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../ground/database/test-database.ts';
import type { TestDatabase } from '../../ground/database/test-database.ts';
import type { OrderState } from '../../ground/feed/index.ts';
import { type OwnTradeFound, OwnTrades, type Cursor, type TradeFilter } from './own-trades.ts';
import { settle, WatchedDatabase } from './testing/watched-database.ts';

/** Each of the commands 1, 2, … traded once at a time equal to its number, every tenth twice. */
const alice = userId(100_001);
const commands = 20_000;
const twice = 2_000;
const carl = userId(100_004);
const commandsOfCarl = 5_000;

let database: TestDatabase;
let watching: WatchedDatabase;
let trades: OwnTrades;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into core.markets (id, base_id, quote_id, price_decimals, tick_points, amount_decimals, lot_points,
       base_units_per_lot, quote_units_per_tick_lot) select id, base, 9, 2, 1, 2, 1, 1, 1
     from (values (1, 1), (2, 2)) as market (id, base)`,
  );
  await database.query(
    `insert into core.trades (id, sequence, time_ms, market_id, price, quantity, base_amount, quote_amount, taker_side,
       maker_order, maker_user, maker_fee, taker_order, taker_user, taker_fee, rebate)
     select 2 * n + again, n, n, 1 + n % 2, 1, 1, 1, 1, 1 + n % 2,
            case when n % 3 = 0 then 7 else 1000000 + n end, case when n % 3 = 0 then 100001 else 100002 end, 5,
            case when n % 3 = 0 then 1000000 + n else n end, case when n % 3 = 0 then 100002 else 100001 end, 6, 1
     from generate_series(1, ${commands}) n, generate_series(0, 1) again where again = 0 or n % 10 = 0`,
  );
  // Trades between other users in the same markets.
  await database.query(
    `insert into core.trades (id, sequence, time_ms, market_id, price, quantity, base_amount, quote_amount, taker_side,
       maker_order, maker_user, maker_fee, taker_order, taker_user, taker_fee, rebate)
     select 100000 + n, 50000 + n, 50000 + n, 1, 1, 1, 1, 1, 1, 2000000 + n, 100002, 0, 3000000 + n, 100003, 0, 0
     from generate_series(1, ${commands}) n`,
  );
  await database.query(
    `insert into core.account_log
     select n, leg, 100001, 1, case leg when 1 then 1 + n % 2 else 9 end, 1, 0, 'trade', n
     from generate_series(1, ${commands}) n, generate_series(1, 2) leg`,
  );
  // A user who only ever sold.
  await database.query(
    `insert into core.trades (id, sequence, time_ms, market_id, price, quantity, base_amount, quote_amount, taker_side,
       maker_order, maker_user, maker_fee, taker_order, taker_user, taker_fee, rebate)
     select 200000 + n, 80000 + n, 80000 + n, 1, 1, 1, 1, 1, 1, 4000000 + n, 100002, 0, 5000000 + n, ${carl}, 0, 0
     from generate_series(1, ${commandsOfCarl}) n`,
  );
  await database.query(
    `insert into core.account_log select 80000 + n, leg, ${carl}, 1, case leg when 1 then 1 else 9 end, 1, 0, 'trade', n
     from generate_series(1, ${commandsOfCarl}) n, generate_series(1, 2) leg`,
  );
  await database.query('update core.core_head set sequence = 100000');
  await settle(database, 'core.trades');
  await settle(database, 'core.account_log');
  watching = new WatchedDatabase(database);
  trades = new OwnTrades(watching.db);
});
afterAll(async () => {
  await watching.close();
  await database.drop();
});

const everything: TradeFilter = { market: null, side: null, fromMs: null, toMs: null };

/** The properties of a market that a filter uses. */
function market(id: 1 | 2): TradeFilter['market'] {
  return { id: marketId(id), base: { id: currencyId(id), code: 'AAA', decimals: 8 } };
}

function ids(found: readonly OwnTradeFound[]): number[] {
  return found.map(({ id }) => id);
}

describe('the trades of a user with many trades', () => {
  test('are read newest first without reading others', async () => {
    const { answer, blocks } = await watching.watched(() => trades.page(alice, everything, null, 10));
    expect(ids(answer.trades)).toEqual([
      40_001, 40_000, 39_998, 39_996, 39_994, 39_992, 39_990, 39_988, 39_986, 39_984,
    ]);
    expect(answer.next).toEqual({ sequence: 19_992, id: 39_984 });
    expect(blocks).toBeLessThan(600);
  });

  test('are paged without gaps or duplicates, also within one command', async () => {
    const seen: number[] = [];
    let place: Cursor | null = { sequence: 10_005, id: 20_010 };
    for (let page = 0; page < 20 && place !== null; page += 1) {
      const found = await trades.page(alice, everything, place, 3);
      seen.push(...ids(found.trades));
      place = found.next;
    }
    const expected = [...Array(100).keys()].flatMap((n) => {
      const command = 10_004 - n;
      return command % 10 === 0 ? [2 * command + 1, 2 * command] : [2 * command];
    });
    expect(seen).toEqual(expected.slice(0, 60));
  });

  test('have the user’s side and role', async () => {
    const { trades: found } = await trades.page(alice, { ...everything, fromMs: 3, toMs: 6 }, null, 10);
    expect(found.map(({ id, side, role, order, fee, rebate }) => [id, side, role, order, fee, rebate])).toEqual([
      [10, 'buy', 'taker', 5, 6, 0],
      [8, 'sell', 'taker', 4, 6, 0],
      [6, 'sell', 'maker', 7, 5, 1],
    ]);
  });

  test.each([
    ['a day in the middle', 9_001, 9_004, [18_006, 18_004, 18_002]],
    ['a day before the first', 0, 1, []],
    ['a day after the last trade, with trades of other users', 50_001, 50_010, []],
    ['everything until a day', null, 3, [4, 2]],
  ])('of %s are found without scanning other days', async (_which, fromMs, toMs, expected) => {
    const { answer, blocks } = await watching.watched(() =>
      trades.page(alice, { ...everything, fromMs, toMs }, null, 10),
    );
    expect(ids(answer.trades)).toEqual(expected);
    expect(answer.next).toBeNull();
    expect(blocks).toBeLessThan(1_500);
  });

  test('can be filtered by market and side', async () => {
    const which: TradeFilter = { market: market(2), side: 'buy', fromMs: null, toMs: 100 };
    const { trades: found } = await trades.page(alice, which, null, 100);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((trade) => Number(trade.market) === 2 && trade.side === 'buy')).toBe(true);
    const both = await trades.page(alice, { ...which, side: null }, null, 100);
    const sold = await trades.page(alice, { ...which, side: 'sell' }, null, 100);
    expect([...ids(found), ...ids(sold.trades)].toSorted((a, b) => b - a)).toEqual(ids(both.trades));
  });

  test('with a filter that rarely matches may fill less than a page, which says where to continue', async () => {
    const bought: TradeFilter = { ...everything, side: 'buy' };
    const found = await trades.page(carl, bought, null, 10);
    expect(ids(found.trades)).toEqual([]);
    expect(found.next?.sequence).toBeLessThan(80_000 + commandsOfCarl);
    expect(await trades.page(carl, bought, found.next, 10)).toEqual({ trades: [], next: null });
  });

  test('can be read completely in chunks', async () => {
    const seen: number[] = [];
    for await (const some of trades.all(alice, everything)) {
      expect(some.length).toBeLessThanOrEqual(600);
      seen.push(...ids(some));
    }
    expect(seen).toHaveLength(commands + twice);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  test('of one order are found as taker and as maker', async () => {
    const { answer, blocks } = await watching.watched(() => trades.ofOrder(order({ order: 7, filled: 5 }), null, 3));
    expect(ids(answer.trades)).toEqual([39_996, 39_990, 39_984]);
    expect(blocks).toBeLessThan(100);
    const following = await trades.ofOrder(order({ order: 7, filled: 5 }), answer.next, 2);
    expect(ids(following.trades)).toEqual([39_978, 39_972]);
    const taken = await trades.ofOrder(order({ order: 10, acceptedSequence: 10, filled: 2 }), null, 10);
    expect(ids(taken.trades)).toEqual([21, 20]);
    expect(taken.next).toBeNull();
    expect(await trades.ofOrder(order({ order: 10, filled: 0 }), null, 10)).toEqual({ trades: [], next: null });
  });
});

function order(facts: { order: number; acceptedSequence?: number; filled: number }): OrderState {
  return {
    order: orderId(facts.order),
    user: alice,
    market: marketId(1),
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(1),
    quantity: lots(10),
    quoteAmount: null,
    stopPrice: null,
    isWaiting: false,
    clientOrderId: null,
    acceptedSequence: facts.acceptedSequence ?? 1,
    acceptedAtMs: 1,
    filled: facts.filled,
    filledQuote: 1,
    fee: 0,
    rebate: 0,
    updatedAtMs: 1,
    endReason: null,
  };
}
