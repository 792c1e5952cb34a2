import type { AnnouncementAudience, AnnouncementText } from '@bourse/contract/console';
import { currencyId, marketId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { idleBackground } from '../../ground/background/testing/idle-background.ts';
import { applyGrants } from '../../ground/database/grants.ts';
import { inTransaction, openAppDatabase, openIdentityPool, type Schema } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { type Notify, openNotify } from '../notify/index.ts';
import { addDraft, replaceTexts } from './announcement-store.ts';
import { Announcer } from './announcer.ts';
import type { AudienceViews } from './audience.ts';
import { stored } from '../../venue/stored.ts';

const log = pino({ level: 'silent' });
const nowMs = 1_800_000_000_000;
const btc = 2;
const btcusdt = 1;
const english: AnnouncementText = { language: 'en', title: 'Maintenance', content: 'On Sunday.\n\nFor an hour.' };
const german: AnnouncementText = { language: 'de', title: 'Wartung', content: 'Am Sonntag.' };

let database: TestDatabase;
let db: Kysely<Schema>;
let notify: Notify;

beforeAll(async () => {
  database = await createTestDatabase();
  await applyGrants(database.settings, stored.tables);
  db = openAppDatabase(openIdentityPool(database.settings));
  notify = openNotify(
    { secrets: Buffer.alloc(32, 1), smtp: null, sms: null, keep: true },
    {
      db,
      letterhead: () => ({ site: 'Bourse', timeZone: 'UTC', origin: 'https://bourse.example' }),
      log,
      now: () => nowMs,
      background: idleBackground(),
      securityLog: { record: () => undefined },
    },
  );
});

afterAll(async () => {
  await notify.stop();
  await db.destroy();
  await database.drop();
});

beforeEach(async () => {
  for (const table of ['announcement_recipients', 'announcements', 'messages', 'users']) {
    await database.query(`delete from app.${table}`);
  }
});

async function addUsers(count: number, more: { language?: string; email?: boolean } = {}, first = 100_001) {
  const { email = true, language = 'en' } = more;
  await database.query(
    `insert into app.users (id, email, email_key, mobile_key, mobile, password_hash, invite_code, created_at, language)
     select n, case when $3 then 'u' || n || '@example.com' else '' end,
       case when $3 then 'u' || n || '@example.com' end, case when not $3 then '+49' || n end, '', '', 'I' || n, 0, $4
     from generate_series($1::bigint, $2::bigint) n`,
    [first, first + count - 1, email, language],
  );
}

/** Begins to send an announcement to everyone who is registered. */
async function begin(audience: AnnouncementAudience, texts: readonly AnnouncementText[] = [english]): Promise<number> {
  const id = await inTransaction(db, async (transaction) => {
    const draft = await addDraft(transaction, { audience, by: 1, nowMs });
    await replaceTexts(transaction, draft, texts);
    return draft;
  });
  await database.query(
    `update app.announcements set state = 'sending', last_user = (select max(id) from app.users) where id = $1`,
    [id],
  );
  return id;
}

const noViews: AudienceViews = {
  balances: { read: () => ({ available: 0, locked: 0 }) },
  orders: { ofUser: () => [] },
  listings: { findCurrency: () => undefined, findMarket: () => undefined },
};

function announcerWith(views: Partial<AudienceViews> = {}, messages: Partial<Notify['messages']> = {}): Announcer {
  const { delivery, messages: own } = notify;
  const kept = { add: own.add.bind(own), queuedOf: own.queuedOf.bind(own), ...messages };
  const background = idleBackground();
  const parts = { background, identityDb: db, notify: { delivery, messages: kept }, views: { ...noViews, ...views } };
  return new Announcer({ ...parts, usersPerBatch: 10, now: () => nowMs, log });
}

async function mails(): Promise<Map<string, string>> {
  const rows = await db.selectFrom('messages').select('recipient').distinct().execute();
  const found = new Map<string, string>();
  for (const { recipient } of rows) {
    const stored = await notify.messages.kept(recipient, 10);
    found.set(recipient, stored.map((one) => notify.write(one)?.subject).join(' and '));
  }
  return found;
}

const counts = async () =>
  (await database.query('select state, seen, queued, without_address from app.announcements'))[0];

test('users receive a text in their language, or in English', async () => {
  await addUsers(1, { language: 'de' }, 100_001);
  await addUsers(1, { language: 'ja' }, 100_002);
  await database.query('update app.users set language = null where id = 100002');
  await addUsers(1, { language: 'fr' }, 100_003);
  await begin({ kind: 'all' }, [english, german]);
  await announcerWith().round();
  expect(Object.fromEntries(await mails())).toEqual({
    'u100001@example.com': 'Bourse: Wartung',
    'u100002@example.com': 'Bourse: Maintenance',
    'u100003@example.com': 'Bourse: Maintenance',
  });
});

test('an announcement continues after a restart without sending twice', async () => {
  await addUsers(25);
  await begin({ kind: 'all' });
  let added = 0;
  const add: Notify['messages']['add'] = (...message) => {
    added += 1;
    if (added === 13) throw new Error('The process ends.');
    return notify.messages.add(...message);
  };
  await expect(announcerWith({}, { add }).round()).rejects.toThrow('The process ends.');
  expect(await counts()).toMatchObject({ state: 'sending', seen: 10, queued: 10 });

  await announcerWith().round();
  expect(await counts()).toMatchObject({ state: 'sent', seen: 25, queued: 25 });
  const [sent] = await database.query(
    'select count(*)::int as all, count(distinct recipient)::int as people from app.messages',
  );
  expect(sent).toEqual({ all: 25, people: 25 });
});

test('a position that was set back sends nothing twice', async () => {
  await addUsers(3);
  await begin({ kind: 'all' });
  await announcerWith().round();
  await database.query(`update app.announcements set state = 'sending', seen_user = 0`);
  await Promise.all([announcerWith().round(), announcerWith().round()]);
  expect([...(await mails()).values()]).toEqual(['Bourse: Maintenance', 'Bourse: Maintenance', 'Bourse: Maintenance']);
});

test('queues no further mails while many are waiting', async () => {
  await addUsers(12);
  await begin({ kind: 'all' });
  const queuedOf = vi.fn<Notify['messages']['queuedOf']>();
  queuedOf.mockResolvedValueOnce(0).mockResolvedValue(200);
  expect(await announcerWith({}, { queuedOf }).round()).toBe(true);
  expect(queuedOf.mock.calls[0]?.[0]).toBe('announcement');
  expect(await counts()).toMatchObject({ state: 'sending', seen: 10, queued: 10 });
});

test('a stopped announcement queues nothing more', async () => {
  await addUsers(12);
  await begin({ kind: 'all' });
  const queuedOf: Notify['messages']['queuedOf'] = async () => {
    const [row] = await database.query<{ seen: number }>('select seen from app.announcements');
    if (row?.seen === 10) await database.query(`update app.announcements set state = 'stopped'`);
    return 0;
  };
  await announcerWith({}, { queuedOf }).round();
  expect(await counts()).toMatchObject({ state: 'stopped', seen: 10, queued: 10 });
});

test('users without an e-mail address are counted, and users registered later receive nothing', async () => {
  await addUsers(2, { email: false });
  await addUsers(1, {}, 100_003);
  await begin({ kind: 'all' });
  await addUsers(1, {}, 100_004);
  await announcerWith().round();
  expect(await counts()).toMatchObject({ state: 'sent', seen: 3, queued: 1, without_address: 2 });
  expect([...(await mails()).keys()]).toEqual(['u100003@example.com']);
});

test.each<[string, AnnouncementAudience, number]>([
  ['holders of a currency', { kind: 'holders', currency: btc }, 100_002],
  ['users with open orders on a market', { kind: 'orders', market: btcusdt }, 100_003],
  ['listed users', { kind: 'users', users: [100_004] }, 100_004],
])('%s receive it, and others do not', async (_name, audience, member) => {
  await addUsers(5);
  await begin(audience);
  const views = {
    listings: {
      findCurrency: (id: number) => ({ id: currencyId(id), code: 'BTC' }),
      findMarket: (id: number) => ({ id: marketId(id), symbol: 'BTC/USDT' }),
    },
    balances: { read: (user: number) => ({ available: 0, locked: user === 100_002 ? 5 : 0 }) },
    orders: { ofUser: (user: number, side: string) => (user === 100_003 && side === 'sell' ? [1] : []) },
  };
  await announcerWith(views).round();
  expect([...(await mails()).keys()]).toEqual([`u${member}@example.com`]);
});
