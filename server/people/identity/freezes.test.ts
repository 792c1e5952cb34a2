import { type UserId, userId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool, type Schema } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { type FreezeParts, Freezes } from './freezes.ts';

const people = [userId(100_001), userId(100_002), userId(100_003)] as const;
const [, held] = people;

let database: TestDatabase;
let db: Kysely<Schema>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  for (const user of people) {
    await database.query(
      `insert into app.users (id, email, mobile, password_hash, invite_code, created_at) values ($1, '', '', '', $2, 1)`,
      [user, `I${user}`],
    );
  }
});

beforeEach(async () => {
  await database.query('delete from app.freezes');
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface Options {
  readonly scopes?: Map<UserId, RestrictionScope>;
  readonly cancelWithdrawals: FreezeParts['cancelWithdrawals'];
}

function open({ cancelWithdrawals, scopes = new Map() }: Options): Freezes {
  const submit = async ({ user, scope }: { user: UserId; scope: RestrictionScope }) => {
    scopes.set(user, scope);
    return Promise.resolve({ outcome: { type: 'user_restricted' }, sequence: scopes.size });
  };
  return new Freezes({
    db,
    now: () => 1,
    core: { submit } as unknown as FreezeParts['core'],
    restrictionOf: (user) => scopes.get(user) ?? 'none',
    cancelWithdrawals,
  });
}

test('payments are cancelled for the owner before the restriction, which cancels them without their fee', async () => {
  const scopes = new Map<UserId, RestrictionScope>();
  const passes: unknown[] = [];
  const freezes = open({
    scopes,
    cancelWithdrawals: async (user, which) => Promise.resolve(void passes.push([which, scopes.get(user) ?? 'none'])),
  });
  const [user] = people;
  await db.transaction().execute(async (transaction) => freezes.note(transaction, user));
  await freezes.carryOut(user);
  expect(passes).toEqual([
    ['held', 'none'],
    ['all', 'trading'],
  ]);
});

test('an account whose withdrawals cannot be cancelled does not keep other freezes from being carried out', async () => {
  const scopes = new Map<UserId, RestrictionScope>();
  const cancelled: UserId[] = [];
  const freezes = open({
    scopes,
    cancelWithdrawals: async (user) => {
      if (user === held) throw new Error('the withdrawals cannot be cancelled');
      return Promise.resolve(void cancelled.push(user));
    },
  });
  for (const user of people) await db.transaction().execute(async (transaction) => freezes.note(transaction, user));
  await expect(freezes.carryOutNoted()).rejects.toThrow('the withdrawals cannot be cancelled');
  expect([...scopes.values()]).toEqual(['trading', 'trading', 'trading']);
  expect(new Set(cancelled)).toEqual(new Set(people.filter((user) => user !== held)));
});
