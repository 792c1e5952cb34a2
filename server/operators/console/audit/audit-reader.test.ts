import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyGrants } from '../../../ground/database/grants.ts';
import { openAppDatabase, openIdentityPool, type Schema } from '../../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import { AuditLog } from './audit-log.ts';
import { type AuditFilter, AuditReader } from './audit-reader.ts';
import type { AuditEntry } from '../../../ground/console-gateway/index.ts';
import { stored } from '../../../venue/stored.ts';

const bare: AuditEntry = {
  kind: 'change',
  staff: null,
  roles: [],
  action: 'users/note',
  subject: null,
  before: null,
  after: null,
  reasonCode: null,
  reason: null,
  sequence: null,
  approval: null,
  intent: null,
  network: null,
  requestId: null,
};
const user = { kind: 'user', id: '100001' };

let database: TestDatabase;
let db: Kysely<Schema>;
let reader: AuditReader;
let now = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await applyGrants(database.settings, stored.tables);
  db = openAppDatabase(openIdentityPool(database.settings));
  const log = new AuditLog(db, () => (now += 1_000));
  const names = () => Promise.resolve(new Map([[1, 'Ann']]));
  reader = new AuditReader({
    identityDb: db,
    roll: { names, of: () => Promise.resolve(null), all: () => Promise.resolve([]), keep: () => Promise.resolve() },
  });
  await log.record({ ...bare, staff: 1, roles: ['support'], subject: user });
  await log.record({ ...bare, staff: 2, action: 'users/restrict', kind: 'refusal', after: { refused: 'forbidden' } });
  const intent = await log.record({ ...bare, staff: 1, kind: 'intent', action: 'users/restrict', subject: user });
  await log.record({
    ...bare,
    staff: 1,
    kind: 'outcome',
    action: 'users/restrict',
    subject: user,
    intent,
    sequence: 9,
  });
  await log.record({ ...bare, staff: 2, action: 'approvals/vote', subject: { kind: 'approval', id: '7' } });
  await log.record({ ...bare, action: 'approvals/expire', approval: 7 });
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('the audit log', () => {
  test.each([
    ['everything', {}, [6, 5, 4, 3, 2, 1]],
    ['a person', { staff: 1 }, [4, 3, 1]],
    ['a kind', { kind: 'refusal' }, [2]],
    ['the beginning of an action', { action: 'users/' }, [4, 3, 2, 1]],
    ['a text with wildcards', { action: 'users%' }, []],
    ['a subject', { subject_kind: 'user', subject_id: '100001' }, [4, 3, 1]],
    ['an approval, with its votes', { approval: '7' }, [6, 5]],
    ['a time', { from: 2_000, to: '4000' }, [3, 2]],
  ] satisfies readonly (readonly [string, AuditFilter, readonly number[]])[])(
    'is read by %s, newest first',
    async (_what, filter, ids) => {
      const { next, rows } = await reader.page(filter, {});
      expect(rows.map(({ id }) => id)).toEqual(ids);
      expect(next).toBeNull();
      const exported: number[] = [];
      for await (const some of reader.all(filter)) exported.push(...some.map(({ id }) => id));
      expect(exported).toEqual(ids);
    },
  );

  test('is read page by page', async () => {
    const pages: number[][] = [];
    let cursor: string | undefined;
    do {
      const { next, rows } = await reader.page({ action: 'users/' }, { cursor, limit: 2 });
      pages.push(rows.map(({ id }) => id));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  test('shows names, roles, and an intent with its outcome', async () => {
    expect((await reader.page({}, {})).rows.at(-1)).toMatchObject({ by: { id: 1, name: 'Ann' }, roles: ['support'] });
    expect(await reader.one(3)).toMatchObject({ outcome: 4, intent: null, intact: true });
    expect(await reader.one(4)).toMatchObject({ outcome: null, intent: 3, sequence: 9, intact: true });
    expect(await reader.one(2)).toMatchObject({ by: { id: 2, name: '#2' }, after: { refused: 'forbidden' } });
    expect(await reader.one(6)).toMatchObject({ by: null });
    expect(await reader.one(99)).toBeNull();
  });
});
