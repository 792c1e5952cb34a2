import { staffCalls, userCalls } from '@bourse/contract/console';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool, type Schema } from '../database/index.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { Concerns } from './concerns.ts';

const user = 100_001;
const [live, demo] = [new Concerns(true), new Concerns(false)];
let database: TestDatabase;
let db: Kysely<Schema>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  await database.query(
    `insert into app.users (id, email, email_key, mobile, password_hash, invite_code, created_at)
     values ($1, 'ann@example.com', 'ann@example.com', '', '', 'ANN', 0)`,
    [user],
  );
  for (const id of [1, 2])
    await database.query(
      `insert into app.staff (id, email, email_key, name, state, roles, created_at)
       values ($1::int, 'x', 'staff' || $1, 'Sue', 'invited', '{support}', 0)`,
      [id],
    );
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

async function state(staff: number, account: number | null, isDeclared = true): Promise<void> {
  await database.query('update app.staff set user_id = $2, user_declared = $3 where id = $1', [
    staff,
    account,
    isDeclared,
  ]);
}

const about = { id: user };

describe('a call about a user', () => {
  test('is refused to staff of a live exchange whose own account is not stated', async () => {
    await state(1, null, false);
    expect(await live.refusalOf(db, userCalls.user, about, [1])).toBe('account_undeclared');
    expect(await demo.refusalOf(db, userCalls.user, about, [1])).toBeNull();
    expect(await live.refusalOf(db, staffCalls.staff, {}, [1])).toBeNull();
  });

  test('is not refused once it is stated that they have none, or another', async () => {
    await state(1, null);
    expect(await live.refusalOf(db, userCalls.user, about, [1])).toBeNull();
    await state(1, user);
    expect(await live.refusalOf(db, userCalls.user, { id: user + 1 }, [1])).toBeNull();
    for (const concerns of [live, demo])
      expect(await concerns.refusalOf(db, userCalls.user, about, [1])).toBe('own_account');
  });

  test('is refused if it is not stated for one of those who vote', async () => {
    await state(1, null);
    await state(2, null, false);
    expect(await live.refusalOf(db, userCalls.user, about, [1, 2])).toBe('account_undeclared');
    await state(2, null);
    expect(await live.refusalOf(db, userCalls.user, about, [1, 2])).toBeNull();
  });
});
