import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { noLosses, readLosses } from './losses.ts';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.settings.url });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('liquidations that only revoked orders count in a currency without closed positions', async () => {
  await database.query(
    `insert into core.lever_liquidations
       (sequence, user_id, currency_id, equity, maintenance, closed, fee, time_ms)
     values (1, 1001, 2, 0, 0, 0, 0, 1), (2, 1001, 2, 0, 0, 0, 0, 2)`,
  );

  expect([...(await readLosses(pool))]).toEqual([[2, { ...noLosses, liquidations: 2 }]]);
});
