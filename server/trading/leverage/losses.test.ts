import { currencyId } from '@bourse/engine';
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
       (sequence, n, user_id, currency_id, equity, maintenance, closed, fee, time_ms)
     values (1, 1, 1001, 2, 0, 0, 0, 0, 1), (1, 2, 1001, 2, 0, 0, 0, 0, 1)`,
  );

  expect([...(await readLosses(pool))]).toEqual([[2, { ...noLosses, liquidations: 2 }]]);
});

test('a profit that was paid later is not unpaid', async () => {
  await database.query(
    `insert into core.lever_claim_payments
       (sequence, n, position, user_id, market_id, currency_id, amount, unpaid, time_ms)
     values (3, 1, 7, 1001, 1, 3, 40, 60, 3), (3, 2, 7, 1001, 1, 3, 60, 0, 3)`,
  );
  const losses = await readLosses(pool);

  expect(losses.get(currencyId(3))).toEqual({ ...noLosses, unpaid: -100 });
});
