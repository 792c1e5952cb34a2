import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCoreConnection } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { projectedTables } from '../projections/index.ts';
import { JournalMismatch } from './follower.ts';
import { describeRebuild, rebuildProjections } from './rebuild-projections.ts';
import type { RebuildReport } from './rebuild-projections.ts';
import { forgetHistory, forgetOldRows } from './retention.ts';
import { takeSnapshotInThread } from './snapshot-thread.ts';
import { alice, bob, btc, cancel, eventOf, movements, otherQuoter, place, quoter, setUp } from './testing/commands.ts';
import { attachedUser, commissionOf } from './testing/agent-commands.ts';
import { maturedDeposit } from './testing/credit-commands.ts';
import { soldCoins } from './testing/escrow-commands.ts';
import { indexRule, indexTick } from './testing/index-commands.ts';
import { liquidatedPosition } from './testing/leverage-commands.ts';
import { deposits } from './testing/savings-commands.ts';
import { voidContracts } from './testing/seconds-commands.ts';
import { runCore } from './testing/running-core.ts';
import type { RunningCore } from './testing/running-core.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const tables = projectedTables.map(({ name }) => name);

describe('projections rebuilt from the journal', () => {
  test('equal the live ones row by row, and the replayed state equals the recovered one', async () => {
    const running = await tradeALot();
    await takeSnapshotInThread(database.settings, silent);
    await tradeMinute(running);
    const report = await rebuild();
    expect(report).toMatchObject({ equal: true, firstBatch: 1 });
    expect(report.state.replayed).toBe(running.exchange.stateHash());
    expect(report.state.snapshotBatch).toBeGreaterThan(0);
    for (const { name, live, rebuilt } of report.tables) {
      expect(rebuilt).toEqual(live);
      expect({ name, rows: live.rows }).toEqual({ name, rows: await rowsIn(name) });
      expect(live.rows).toBeGreaterThan(0);
    }
    expect(report.tables.map(({ name }) => name)).toEqual(tables);
    expect(describeRebuild(report)[0]).toContain('The journal is complete');
    expect(report.uncomparedBatches).toBe(0);
    expect(describeRebuild(report).join('\n')).not.toContain('older logic version');
    await running.core.close();
  });

  test('report how many batches of an older logic version could not be compared', async () => {
    const running = await tradeALot();
    await running.core.close();
    await database.query('update core.journal set logic_version = 1 where batch_id <= 2');
    const report = await rebuild();
    expect(report).toMatchObject({ equal: true, uncomparedBatches: 2 });
    expect(describeRebuild(report)[1]).toBe(
      '2 of these batches were written by an older logic version: their events were not compared.',
    );
  });

  test('of an unused exchange are empty', async () => {
    const report = await rebuild();
    expect(report).toMatchObject({ equal: true, firstBatch: 1, head: { batchId: 0 } });
    expect(report.tables.map(({ live }) => live.rows)).toEqual(tables.map(() => 0));
  });

  test.each([
    ['orders', 'update core.orders set fee = fee + 1 where id = (select max(id) from core.orders)'],
    ['orders', 'delete from core.orders where id = (select min(id) from core.orders)'],
    ['trades', 'update core.trades set price = price - 1 where id = 2'],
    [
      'trades',
      'insert into core.trades select 999999, sequence, time_ms, market_id, price, quantity, base_amount, quote_amount, taker_side, maker_order, maker_user, maker_fee, taker_order, taker_user, taker_fee, rebate from core.trades limit 1',
    ],
    [
      'candles',
      'update core.candles set volume = volume + 1 where open_time = (select max(open_time) from core.candles)',
    ],
    [
      'account_log',
      "update core.account_log set amount = amount + 1 where cause = 'credit' and user_id = 100001 and currency_id = 1",
    ],
    ['currencies', `update core.currencies set code = 'BTX' where id = 1`],
    ['holds', `delete from core.holds where state = 'released'`],
    ['venue_transfers', `update core.venue_transfers set cause = 'other' where source = 'capital'`],
    ['index_configurations', 'update core.index_configurations set min_sources = 2'],
    ['index_ticks', 'update core.index_ticks set prices[1] = prices[1] + 1 where prices[1] = 10000'],
    ['index_ticks', 'delete from core.index_ticks where prices[1] = 10000'],
    ['markets', 'update core.markets set tick_points = 2'],
    ['settings_log', `update core.settings_log set operator = 1 where change = 'currency_listed' and currency_id = 2`],
    ['savings_deposits', 'update core.savings_deposits set interest = interest + 1'],
    ['lever_positions', 'update core.lever_positions set margin = margin + 1 where position = 1'],
    ['lever_liquidations', 'delete from core.lever_liquidations'],
    ['lever_claim_payments', 'update core.lever_claim_payments set amount = amount + 1'],
    ['seconds_contracts', `update core.seconds_contracts set result = 'tie' where contract = 1`],
    ['commissions', 'update core.commissions set amount = amount + 1'],
    ['escrows', `delete from core.escrows where step = 'paid'`],
    ['credits', `update core.credits set amount = amount + 1 where state = 'matured'`],
  ])('reveal the row of %s that was damaged by: %s', async (table, damage) => {
    const running = await tradeALot();
    await running.core.close();
    await database.query(damage);
    const report = await rebuild();
    expect(report.equal).toBe(false);
    const [damaged, ...others] = report.tables.filter(({ differing }) => differing > 0);
    expect(others).toEqual([]);
    expect(damaged).toMatchObject({ name: table, differing: 1 });
    expect(damaged?.live.hash).not.toBe(damaged?.rebuilt.hash);
    const { live, rebuilt } = damaged?.firstDifference ?? {};
    expect(live).not.toBe(rebuilt);
    if (damage.startsWith('delete')) expect(live).toBeNull();
    if (damage.startsWith('insert')) expect(rebuilt).toBeNull();
    expect(describeRebuild(report).join('\n')).toContain(`${table}: DIFFERS in 1 rows`);
  });

  test('leave no table behind and change no live row', async () => {
    const running = await tradeALot();
    await running.core.close();
    const before = await fingerprint();
    await rebuild();
    expect(await fingerprint()).toEqual(before);
  });

  test('can be compared while the exchange trades', async () => {
    const running = await tradeALot();
    const load = { over: false };
    const trading = (async () => {
      while (!load.over) await meet(running, alice, bob);
    })();
    const reports: RebuildReport[] = [];
    for (let n = 0; n < 3; n += 1) reports.push(await rebuild());
    load.over = true;
    await trading;
    expect(reports.map(({ equal }) => equal)).toEqual([true, true, true]);
    expect(reports[2]?.head.batchId).toBeGreaterThan(reports[0]?.head.batchId ?? Infinity);
    await running.core.close();
  });

  test('of a pruned journal are compared from the batch after the oldest snapshot on', async () => {
    const running = await tradeALot();
    await takeSnapshotInThread(database.settings, silent);
    await tradeMinute(running);
    await takeSnapshotInThread(database.settings, silent);
    await tradeMinute(running);
    await running.core.close();
    await asCore((client) => forgetHistory(client, 1000));
    const [kept] = await database.query<{ first: string }>('select min(batch_id) as first from core.journal');
    const report = await rebuild('demo');
    expect(report).toMatchObject({ equal: true, firstBatch: Number(kept?.first) });
    expect(report.firstBatch).toBeGreaterThan(1);
    expect(report.tables.find(({ name }) => name === 'trades')?.live.rows).toBeLessThan(await rowsIn('trades'));
    expect(describeRebuild(report)[0]).toContain(`before batch ${report.firstBatch} was pruned`);

    await database.query('update core.trades set price = price + 1 where id = (select max(id) from core.trades)');
    expect(await rebuild('demo')).toMatchObject({ equal: false });
    await database.query('delete from core.snapshots');
    await expect(rebuild('demo')).rejects.toThrow(`begins with batch ${report.firstBatch}`);
  });

  test('ignore demo trades that were deleted, but report the same as missing on a live exchange', async () => {
    const running = await tradeALot();
    running.time.pass(25 * 3_600_000);
    await tradeMinute(running);
    await running.core.close();
    const dayAgoMs = running.time.wallMs() - 24 * 3_600_000;
    const forgotten = await asCore((client) => forgetOldRows(client, dayAgoMs, 1000));
    expect(Object.keys(forgotten)).toEqual(['orders', 'trades', 'index_ticks']);
    for (const rows of Object.values(forgotten)) expect(rows).toBeGreaterThan(0);
    const demo = await rebuild('demo', running.time.wallMs());
    expect(demo.equal).toBe(true);
    expect(demo.tables.filter(({ forgettable }) => forgettable > 0).map(({ name }) => name)).toEqual([
      'orders',
      'trades',
      'index_ticks',
    ]);
    expect((await rebuild('live', running.time.wallMs())).equal).toBe(false);
  });

  test('require a journal that ends at the head', async () => {
    const running = await tradeALot();
    await running.core.close();
    await database.query('delete from core.journal where batch_id = (select max(batch_id) from core.journal)');
    await expect(rebuild()).rejects.toThrow(JournalMismatch);
  });
});

async function rebuild(mode: 'demo' | 'live' = 'live', nowMs = Date.now()): Promise<RebuildReport> {
  return rebuildProjections({ database: database.settings, mode, nowMs, log: silent });
}

/**
 * A matured deposit, then two minutes of trades between users and simulated traders, with one open and one cancelled
 * order, a liquidated position, a void contract, and every other movement of money.
 */
async function tradeALot(): Promise<RunningCore> {
  const running = await runCore(database.settings);
  await setUp(running.core, [alice, bob, quoter, otherQuoter]);
  for (const command of [...deposits, ...maturedDeposit, ...soldCoins]) await running.core.submit(command);
  await running.core.submit(attachedUser);
  const tradedAtMs = running.time.wallMs();
  await meet(running, alice, bob);
  running.time.pass(2 * 86_400_000);
  for (const command of commissionOf(tradedAtMs)) await running.core.submit(command);
  await running.core.submit(indexRule());
  await running.core.submit(indexTick('a', running.time.wallMs(), [btc, 10_000]));
  await liquidatedPosition(running);
  await voidContracts(running);
  const { order } = eventOf(await running.core.submit(place(alice, 'sell', 200_00, 1)), 'order_accepted');
  await running.core.submit(place(bob, 'sell', 300_00, 1));
  await running.core.submit(cancel(alice, order));
  for (const command of movements) await running.core.submit(command);
  await tradeMinute(running);
  return running;
}

async function tradeMinute(running: RunningCore): Promise<void> {
  await Promise.all([meet(running, alice, bob), meet(running, quoter, otherQuoter), meet(running, bob, quoter)]);
  running.time.pass(60_000);
  await meet(running, alice, quoter);
  await running.core.submit(indexTick('b', running.time.wallMs(), [btc, 10_010]));
}

async function meet({ core }: RunningCore, seller: typeof alice, buyer: typeof alice): Promise<void> {
  await Promise.all([core.submit(place(seller, 'sell', 100_00, 3)), core.submit(place(buyer, 'buy', 100_00, 3))]);
}

async function rowsIn(table: string): Promise<number> {
  const [row] = await database.query<{ count: string }>(`select count(*) from core.${table}`);
  return Number(row?.count);
}

async function fingerprint(): Promise<unknown> {
  const rows = await Promise.all(
    tables.map((table) => database.query(`select md5(string_agg(t::text, ',' order by t::text)) from core.${table} t`)),
  );
  const everything = await database.query(`select relnamespace::regnamespace::text, relname from pg_class
    where relnamespace::regnamespace::text !~ '^pg_toast' order by 1, 2`);
  return { rows, everything };
}

async function asCore<Result>(
  work: (client: Awaited<ReturnType<typeof openCoreConnection>>) => Promise<Result>,
): Promise<Result> {
  const client = await openCoreConnection(database.settings);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
