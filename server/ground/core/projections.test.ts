import { accountType, type Command } from '@bourse/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCoreConnection } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { ensurePartitions, partitionedTables } from './partitions.ts';
import { forgetOldRows } from './retention.ts';
import {
  alice,
  bob,
  btc,
  cancel,
  eventOf,
  fund,
  movements,
  otherQuoter,
  place,
  quoter,
  setUp,
} from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

describe('rule 5: projections append', () => {
  test('an order has no row while it is open and one row once it has ended', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core);
    const sold = await core.submit(place(alice, 'sell', 100_00, 5, { clientOrderId: 'mine-1', postOnly: true }));
    const { order } = eventOf(sold, 'order_accepted');
    await core.submit(place(bob, 'buy', 100_00, 2));
    expect(await database.query('select from core.orders where user_id = 100001')).toEqual([]);
    time.pass(1500);
    const ended = await core.submit(cancel(alice, order));
    expect(await database.query('select * from core.orders where user_id = 100001')).toEqual([
      {
        id: String(order),
        user_id: '100001',
        market_id: 1,
        side: 1,
        order_type: 'limit',
        time_in_force: 'gtc',
        post_only: true,
        price: '10000',
        quantity: '5',
        quote_amount: null,
        stop_price: null,
        filled: '2',
        filled_quote: '20000',
        fee: '20',
        rebate: '0',
        client_order_id: 'mine-1',
        status: 'cancelled',
        end_reason: 'user',
        accepted_sequence: String(sold.sequence),
        accepted_at: String(sold.timeMs),
        ended_sequence: String(ended.sequence),
        ended_at: String(ended.timeMs),
      },
    ]);
    expect(ended.timeMs - sold.timeMs).toBe(1500);
    await core.close();
  });

  test("a simulated trader's order has a row only if it traded", async () => {
    const { core } = await runCore(database.settings);
    await setUp(core, [alice, quoter]);
    const quoted = eventOf(await core.submit(place(quoter, 'sell', 100_00, 5)), 'order_accepted').order;
    await core.submit(cancel(quoter, quoted));
    const traded = eventOf(await core.submit(place(quoter, 'sell', 100_00, 5)), 'order_accepted').order;
    await core.submit(place(alice, 'buy', 100_00, 5));
    expect(await database.query('select id, filled from core.orders where user_id = 1001')).toEqual([
      { id: String(traded), filled: '5' },
    ]);
    await core.close();
  });

  test("a user's account log adds up to the balance, the venue's too, and simulated traders have none", async () => {
    const { core, exchange } = await runCore(database.settings);
    await setUp(core, [alice, bob, quoter]);
    for (let turn = 0; turn < 40; turn += 1) {
      await Promise.all([
        core.submit(place(turn % 3 === 0 ? quoter : alice, 'sell', 100_00 + (turn % 4), 1 + (turn % 5))),
        core.submit(place(bob, 'buy', 100_03, 1 + (turn % 7))),
      ]);
    }
    const sums = await database.query<{ user_id: string; account_type: number; currency_id: number; total: string }>(
      `select user_id, account_type, currency_id, sum(amount) as total from core.account_log
       group by 1, 2, 3 order by 1, 2, 3`,
    );
    const balances = [...exchange.balances()]
      .filter(({ user }) => user !== quoter)
      .map(({ user, accountType, currency, available, locked }) => ({
        user_id: String(user),
        account_type: accountType,
        currency_id: currency,
        total: String(available + locked),
      }));
    expect(sums).toEqual(balances);
    expect(sums.length).toBeGreaterThan(6);
    await core.close();
  });

  test('the fills of an order in one command are one row per currency, net of the fee', async () => {
    const { core } = await runCore(database.settings);
    await setUp(core);
    const first = eventOf(await core.submit(place(alice, 'sell', 100_00, 1)), 'order_accepted').order;
    const second = eventOf(await core.submit(place(alice, 'sell', 101_00, 1)), 'order_accepted').order;
    const taken = await core.submit(place(bob, 'buy', 101_00, 2));
    const { order } = eventOf(taken, 'order_accepted');
    const log = await database.query<{ row: string }>(
      `select concat_ws(' ', user_id, currency_id, amount, fee, cause, cause_id) as row
       from core.account_log where user_id > 0 and sequence = $1 order by leg`,
      [taken.sequence],
    );
    expect(log.map(({ row }) => row)).toEqual([
      `100001 1 -10000 0 trade ${first}`,
      `100001 2 9990 10 trade ${first}`,
      `100001 1 -10000 0 trade ${second}`,
      `100001 2 10089 11 trade ${second}`,
      `100002 2 -20100 0 trade ${order}`,
      `100002 1 19980 20 trade ${order}`,
    ]);
    await core.close();
  });

  test('a candle is written when its minute closes', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core);
    for (const price of [100_00, 103_00, 99_00]) {
      await core.submit(place(alice, 'sell', price, 2));
      await core.submit(place(bob, 'buy', price, 2));
    }
    expect(await database.query('select from core.candles')).toEqual([]);
    const minute = time.wallMs();
    time.pass(60_000);
    time.tick();
    await core.submit({ type: 'clock' });
    expect(await database.query('select * from core.candles')).toEqual([
      {
        market_id: 1,
        open_time: String(minute),
        open: '10000',
        high: '10300',
        low: '9900',
        close: '9900',
        volume: '6',
        quote_volume: '60400',
        trades: 3,
      },
    ]);
    await core.close();
  });

  test("each account's log adds up to available and locked, for every kind of movement", async () => {
    const { core, exchange } = await runCore(database.settings);
    await setUp(core);
    await core.submit(place(alice, 'sell', 100_00, 5));
    await core.submit(place(bob, 'buy', 100_00, 3));
    for (const command of movements) await core.submit(command);
    await core.submit({ ...fund(9, bob, btc, 7), accountType: accountType.micro } as Command);
    const sums = await database.query(`select user_id::int, account_type, currency_id, sum(amount)::text as sum
      from core.account_log group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`);
    expect(sums).toEqual(
      [...exchange.balances()].map(({ user, accountType: type, currency, available, locked }) => ({
        user_id: user,
        account_type: type,
        currency_id: currency,
        sum: String(available + locked),
      })),
    );
    const log = await database.query<{
      row: string;
    }>(`select concat_ws(' ', user_id, account_type, amount, fee, cause, cause_id) as row
      from core.account_log where user_id > 0 and currency_id = 2 and cause not in ('trade', 'credit') order by sequence, leg`);
    const { sequence } = exchange;
    expect(log.map(({ row }) => row)).toEqual([
      '100001 1 -1000 10 withdrawal 1',
      '100001 1 -1000 0 escrow 1',
      '100002 2 996 4 escrow 1',
      `100001 1 -1000 0 transfer ${sequence - 2}`,
      `100001 3 1000 0 transfer ${sequence - 2}`,
    ]);
    await core.close();
  });

  test("a hold has a row for each step, and a movement of the venue's own money one with operator and cause", async () => {
    const { core, exchange } = await runCore(database.settings);
    await setUp(core);
    for (const command of [...movements, ...movements]) await core.submit(command);
    const steps = await database.query<{ row: string }>(
      `select concat_ws(' ', source, n, state, kind, user_id, account_type, currency_id, amount, fee, receiver_id, receiver_account_type) as row
       from core.holds order by sequence`,
    );
    expect(steps.map(({ row }) => row)).toEqual([
      'draw 1 open withdrawal 100001 1 2 1000',
      'draw 1 settled withdrawal 100001 1 2 1000 10 0 101',
      ...[1, 2, 3].map((n) => `ad ${n} open escrow 100001 1 2 1000`),
      'ad 1 settled escrow 100001 1 2 1000 4 100002 2',
      'ad 2 released escrow 100001 1 2 1000',
    ]);
    expect([...exchange.openHolds()]).toMatchObject([{ source: 'ad', n: 3 }]);
    expect(await database.query('select * from core.venue_transfers')).toMatchObject([
      {
        source: 'capital',
        n: '1',
        from_account_type: 101,
        to_user_id: '0',
        to_account_type: 107,
        currency_id: 2,
        amount: '1000',
        operator_id: '100002',
        cause: 'capital',
      },
    ]);
    await core.close();
  });

  test('partitions are created ahead of the rows, and rows beyond them go to the default partition', async () => {
    const client = await openCoreConnection(database.settings);
    const small = partitionedTables.map((table) => ({ ...table, rangeSize: 10 }));
    await database.query('update core.core_head set sequence = 25, batch_id = 9');
    expect(await ensurePartitions(client, small)).toEqual([
      'journal_0',
      'journal_10',
      'orders_20',
      'orders_30',
      'trades_0',
      'trades_10',
      'account_log_20',
      'account_log_30',
      'index_ticks_20',
      'index_ticks_30',
    ]);
    expect(await ensurePartitions(client, small)).toEqual([]);
    const trade = `select $1::bigint, 1, 1, 1, 1, 1, 1, 1, 1, 1, 100001, 0, 1, 100002, 0, 0`;
    for (const id of [5, 19, 20]) await client.query(`insert into trades ${trade}`, [id]);
    expect(await database.query('select tableoid::regclass::text as place from core.trades order by id')).toEqual([
      { place: 'core.trades_0' },
      { place: 'core.trades_10' },
      { place: 'core.trades_default' },
    ]);
    const options = await database.query(`select reloptions from pg_class where relname = 'journal_10'`);
    expect(options).toEqual([{ reloptions: ['toast_tuple_target=8160'] }]);
    await client.end();
  });

  test('old trades between simulated traders are deleted in portions; those of users never', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core, [alice, quoter, otherQuoter]);
    const meet = async (seller: typeof alice, buyer: typeof alice): Promise<void> => {
      await core.submit(place(seller, 'sell', 100_00, 1));
      await core.submit(place(buyer, 'buy', 100_00, 1));
    };
    for (let n = 0; n < 5; n += 1) await meet(quoter, otherQuoter);
    await meet(alice, quoter);
    await meet(quoter, alice);
    time.pass(1000);
    await meet(quoter, otherQuoter);
    await core.close();
    const client = await openCoreConnection(database.settings);
    const count = (): Promise<unknown> =>
      database.query(`select (select count(*)::int from core.trades) as trades,
                                   (select count(*)::int from core.orders where user_id > 99999) as people,
                                   (select count(*)::int from core.orders where user_id <= 99999) as demo`);
    expect(await count()).toEqual([{ trades: 8, people: 2, demo: 14 }]);
    expect(await forgetOldRows(client, time.wallMs(), 3)).toMatchObject({ trades: 3, orders: 3 });
    expect(await count()).toEqual([{ trades: 5, people: 2, demo: 11 }]);
    expect(await forgetOldRows(client, time.wallMs(), 100)).toMatchObject({ trades: 2, orders: 9 });
    expect(await forgetOldRows(client, time.wallMs(), 100)).toEqual({ orders: 0, trades: 0, index_ticks: 0 });
    expect(await count()).toEqual([{ trades: 3, people: 2, demo: 2 }]);
    await client.end();
  });

  test('the search for deletable rows reads a bounded number of rows, however many are too young', async () => {
    const client = await openCoreConnection(database.settings);
    await client.query('set enable_seqscan = off');
    await client.query(
      `insert into trades select n, 1, 1000, 1, 1, 1, 1, 1, 1, 1, 2000, 0, 1, 2001, 0, 0 from generate_series(1, 500) n`,
    );
    const read = async (): Promise<number> => {
      await client.query('select pg_stat_force_next_flush()');
      const [row] = await database.query<{ read: string }>(
        `select sum(idx_tup_read) as read from pg_stat_user_indexes where relname like 'trades%'`,
      );
      return Number(row?.read);
    };
    const before = await read();
    expect(await forgetOldRows(client, 500, 10)).toEqual({ orders: 0, trades: 0, index_ticks: 0 });
    expect((await read()) - before).toBeLessThanOrEqual(20);
    await client.end();
  });
});
