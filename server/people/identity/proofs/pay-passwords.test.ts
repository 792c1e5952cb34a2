import { userId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, openAppDatabase, openIdentityPool, type Schema } from '../../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import { TurnsBusy } from '../../../ground/gateway/index.ts';
import { StoredPayPasswords } from './pay-passwords.ts';

const ann = userId(100_001);
const ben = userId(100_002);
const caller = { address: '192.0.2.1' };
const hourMs = 3_600_000;
const clock = { ms: 1_000_000 };

let database: TestDatabase;
let db: Kysely<Schema>;
let compared: string[];
let busy: boolean;
let events: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  for (const [user, code] of [
    [ann, 'A'],
    [ben, 'B'],
  ]) {
    await database.query(
      `insert into app.users (id, email, mobile, password_hash, invite_code, created_at) values ($1, '', '', '', $2, 0)`,
      [user, code],
    );
  }
});

beforeEach(async () => {
  compared = [];
  events = [];
  busy = false;
  await inTransaction(db, (transaction) => payPasswords().create(transaction, ann, 'hash of right'));
});

afterEach(async () => {
  await database.query('delete from app.pay_passwords');
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Trade passwords of a process that starts now. */
function payPasswords(): StoredPayPasswords {
  const passwords = {
    hash: (password: string) => Promise.resolve(`hash of ${password}`),
    matches: (password: string, stored: string | null) => {
      if (busy) return Promise.reject(new TurnsBusy());
      compared.push(password);
      return Promise.resolve(stored === `hash of ${password}`);
    },
  };
  const securityLog = { record: (event: string) => void events.push(event) };
  const people = { find: () => Promise.resolve(null) };
  const settings = { password_policy: 'spec' } as const;
  return new StoredPayPasswords({ db, people, settings, passwords, securityLog, now: () => clock.ms });
}

const wrongOnes = (count: number) => Array.from({ length: count }, (_, n) => `wrong ${n}`);

describe('wrong trade passwords', () => {
  test('in 20 parallel calls lock it after exactly five, and no other is compared', async () => {
    const stored = payPasswords();
    const answers = await Promise.all(wrongOnes(20).map((password) => stored.check(ann, password, caller)));
    expect(compared).toHaveLength(5);
    expect(answers.map((answer) => answer?.parameters)).toEqual([
      { left: 4 },
      { left: 3 },
      { left: 2 },
      { left: 1 },
      ...Array.from({ length: 16 }, () => ({ hours: 24 })),
    ]);
    expect(events.filter((event) => event === 'pay_password_locked')).toHaveLength(1);
  });

  test('in 20 parallel calls to two processes are compared five times in all', async () => {
    const [one, another] = [payPasswords(), payPasswords()];
    await Promise.all(wrongOnes(20).map((password, n) => (n % 2 === 0 ? one : another).check(ann, password, caller)));
    expect(compared).toHaveLength(5);
  });

  test('lock it for 24 hours, also for the right one and after a restart', async () => {
    const stored = payPasswords();
    for (const password of wrongOnes(5)) await stored.check(ann, password, caller);
    clock.ms += 23.5 * hourMs;
    expect(await payPasswords().check(ann, 'right', caller)).toMatchObject({
      error: 'pay_password_locked',
      parameters: { hours: 1 },
    });
    clock.ms += hourMs;
    expect(await payPasswords().check(ann, 'wrong', caller)).toMatchObject({ parameters: { left: 4 } });
    expect(await payPasswords().check(ann, 'right', caller)).toBeNull();
  });

  test('are forgotten after the right one', async () => {
    const stored = payPasswords();
    for (const password of wrongOnes(4)) await stored.check(ann, password, caller);
    expect(await stored.check(ann, 'right', caller)).toBeNull();
    expect(await stored.check(ann, 'wrong', caller)).toMatchObject({ parameters: { left: 4 } });
  });
});

test('an empty trade password is required, and no attempt', async () => {
  const stored = payPasswords();
  for (let n = 0; n < 6; n += 1)
    expect(await stored.check(ann, '', caller)).toMatchObject({ error: 'pay_password_required' });
  expect(await stored.check(ben, '', caller)).toMatchObject({ error: 'pay_password_missing' });
  expect(compared).toEqual([]);
  expect(events).toEqual([]);
  expect(await stored.check(ann, 'wrong', caller)).toMatchObject({ parameters: { left: 4 } });
});

test('right trade passwords in parallel calls are all accepted', async () => {
  const stored = payPasswords();
  const answers = await Promise.all(Array.from({ length: 20 }, () => stored.check(ann, 'right', caller)));
  expect(new Set(answers)).toEqual(new Set([null]));
});

test('an attempt that could not be compared does not count', async () => {
  const stored = payPasswords();
  for (const password of wrongOnes(4)) await stored.check(ann, password, caller);
  busy = true;
  await expect(stored.check(ann, 'right', caller)).rejects.toThrow(TurnsBusy);
  busy = false;
  expect(await stored.check(ann, 'right', caller)).toBeNull();
});

test('without a trade password there is none to check or to change, and the first is created once', async () => {
  const stored = payPasswords();
  expect([await stored.has(ann), await stored.has(ben)]).toEqual([true, false]);
  expect(await stored.check(ben, 'right', caller)).toMatchObject({ error: 'pay_password_missing' });
  expect(await inTransaction(db, (transaction) => stored.change(transaction, ben, 'hash of new'))).toBe(false);
  expect(await inTransaction(db, (transaction) => stored.create(transaction, ann, 'hash of new'))).toBe(false);
  expect(await stored.check(ann, 'right', caller)).toBeNull();
});

test('a changed trade password replaces the old one and ends a lock', async () => {
  const stored = payPasswords();
  for (const password of wrongOnes(5)) await stored.check(ann, password, caller);
  await inTransaction(db, async (transaction) => {
    await stored.change(transaction, ann, await stored.hashOf('new', caller));
  });
  expect(await stored.check(ann, 'right', caller)).toMatchObject({ parameters: { left: 4 } });
  expect(await stored.check(ann, 'new', caller)).toBeNull();
});
