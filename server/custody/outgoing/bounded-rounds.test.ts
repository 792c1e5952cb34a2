import { type Kysely, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAppDatabase, openCustodyPool, type Schema } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { FeeBooker, type FeeBookerParts } from './fee-booker.ts';
import { endWatch, readWatched } from './payment-rows.ts';
import { findStandstills } from './standstill.ts';
import { watchedPayments } from './migrations/0905-watched-payments.ts';

const chain = 1;
/** Payments that ended long ago, on a chain whose head is far above them. */
const ended = 3_000;
/** Rows that a round may read, also superseded versions of those that a test has changed. */
const few = 100;
const minuteMs = 60_000;

let database: TestDatabase;
let db: Kysely<Schema>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openCustodyPool(database.settings, { onLost: () => undefined }));
  await database.query(
    `with payments as (
       insert into app.outgoing (reference, chain_id, wallet, nonce, purpose, asset, to_address, amount, stage,
                                 is_final, created_at, changed_at)
       select 'old/' || n, ${chain}, 'hot', n, 'withdrawal', '', '0x', 1,
              (array['paid', 'failed', 'cancelled'])[1 + n % 3], true, 0, n
       from generate_series(1, ${ended}) n returning id)
     insert into app.attempts (outgoing_id, kind, encoded, raw, hash, max_fee, priority_fee, created_at, height, fee)
     select id, 'payment', '', 'old/' || id, 'old/' || id, 1, 1, 0, 1, 5 from payments`,
  );
  // Ended before they had a nonce.
  await database.query(
    `insert into app.outgoing (reference, chain_id, wallet, purpose, asset, to_address, amount, stage, created_at,
                               changed_at)
     select 'unsent/' || n, ${chain}, 'hot', 'withdrawal', '', '0x', 1, 'cancelled', 0, n
     from generate_series(1, ${ended}) n`,
  );
  await database.query(
    `insert into app.scan_cursors (chain_id, height, hash, changed_at) values (${chain}, 1000, 'head', 0)`,
  );
  await database.query('analyze app.outgoing, app.attempts');
});

beforeEach(async () => {
  const news = `select id from app.outgoing where reference like 'new/%'`;
  await database.query(`delete from app.network_fees where outgoing_id in (${news})`);
  await database.query(`delete from app.attempts where outgoing_id in (${news})`);
  await database.query(`delete from app.outgoing where reference like 'new/%'`);
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** A payment with one signed attempt, in a block or in none. */
async function payment(name: string, stage: string, height: number | null): Promise<number> {
  const [row] = await database.query<{ id: string }>(
    `with payment as (
       insert into app.outgoing (reference, chain_id, wallet, nonce, purpose, asset, to_address, amount, stage,
                                 owes_fee, created_at, changed_at)
       select 'new/' || $1, ${chain}, 'hot', max(nonce) + 1, 'withdrawal', '', '0x', 1, $2, $2 = 'paid', 0, 0
       from app.outgoing
       returning id)
     insert into app.attempts (outgoing_id, kind, encoded, raw, hash, max_fee, priority_fee, created_at, height, fee)
     select id, 'payment', '', 'new/' || $1, 'new/' || $1, 1, 1, $4, $3::bigint, case when $3::bigint is null then null else 7 end
     from payment returning outgoing_id as id`,
    [name, stage, height, minuteMs],
  );
  return Number(row?.id);
}

/** The rows of payments and their transactions that some reads of a round take from the tables. */
async function rowsRead(reads: (db: Kysely<Schema>) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await reads(transaction);
    const { rows } = await sql<{ read: string }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::text as read from pg_stat_xact_user_tables
      where schemaname = 'app' and relname in ('outgoing', 'attempts', 'network_fees')`.execute(transaction);
    return Number(rows[0]?.read);
  });
}

function booker(on: Kysely<Schema>): FeeBooker {
  return new FeeBooker({
    core: { submit: async () => Promise.resolve({ outcome: { type: 'done' } }) } as unknown as FeeBookerParts['core'],
    db: on,
    now: () => 0,
    log: { warn: () => undefined },
    chain: { id: chain, code: 'test', coin: 'ETH', coinDecimals: 8 } as FeeBookerParts['chain'],
    views: {
      listings: { currencyByCode: () => ({ id: 2, code: 'ETH', decimals: 8 }) },
    } as unknown as FeeBookerParts['views'],
  });
}

describe('a round reads no payment that ended long ago', () => {
  test.each([
    ['of the payer', async (on: Kysely<Schema>) => readWatched(on, chain, ['assigned', 'sent', 'paid'])],
    ['of its queue', async (on: Kysely<Schema>) => readWatched(on, chain, ['queued'])],
    ['of the fee booker', async (on: Kysely<Schema>) => booker(on).step()],
    ['of the check for standstills', async (on: Kysely<Schema>) => findStandstills(on, [], 0)],
  ])('%s', async (_title, reads) => {
    expect(await rowsRead(reads)).toBeLessThan(few);
  });

  test('of the check for standstills, while a payment waits', async () => {
    await payment('waiting', 'sent', null);
    expect(await rowsRead(async (on) => findStandstills(on, [], 0))).toBeLessThan(few);
    const [found] = await findStandstills(db, [], 60 * minuteMs);
    // The signature of the waiting payment is later than the end of the last other one.
    expect(found).toEqual({ chain, wallet: 'hot', payments: 1, sinceMs: minuteMs });
  });
});

describe('a settled payment', () => {
  test('is watched until a round has seen it deep in the chain, however far the blocks are read', async () => {
    const id = await payment('late', 'paid', 1);
    const watched = async () => (await readWatched(db, chain, ['paid'])).map((row) => row.id);
    expect(await watched()).toEqual([id]);
    await endWatch(db, { id });
    expect(await watched()).toEqual([]);
  });

  test('has its fee booked when it is known, once', async () => {
    const id = await payment('unpriced', 'paid', null);
    const fees = async () => database.query(`select fee::text, booked from app.network_fees where outgoing_id = ${id}`);
    await booker(db).step();
    expect(await fees()).toEqual([]);
    await database.query(`update app.attempts set fee = 9, height = 5 where outgoing_id = ${id}`);
    for (let round = 0; round < 2; round += 1) await booker(db).step();
    expect(await fees()).toEqual([{ fee: '9', booked: true }]);
    expect(await rowsRead(async (on) => booker(on).step())).toBeLessThan(few);
  });
});

test('the migration ends the watch of payments that are deep, and of fees that are booked', async () => {
  const [deep, recent, vanished] = [
    await payment('deep', 'paid', 936),
    await payment('recent', 'paid', 937),
    await payment('vanished', 'paid', null),
  ];
  await booker(db).step();
  const restored = async () =>
    database.query<{ id: number; is_final: boolean; owes_fee: boolean }>(
      `select id::integer, is_final, owes_fee from app.outgoing where reference like 'new/%' order by id`,
    );
  await database.query('alter table app.outgoing drop column is_final, drop column owes_fee');
  await database.query('drop index app.outgoing_ended');
  const owner = openAppDatabase(new Pool({ connectionString: database.settings.url }));
  await owner.transaction().execute(async (transaction) => watchedPayments.up(transaction));
  await owner.destroy();
  expect(await restored()).toEqual([
    { id: deep, is_final: true, owes_fee: false },
    { id: recent, is_final: false, owes_fee: false },
    { id: vanished, is_final: false, owes_fee: true },
  ]);
});
