import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { RunningVenue } from '../../testing/running-venue.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await database.drop();
});

test('a start with users older than the journal is refused, and no newcomer gets the balances of another', async () => {
  const venue = await RunningVenue.openOn(database);
  const ann = await venue.person('ann');
  const bob = await venue.person('bob');
  await venue.stop();

  // The state after the tables of users were restored from a backup made before Bob registered.
  for (const table of ['logins', 'sessions', 'devices', 'users']) {
    const column = table === 'users' ? 'id' : 'user_id';
    await database.query(`delete from app.${table} where ${column} = $1`, [bob.id]);
  }
  await database.query(`select setval('app.user_ids', $1)`, [ann.id]);
  await expect(RunningVenue.openOn(database)).rejects.toThrow(
    `The exchange has accounts of users up to ${bob.id}, but the newest user is ${ann.id}`,
  );

  await database.query(`select setval('app.user_ids', $1)`, [bob.id]);
  const again = await RunningVenue.openOn(database);
  const cid = await again.person('cid');
  expect(cid.id).toBeGreaterThan(bob.id);
  await again.stop();
});

test('an id is not used again after its user is gone', async () => {
  const venue = await RunningVenue.openOn(database);
  try {
    const ann = await venue.person('ann');
    await database.query('delete from app.sessions');
    await database.query('delete from app.logins');
    await database.query('delete from app.devices');
    await database.query('delete from app.users');
    expect((await venue.person('bob')).id).toBe(ann.id + 1);
  } finally {
    await venue.stop();
  }
});
