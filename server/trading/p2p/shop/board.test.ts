import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAppDatabase, openIdentityPool, type Schema } from '../../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../ground/database/test-database.ts';
import { AdBoard, type Listed } from './board.ts';

const [merchants, ads] = [60, 600];
let database: TestDatabase;
let db: Kysely<Schema>;
let board: AdBoard;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openAppDatabase(openIdentityPool(database.settings));
  await database.query(
    `insert into app.users (id, email, email_key, mobile, password_hash, invite_code, created_at)
     select 3000000 + n, '', null, '', '', 'MANY' || n, 1 from generate_series(1, ${merchants}) n`,
  );
  await database.query(
    `insert into app.merchants (user_id, name, method_id, application, state, applied_at, changed_at)
     select 3000000 + n, 'Many ' || n, 1, '', 'approved', 1, 1 from generate_series(1, ${merchants}) n`,
  );
  // Prices repeat, and rise and fall along the ids.
  await database.query(
    `insert into app.ads (user_id, side, currency_id, fiat, price, min_fiat, max_fiat, total, methods,
       pay_minutes, auto_open, auto_reply, terms, need_orders, need_days, stage, state, created_at, changed_at)
     select 3000001 + n % ${merchants}, case when n % 3 = 0 then 'buy' else 'sell' end, 3, 'CNY', 700000000 + n * 7 % 50,
       10000, 500000, 1000000000, array[1::bigint], 15, true, '', '', 0, 0, 'live', 'open', 1, 1
     from generate_series(1, ${ads}) n`,
  );
  board = new AdBoard(db, { error: () => undefined });
  await board.load();
});

afterAll(async () => {
  await db.destroy();
  await database.drop();
});

function sortedBy(side: 'buy' | 'sell'): readonly Listed[] {
  const best = side === 'sell' ? 1 : -1;
  return board
    .all()
    .filter(({ ad }) => ad.side === side)
    .toSorted(({ ad: a }, { ad: b }) => best * Number((a.price ?? 0n) - (b.price ?? 0n)) || a.id - b.id);
}

test('a board has all ads of more than one reading, the best for takers first', () => {
  expect(board.all().length).toBe(ads);
  for (const side of ['buy', 'sell'] as const) {
    const { fixed, floating } = board.shelf(side, 3, 'CNY');
    expect(floating).toEqual([]);
    expect(fixed.map(({ ad }) => ad.id)).toEqual(sortedBy(side).map(({ ad }) => ad.id));
  }
});

test('a board that is read again keeps what has not changed, and its order', async () => {
  const before = new Map(board.all().map((listed) => [listed.ad.id, listed]));
  const { version } = board.shelf('sell', 3, 'CNY');
  await board.load();
  expect(board.shelf('sell', 3, 'CNY').version).toBe(version);
  await database.query(`update app.ads set state = 'off_shelf' where id in (2, 301, ${ads - 1})`);
  await database.query('update app.ads set price = 700000099 where id in (4, 400)');
  await database.query(`update app.merchants set paused = true where user_id = 3000001`);
  await board.load();
  expect(board.shelf('sell', 3, 'CNY').version).toBeGreaterThan(version);
  expect(board.all().length).toBe(ads - 3);
  expect([2, 301, ads - 1].map((id) => board.find(id))).toEqual([undefined, undefined, undefined]);
  expect(board.find(5)).toBe(before.get(5));
  expect([4, 400].map((id) => board.find(id)?.ad.price)).toEqual([700_000_099n, 700_000_099n]);
  const own = board.all().filter(({ ad }) => ad.user === 3_000_001);
  expect(own.length).toBeGreaterThan(0);
  expect(own.every(({ merchant }) => merchant.paused)).toBe(true);
  const { fixed } = board.shelf('sell', 3, 'CNY');
  expect(fixed.map(({ ad }) => ad.id)).toEqual(sortedBy('sell').map(({ ad }) => ad.id));
});
