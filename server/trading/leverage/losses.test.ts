import { leverageCalls } from '@bourse/contract/console';
import type { VenueFigures } from '@bourse/contract/leverage';
import { currencyId } from '@bourse/engine';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import type { Schema } from '../../ground/database/index.ts';
import { ConsoleVenue } from '../../testing/console-client.ts';
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

test('a profit that was paid later or set off is not unpaid in the figures of a day', async () => {
  await database.query(
    `insert into core.lever_claim_payments
       (sequence, n, position, user_id, market_id, currency_id, amount, unpaid, time_ms, loss)
     values (3, 1, 7, 1001, 1, 3, 40, 60, 3, null), (3, 2, 7, 1001, 1, 3, 60, 0, 3, 9),
       (5, 1, 8, 1002, 1, 3, 5, 1, 5, null)`,
  );
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  expect((await readDayLosses(db, 0)).get(currencyId(3))).toEqual({ ...noDayLosses, unpaid: -105 });
  expect((await readDayLosses(db, 3)).get(currencyId(3))).toEqual({ ...noDayLosses, unpaid: -5 });
});

test('an unpaid profit of before the exchange kept claims is no claim, also in the figures of a day', async () => {
  const opened = await ConsoleVenue.open();
  await opened.venue.stop();
  const { database: kept } = opened.venue;
  await kept.query(
    `insert into core.lever_positions
       (position, user_id, market_id, currency_id, side, kind, share, multiple, unit, spread_ppm, fee_ppm, market_type,
        reserve_ppm, accepted_at, state, close_reason, profit, deficit, insured, unpaid, ended_at, sequence)
     values (1, 1001, 1, 3, 'long', 'market', 1, 2, 1, 0, 0, 1, 1000, 1, 'closed', 'user', 9000000, 0, 0, 7000000, $1, 1)`,
    [Date.now()],
  );

  const again = await ConsoleVenue.openOn(kept);
  try {
    const { body } = await again.venue.get<VenueFigures>('venue/figures');
    expect(body.data.currencies.find((row) => row.currency_id === 3)).toMatchObject({ unpaid: '0' });
    const staff = await again.staff(1, ['risk']);
    const { data: funds } = await staff.call(leverageCalls.leverageFunds, {});
    expect(funds.rows.find((row) => row.currency_id === 3)).toMatchObject({ unpaid: '0', day_unpaid: '0' });
  } finally {
    await again.close();
  }
});
