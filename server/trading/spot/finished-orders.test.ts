import { marketId, orderId, userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../ground/database/test-database.ts';
import type { TestDatabase } from '../../ground/database/test-database.ts';
import { FinishedOrders } from './finished-orders.ts';
import { settle, WatchedDatabase } from './testing/watched-database.ts';

const alice = userId(100_001);
const orders = 20_000;
const everything = { user: alice, market: null, side: null, fromMs: null, toMs: null } as const;

let database: TestDatabase;
let watching: WatchedDatabase;
let finished: FinishedOrders;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into core.orders (id, user_id, market_id, side, order_type, time_in_force, post_only, price, quantity, filled,
       filled_quote, fee, rebate, status, end_reason, accepted_sequence, accepted_at, ended_sequence, ended_at)
     select n, 100001, 1 + n % 2, 1, 'limit', 'gtc', false, 1, 1, 1, 1, 0, 0, 'filled', 'filled', n, n, n, n
     from generate_series(1, ${orders}) n`,
  );
  await database.query(
    `insert into core.account_log select n, 1, 100001, 1, 1, 1, 0, 'trade', n from generate_series(1, ${orders}) n`,
  );
  await database.query(`update core.core_head set sequence = ${orders}`);
  await settle(database, 'core.orders');
  await settle(database, 'core.account_log');
  watching = new WatchedDatabase(database);
  finished = new FinishedOrders(watching.db);
});
afterAll(async () => {
  await watching.close();
  await database.drop();
});

describe('the history of a user with many orders', () => {
  test.each([
    ['the first page', 0],
    ['a deep page', 15_000],
  ])('%s has the right orders and reads no other rows', async (_which, offset) => {
    const { answer, blocks } = await watching.watched(() => finished.page({ ...everything, offset, limit: 10 }));
    expect(answer.map(({ order }) => Number(order))).toEqual([...Array(10).keys()].map((n) => orders - offset - n));
    expect(blocks).toBeLessThan(300);
  });

  test('needs no query for the earlier fills of an order that never traded', async () => {
    const [order] = await finished.page({ ...everything, offset: orders - 1, limit: 1 });
    if (order === undefined) throw new Error('the oldest order is missing');
    const stop = { ...order, stopPrice: 1, filled: 0, filledQuote: 0 };
    const { answer, blocks } = await watching.watched(() => finished.fillsUntil(stop, orders));
    expect(answer).toEqual({ filled: 0, filledQuote: 0, fee: 0, rebate: 0, lastFillMs: null });
    expect(blocks).toBe(0);
  });

  test('searches the trigger of a stop order only up to the requested sequence', async () => {
    const [order] = await finished.page({ ...everything, offset: orders - 1, limit: 1 });
    if (order === undefined) throw new Error('the oldest order is missing');
    const stop = { ...order, order: orderId(orders + 1), stopPrice: 1 };
    const { answer, blocks } = await watching.watched(() => finished.fillsUntil(stop, 5));
    expect(answer.filled).toBe(0);
    expect(blocks).toBeLessThan(40);
  });

  test('can be filtered and counted by market and side', async () => {
    const query = { ...everything, market: marketId(2), side: 'sell' } as const;
    const page = await finished.page({ ...query, offset: 2, limit: 3 });
    expect(page.map(({ order }) => Number(order))).toEqual([19_995, 19_993, 19_991]);
    expect((await finished.count(query)).count).toBe(orders / 2);
    expect(await finished.page({ ...query, side: 'buy', offset: 0, limit: 3 })).toEqual([]);
    expect((await finished.count({ ...query, side: 'buy' })).count).toBe(0);
  });

  test.each([
    ['a day in the middle', 9_000, 9_010, 9_009, 9_000],
    ['a day before the first order', 0, 1, null, null],
    ['a day after the last order', orders + 1, null, null, null],
    ['everything until a day', null, 3, 2, 1],
    ['everything from a day on', orders - 1, null, orders, orders - 1],
    ['a day that no order was placed on', 15_001, 15_002, null, null],
  ])('finds and counts %s without reading other rows', async (_which, fromMs, toMs, first, last) => {
    if (first === null && fromMs === 15_001) await database.query('delete from core.orders where id = 15001');
    const which = { ...everything, fromMs, toMs };
    const { answer, blocks } = await watching.watched(() => finished.page({ ...which, offset: 0, limit: 100 }));
    expect([answer.at(0)?.order ?? null, answer.at(-1)?.order ?? null]).toEqual([first, last]);
    expect(blocks).toBeLessThan(400);
    const counted = await watching.watched(() => finished.count(which));
    expect(counted.answer.count).toBe(answer.length);
    expect(counted.blocks).toBeLessThan(400);
  });

  test('can be read completely in chunks', async () => {
    const ids: number[] = [];
    for await (const some of finished.all({ ...everything, fromMs: 500, toMs: 1_501 })) {
      expect(some.length).toBeLessThanOrEqual(200);
      ids.push(...some.map(({ order }) => Number(order)));
    }
    expect(ids).toEqual([...Array(1_001).keys()].map((n) => 1_500 - n));
  });
});
