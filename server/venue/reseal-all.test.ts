import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool, type Schema } from '../ground/database/index.ts';
import { boxesOf, keyIdOf, SecretBox, sealedPrefix } from '../ground/secrets/index.ts';
import { bankAccountOf, bankData } from '../testing/bank-account.ts';
import { orderFor } from '../testing/own-things.ts';
import { type Person, RunningVenue, testSecret } from '../testing/running-venue.ts';
import { download } from '../testing/uploads.ts';
import { submitDocuments } from '../testing/withdrawing.ts';
import { openSecrets } from './open-secrets.ts';
import { resealAll } from './reseal-all.ts';
import { StartProblem } from './start-problem.ts';
import { stored } from './stored.ts';

const old = testSecret;
const next = Buffer.alloc(32, 9);
const other = Buffer.alloc(32, 11);

let venue: RunningVenue;
let ann: Person;
let db: Kysely<Schema>;
/** The secrets that only Ann and the exchange know. */
let known: { image: Buffer; code: string };

beforeAll(async () => {
  venue = await RunningVenue.open();
  ann = await venue.person('ann');
  await submitDocuments(venue, ann);
  await bankAccountOf(venue, ann, Date.now());
  await ann.post('user/phishing_code', { word: 'Möwe2026' });
  known = { image: await imageOf(), code: await authorizationCode() };
  // Second factors, of Ann and of staff.
  const apps = new SecretBox(old, staffPurposes());
  await query(
    'insert into app.second_factors (user_id, sealed_secret, totp_since, pending_secret) values ($1, $2, 0, $2)',
    [ann.id, boxesOf(old)('second factors').seal('JBSWY3DPEHPK3PXP', `user ${ann.id} totp`)],
  );
  await query(`insert into app.staff (id, email, email_key, name, state, roles, created_at)
    values (1, 'sue@example.com', 'sue@example.com', 'Sue', 'invited', '{admin}', 0)`);
  for (const [table, columns] of [
    ['staff_factors', `staff_id, kind, sealed_secret, last_step, created_at) values (1, 'totp', $1, 0, 0`],
    ['staff_invitations', `staff_id, token_hash, sealed_secret, created_at, expires_at) values (1, '\\x00', $1, 0, 0`],
  ]) {
    await query(`insert into app.${table} (${columns})`, [apps.seal('JBSWY3DPEHPK3PXP', 'staff 1 totp')]);
  }
  await addOrder();
  // An earlier version sealed this image, and did not name the key.
  const prefix = sealedPrefix(old).length;
  await query(`update app.images set sealed = substring(sealed from ${prefix + 1})`);
  await venue.stop();
  db = openAppDatabase(openIdentityPool(venue.database.settings));
});

afterAll(async () => {
  await db.destroy();
  await venue.database.drop();
});

async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return venue.database.query<Row>(text, values);
}

/** An order of peer-to-peer trading with a message and evidence. */
async function addOrder(): Promise<void> {
  const box = boxesOf(old)('p2p orders');
  const order = await orderFor(venue, ann);
  await query('update app.p2p_orders set sealed = $2 where id = $1', [order, box.seal('{}', `order ${order}`)]);
  await query(
    `insert into app.p2p_messages (order_id, i, author_id, kind, sealed, at, prev, hash)
     values ($1, 1, $2, 'user', $3, 0, '', '')`,
    [order, ann.id, box.seal('Hello', `order ${order} message 1`)],
  );
  const [appeal] = await query<{ id: string }>(
    `insert into app.p2p_appeals (order_id, opened_by, reason, opened_at, answer_until, decide_until)
     values ($1, 'buyer', 'other', 0, 0, 0) returning id`,
    [order],
  );
  await query(
    `insert into app.p2p_evidence (appeal_id, n, author, sealed, images, created_at)
     values ($1, 1, 'buyer', $2, '{}', 0)`,
    [appeal?.id, box.seal('I paid', `appeal ${appeal?.id} evidence 1`)],
  );
}

function staffPurposes() {
  const found = stored.sealed.find(({ table }) => table === 'staff_factors');
  if (found === undefined) throw new Error('staff_factors is not sealed');
  return found.purposes;
}

async function imageOf(): Promise<Buffer> {
  const [row] = await query<{ id: string }>('select id from app.images order by id');
  const response = await download(venue, ann.token, `/api/common/image?id=${row?.id ?? ''}`);
  return Buffer.from(await response.arrayBuffer());
}

async function authorizationCode(): Promise<string> {
  return JSON.stringify((await ann.get('user/authorization_code')).body.data);
}

const secretsOf = async (...keys: readonly Buffer[]) => openSecrets(db, keys, venue.database.settings);

/** The ids of the keys that sealed each column. */
async function keysOfColumns(): Promise<Record<string, readonly (string | null)[]>> {
  const found: Record<string, readonly (string | null)[]> = {};
  for (const { column, table } of stored.sealed) {
    const rows = await query<{ sealed: Buffer }>(
      `select ${column} as sealed from app.${table} where ${column} is not null`,
    );
    found[`${table}.${column}`] = [...new Set(rows.map(({ sealed }) => keyIdOf(sealed)))];
  }
  return found;
}

describe('a start', () => {
  test('with another key is refused, and names key and database', async () => {
    const database = new URL(venue.database.settings.url).pathname.slice(1);
    const ids = [next, old].map((key) => keyIdOf(sealedPrefix(key)));
    const refused = secretsOf(next);
    await expect(refused).rejects.toThrow(StartProblem);
    await expect(refused).rejects.toThrow(`The secret key ${ids[0]} (SECRET_KEY`);
    await expect(refused).rejects.toThrow(`the database ${database}`);
    await expect(refused).rejects.toThrow(`sealed with the key ${ids[1]}`);
  });

  test('with a new and the old key is not refused', async () => {
    expect(await secretsOf(next, old)).toEqual({ sealing: [next, old], hashing: old });
  });

  test('with another key is refused also if only an earlier version used the database', async () => {
    const [row] = await query<{ sealed: Buffer }>('delete from app.secret_keys returning sealed');
    await expect(secretsOf(next)).rejects.toThrow('another key');
    await query('insert into app.secret_keys (sealed) values ($1)', [row?.sealed]);
  });
});

describe('npm run reseal', () => {
  test('knows every sealed column', async () => {
    const bytes = await query<{ name: string }>(`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'app' and data_type = 'bytea'
      and column_name !~ '(hash|key|credential|user_handle|^prev$)' order by 1`);
    const names = stored.sealed.map(({ column, table }) => `${table}.${column}`);
    expect(names.toSorted()).toEqual(
      expect.arrayContaining(bytes.map(({ name }) => name).filter((name) => name !== 'secret_keys.sealed')),
    );
  });

  test('seals everything with the first key; the old one is not needed any more', async () => {
    expect(await resealAll(db, await secretsOf(next, old))).toMatchObject({ damaged: 0 });
    const newId = keyIdOf(sealedPrefix(next));
    const all = await keysOfColumns();
    expect(all).toEqual(Object.fromEntries(Object.keys(all).map((name) => [name, [newId]])));
    expect(await resealAll(db, await secretsOf(next, old))).toEqual({ damaged: 0, resealed: 0 });
    await expect(secretsOf(old)).rejects.toThrow(StartProblem);
    await db.destroy();
    venue = await RunningVenue.openOn(venue.database, { secret: next });
    ann = ann.on(venue);
    expect(await imageOf()).toEqual(known.image);
    expect(await authorizationCode()).toBe(known.code);
    const methods = await ann.get('pay_method/list');
    expect(JSON.stringify(methods.body.data)).toContain(bankData.card_no.slice(-4));
    await venue.stop();
    db = openAppDatabase(openIdentityPool(venue.database.settings));
  });

  test('counts what opens with none of the keys, and the old key stays needed', async () => {
    await query(`update app.images set sealed = sealed || '\\x00'`);
    const secrets = await secretsOf(other, next);
    expect(await resealAll(db, secrets)).toMatchObject({ damaged: 2 });
    await expect(secretsOf(other)).rejects.toThrow(StartProblem);
    expect((await secretsOf(other, next)).hashing).toEqual(old);
  });
});
