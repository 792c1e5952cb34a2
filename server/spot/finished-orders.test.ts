import { orderId, userId } from '@bourse/engine';
import { Kysely, PostgresDialect } from 'kysely';
import type { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openAppPool, type Schema } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { FinishedOrders } from './finished-orders.ts';

const alice = userId(100_001);
const orders = 20_000;

let database: TestDatabase;
let pool: Pool;
let db: Kysely<Schema>;
let finished: FinishedOrders;
const asked: CompiledQuery[] = [];

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
  await settle('core.orders');
  await settle('core.account_log');
  pool = openAppPool(database.settings);
  db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) });
  finished = new FinishedOrders(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('what is read of a person with many orders', () => {
  test.each([
    ['the first page', 0],
    ['a deep page', 15_000],
  ])('%s shows the right orders and reads the rows of no others', async (_which, offset) => {
    const query = { user: alice, market: null, side: null, offset, limit: 10 };
    const { answer, blocks } = await watched(() => finished.page(query));
    expect(answer.total).toBe(orders);
    expect(answer.orders.map(({ order }) => Number(order))).toEqual(
      [...Array(10).keys()].map((n) => orders - offset - n),
    );
    expect(blocks).toBeLessThan(300);
  });

  test('what an order that never traded had traded is known without looking', async () => {
    const [order] = (await finished.page({ user: alice, market: null, side: null, offset: orders - 1, limit: 1 }))
      .orders;
    if (order === undefined) throw new Error('the oldest order is missing');
    const stop = { ...order, stopPrice: 1, filled: 0, filledQuote: 0 };
    const { answer, blocks } = await watched(() => finished.fillsUntil(stop, orders));
    expect(answer).toEqual({ filled: 0, filledQuote: 0, fee: 0, rebate: 0, lastFillMs: null });
    expect(blocks).toBe(0);
  });

  test('where a stop order took is looked for no later than asked', async () => {
    const [order] = (await finished.page({ user: alice, market: null, side: null, offset: orders - 1, limit: 1 }))
      .orders;
    if (order === undefined) throw new Error('the oldest order is missing');
    const stop = { ...order, order: orderId(orders + 1), stopPrice: 1 };
    const { answer, blocks } = await watched(() => finished.fillsUntil(stop, 5));
    expect(answer.filled).toBe(0);
    expect(blocks).toBeLessThan(40);
  });

  test('a page of one market and side counts and shows these only', async () => {
    const query = { user: alice, market: 2, side: 'sell', offset: 2, limit: 3 } as const;
    const page = await finished.page(query);
    expect(page.total).toBe(orders / 2);
    expect(page.orders.map(({ order }) => Number(order))).toEqual([19_995, 19_993, 19_991]);
    expect(await finished.page({ ...query, side: 'buy' })).toEqual({ orders: [], total: 0 });
  });
});

/**
 * Tells PostgreSQL that all rows of a table are there for everyone. A page that something holds at that moment (a checkpoint that writes it, say) is
 * passed over, so this goes on until none is.
 */
async function settle(table: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await database.query(`vacuum (freeze, analyze) ${table}`);
      const [pages] = await database.query<{ unsettled: string }>(
        `select sum(relpages - relallvisible) as unsettled from pg_class
         where relkind = 'r' and (oid = $1::regclass or oid in (select relid from pg_partition_tree($1)))`,
        [table],
      );
      expect(pages?.unsettled).toBe('0');
    },
    { timeout: 30_000 },
  );
}

/** What was answered, and how many blocks PostgreSQL looked at for it. */
async function watched<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; blocks: number }> {
  asked.length = 0;
  const answer = await ask();
  let blocks = 0;
  for (const { sql, parameters } of [...asked]) {
    const explained = await pool.query<Explained>(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
    blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  }
  return { answer, blocks };
}

interface Explained {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }[];
}
