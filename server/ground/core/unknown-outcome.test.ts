import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { Fenced } from './core-store.ts';
import { openCore } from './index.ts';
import type { Committed, Core } from './index.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { alice, bob, eventOf, place, setUp } from './testing/commands.ts';
import { FaultyStore } from './testing/faulty-store.ts';
import { runCore } from './testing/running-core.ts';

let database: TestDatabase;
let store: FaultyStore;
beforeEach(async () => {
  database = await createTestDatabase();
  store = new FaultyStore(new PostgresCoreStore(database.settings));
});
afterEach(async () => {
  await database.drop();
});

const quick = { firstBackoffMs: 1, longestBackoffMs: 5 };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('rule 2: unknown outcome', () => {
  test('an order whose connection is lost before it is sent is resent', async () => {
    await answersOnceWith('before');
  });

  test('an order whose connection is lost after its commit is not written twice', async () => {
    await answersOnceWith('after');
    // The new session's head shows that the batch is stored, so nothing is resent.
    expect(store.takeOvers).toBe(2);
  });

  test('the same bytes arriving twice are written once', async () => {
    await answersOnceWith('twice');
    expect(store.secondAnswer).toBeInstanceOf(Fenced);
  });

  test('a commit without an answer counts as a lost connection', async () => {
    const { core } = await runCore(database.settings, { limits: { ...quick, commitTimeoutMs: 200 } }, store);
    await setUp(core);
    const before = store.takeOvers;
    store.order('stall');
    const order = await core.submit(place(alice, 'sell', 100_00, 5), { deadlineMs: 1_000_000 });
    expect(eventOf(order, 'order_accepted').quantity).toBe(5);
    expect(store.takeOvers).toBeGreaterThan(before);
    // The lost statement is executed after all, and must not be written a second time.
    store.release();
    await core.submit(place(alice, 'sell', 100_00, 5));
    await core.close();
    await writtenOnce([order]);
  });

  test('25 connections cut during their statement lose and duplicate no order', async () => {
    const { core } = await runCore(database.settings, { limits: quick }, store);
    await setUp(core);
    const answers: Committed[] = [];
    for (let round = 0; round < 25; round += 1) {
      store.order('during');
      answers.push(...(await Promise.all([...Array(4).keys()].map((lane) => tradeOnce(core, lane)))));
    }
    await core.close();
    await writtenOnce(answers);
    expect(store.takeOvers).toBe(26);
  });

  test('if the server ends our session during a stream of orders, no order is lost or duplicated', async () => {
    const { core, whenStatus } = await runCore(database.settings, { limits: quick });
    await setUp(core);
    const answers: Committed[] = [];
    for (let round = 0; round < 10; round += 1) {
      // The previous round may also have interrupted a tick, which closes the exchange for a moment.
      await whenStatus(({ open }) => open);
      const stream = Promise.all([...Array(8).keys()].map((lane) => tradeOnce(core, lane)));
      await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
                            where datname = current_database() and application_name like 'bourse core%'`);
      answers.push(...(await stream));
    }
    await core.close();
    await writtenOnce(answers);
  });

  test('a foreign batch stops the core, and its callers learn that the outcome is pending', async () => {
    const { core, failed } = await runCore(database.settings, { limits: quick }, store);
    await setUp(core);
    store.order('stall');
    const order = core.submit(place(alice, 'sell', 100_00, 1));
    const refused = expect(order).rejects.toMatchObject({ key: 'outcome_pending' });
    await store.stalled();
    await database.query(
      `update core.core_head set epoch = epoch + 1, batch_id = batch_id + 1, events_hash = 'foreign'`,
    );
    store.release();
    await refused;
    expect(await failed).toMatchObject({ kind: 'fenced' });
    expect(core.status().checks).toEqual({ recovered: true, database: true, fence: false, clock: true });
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
  });

  test('a head that moved while the core was disconnected stops the core as well', async () => {
    const { core, failed } = await runCore(database.settings, { limits: quick }, store);
    await setUp(core);
    store.order('before');
    await database.query(`update core.core_head set batch_id = batch_id + 1, events_hash = 'foreign'`);
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'outcome_pending' });
    expect(await failed).toMatchObject({ kind: 'fenced', message: expect.stringContaining('foreign') as string });
  });
});

async function answersOnceWith(fault: 'before' | 'after' | 'twice'): Promise<void> {
  const { core } = await runCore(database.settings, { limits: quick }, store);
  await setUp(core);
  await core.submit(place(alice, 'sell', 100_00, 5));
  store.order(fault);
  const answer = await core.submit(place(bob, 'buy', 100_00, 5));
  expect(eventOf(answer, 'traded')).toMatchObject({ quantity: 5 });
  await core.close();
  await writtenOnce([answer]);
}

/**
 * Checks that the answers have distinct sequences, are all in the journal, and replay to one trade for each that
 * traded.
 */
async function writtenOnce(answers: readonly Committed[]): Promise<void> {
  const sequences = answers.map(({ sequence }) => sequence);
  expect(new Set(sequences).size).toBe(sequences.length);
  const { core, exchange } = await openCore({ database: database.settings, mode: 'live', log: silent });
  expect(core.sequence).toBeGreaterThanOrEqual(Math.max(...sequences));
  exchange.audit();
  await core.close();
  const trades = answers.flatMap(({ events }) => events.filter((event) => event.type === 'traded'));
  const rows = await database.query<{ id: string }>('select id from core.trades order by id');
  expect(rows.map(({ id }) => Number(id))).toEqual(trades.map(({ trade }) => Number(trade)).toSorted((a, b) => a - b));
}

function tradeOnce(core: Core, lane: number): Promise<Committed> {
  return core.submit(lane % 2 === 0 ? place(alice, 'sell', 100_00, 5) : place(bob, 'buy', 100_00, 5), {
    priority: 'system',
    deadlineMs: 60_000,
  });
}
