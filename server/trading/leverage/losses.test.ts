import { currencyId } from '@bourse/engine';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import type { Schema } from '../../ground/database/index.ts';
import { noDayLosses, noLosses, readDayLosses, readLosses } from './losses.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.settings.url, options: '-c search_path=app,core' });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('liquidations that only revoked orders count in a currency without closed positions', async () => {
  await database.query(
    `insert into core.lever_liquidations
       (sequence, n, user_id, currency_id, equity, maintenance, closed, fee, time_ms)
     values (1, 1, 1001, 2, 0, 0, 0, 0, 1), (1, 2, 1001, 2, 0, 0, 0, 0, 1)`,
  );

  expect([...(await readLosses(pool))]).toEqual([[2, { ...noLosses, liquidations: 2 }]]);
});

test('a profit that was paid later or set off is not unpaid, neither in all nor in the figures of a day', async () => {
  await database.query(
    `insert into core.lever_claim_payments
       (sequence, n, position, user_id, market_id, currency_id, amount, unpaid, time_ms, loss)
     values (3, 1, 7, 1001, 1, 3, 40, 60, 3, null), (3, 2, 7, 1001, 1, 3, 60, 0, 3, 9),
       (5, 1, 8, 1002, 1, 3, 5, 1, 5, null)`,
  );
  const losses = await readLosses(pool);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  expect(losses.get(currencyId(3))).toEqual({ ...noLosses, unpaid: -105 });
  expect((await readDayLosses(db, 0)).get(currencyId(3))).toEqual({ ...noDayLosses, unpaid: -105 });
  expect((await readDayLosses(db, 3)).get(currencyId(3))).toEqual({ ...noDayLosses, unpaid: -5 });
});
