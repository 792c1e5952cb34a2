import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyGrants } from '../../../ground/database/grants.ts';
import { openAppDatabase, openIdentityPool, type Schema } from '../../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import type { Messages } from '../../../people/notify/messages.ts';
import { writeMessage } from '../../../people/notify/write-message.ts';
import { AuditLog } from './audit-log.ts';
import { AuditReader } from './audit-reader.ts';
import { AuditWatch } from './audit-watch.ts';
import { parseHead, readHead, verifyAuditLog } from './verify-audit-log.ts';
import { idleBackground } from '../../../ground/background/testing/idle-background.ts';
import type { AuditEntry, EnrolledStaff } from '../../../ground/console-gateway/index.ts';
import { stored } from '../../../venue/stored.ts';

const day = 86_400_000;
const note: AuditEntry = {
  kind: 'change',
  staff: 1,
  roles: ['admin'],
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

let database: TestDatabase;
let db: Kysely<Schema>;
let now: number;
let staff: EnrolledStaff[];
let mails: { to: string; text: string }[];
let logged: object[];
let watch: AuditWatch;

const roll = {
  of: () => Promise.resolve(null),
  all: () => Promise.resolve(staff),
  keep: () => Promise.resolve(),
  names: () => Promise.resolve(new Map<number, string>()),
};
const messages: Pick<Messages, 'add'> = {
  add: (_transaction, { contact, content }) => {
    const { subject, text } = writeMessage(content, 'en', 'email', {
      site: 'Bourse',
      timeZone: 'UTC',
      origin: 'https://bourse.example',
    });
    mails.push({ to: contact.address, text: `${subject}\n${text}` });
    return Promise.resolve();
  },
};

beforeEach(async () => {
  database = await createTestDatabase();
  await applyGrants(database.settings, stored.tables);
  db = openAppDatabase(openIdentityPool(database.settings));
  now = 1_800_000_000_000;
  mails = [];
  logged = [];
  staff = [
    { id: 1, name: 'Ann', email: 'ann@example.com', roles: ['admin', 'risk'] },
    { id: 2, name: 'Bob', email: 'bob@example.com', roles: ['support'] },
  ];
  const audit = new AuditLog(db, () => now);
  const log = { info: () => undefined, error: (details: object) => void logged.push(details) };
  const notify = { messages, delivery: { wake: () => undefined } };
  watch = new AuditWatch({ background: idleBackground(), identityDb: db, audit, roll, notify, now: () => now, log });
  for (let row = 0; row < 6; row += 1) await audit.record(note);
});

afterEach(async () => {
  await db.destroy();
  await database.drop();
});

async function tamper(statement: string): Promise<void> {
  await database.query(
    `alter table app.operator_log disable trigger all; ${statement}; alter table app.operator_log enable trigger all`,
  );
}

test('the head of the chain is mailed to admins once a day', async () => {
  const head = await readHead(db);
  await watch.mailDaily();
  await watch.mailDaily();
  expect(mails.map(({ to }) => to)).toEqual(['ann@example.com']);
  const text = mails[0]?.text ?? '';
  expect(text).toContain('Audit log intact, 6 rows');
  const mailed = parseHead(/Head: (\S+)/.exec(text)?.[1] ?? '');
  expect(mailed).toEqual(head);
  expect((await verifyAuditLog(db, mailed)).firstBroken).toBeNull();
  now += day;
  staff = [];
  await watch.mailDaily();
  expect(mails).toHaveLength(1);
  staff = [{ id: 3, name: 'Cy', email: 'cy@example.com', roles: ['admin'] }];
  await watch.mailDaily();
  expect(mails.map(({ to }) => to)).toEqual(['ann@example.com', 'cy@example.com']);
});

test('a broken chain is mailed with its first changed row, and logged', async () => {
  await tamper(`update app.operator_log set action = 'users/look' where id = 3`);
  await watch.mailDaily();
  expect(mails[0]?.text).toContain('Audit log changed at row 3');
  expect(logged).toEqual([{ row: 3, problem: 'content' }]);
});

test('a verification shows which row was changed, and that a verified part was rewritten', async () => {
  const reader = new AuditReader({ identityDb: db, roll });
  const [first, second] = await Promise.all([watch.verify(), watch.verify()]);
  expect(first).toMatchObject({ rows: 6, broken: null, verified_at: now });
  expect(second).toBe(first);
  await tamper('update app.operator_log set sequence = 10 where id = 4');
  expect(await watch.verify()).toMatchObject({ broken: { id: 4, problem: 'content' } });
  expect(await reader.one(4)).toMatchObject({ intact: false });
  expect(await reader.one(5)).toMatchObject({ intact: true });
  await tamper('delete from app.operator_log where id > 3');
  expect(await watch.verify()).toMatchObject({ rows: 3, broken: { id: 6, problem: 'head' } });
});
