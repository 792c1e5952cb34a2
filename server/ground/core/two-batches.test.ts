import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { openCore } from './index.ts';
import type { Committed, Core } from './index.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { alice, bob, eventOf, place, setUp } from './testing/commands.ts';
import { FaultyStore } from './testing/faulty-store.ts';
import type { Fault } from './testing/faulty-store.ts';
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

describe('two batches in flight', () => {
  test('a batch is sent before the previous one is answered, and both are answered in order', async () => {
    const { core, batches } = await runCore(database.settings, { limits: quick }, store);
    await setUp(core);
    const before = batches.length;
    store.order('stall');
    const { first, second } = await twoOnTheirWay(core);
    expect(batches).toHaveLength(before);
    store.release();
    expect(await Promise.all([first, second])).toEqual(batches.slice(before).map(({ commands }) => commands[0]));
    await core.close();
    await writtenOnce([await first, await second]);
  });

  test.each<Fault>(['before', 'during', 'after'])(
    'two batches are written once each if the connection is lost %s the commit of the first',
    async (fault) => {
      const { core } = await runCore(database.settings, { limits: quick }, store);
      await setUp(core);
      const answers: Promise<Committed>[] = [];
      for (let round = 0; round < 8; round += 1) {
        store.order(fault);
        answers.push(sell(core, 1));
        await nextTurn();
        answers.push(sell(core, 1));
        await nextTurn();
        await Promise.all(answers);
      }
      await core.close();
      expect(store.maxInFlight).toBe(2);
      await writtenOnce(await Promise.all(answers));
    },
  );

  test('two durable batches are not resent if the answer to the first never arrives', async () => {
    const { core } = await runCore(database.settings, { limits: { ...quick, commitTimeoutMs: 2_000 } }, store);
    await setUp(core);
    const before = store.takeOvers;
    store.order('unheard');
    const first = sell(core, 1);
    await expect.poll(() => store.inFlight).toBe(1);
    const second = sell(core, 2);
    const answers = await Promise.all([first, second]);
    expect(store.takeOvers).toBe(before + 1);
    await core.close();
    await writtenOnce(answers);
  });

  test('if the database refuses a batch, the one behind it is not executed and its callers are refused', async () => {
    const { core, failed, time } = await runCore(database.settings, {}, store);
    await setUp(core);
    await core.submit(place(alice, 'sell', 666_00, 5));
    await database.query('alter table core.trades add constraint never check (price <> 66600)');
    store.order('stall');
    const refused = core.submit(place(bob, 'buy', 666_00, 5));
    const closed = expect(refused).rejects.toMatchObject({ key: 'exchange_closed' });
    await store.stalled();
    const behind = expect(sell(core, 7)).rejects.toMatchObject({ key: 'exchange_closed' });
    await expect.poll(() => store.inFlight).toBe(2);
    store.release();
    await Promise.all([closed, behind]);
    expect(await failed).toMatchObject({ kind: 'data_rejected' });
    expect(await database.query('select user_id, command_type from core.core_incidents')).toEqual([
      { user_id: String(bob), command_type: 'place_order' },
    ]);
    const again = await runCore(database.settings, { time });
    expect([...again.exchange.openOrders()].map(({ quantity }) => Number(quantity))).toEqual([5]);
    await again.core.close();
  });

  test('if another core has written, the outcome of both is pending', async () => {
    const { core, failed } = await runCore(database.settings, { limits: quick }, store);
    await setUp(core);
    store.order('stall');
    const { first, second } = await twoOnTheirWay(core);
    const pending = [first, second].map((answer) => expect(answer).rejects.toMatchObject({ key: 'outcome_pending' }));
    await database.query('update core.core_head set epoch = epoch + 1');
    store.release();
    await Promise.all(pending);
    expect(await failed).toMatchObject({ kind: 'fenced' });
  });

  test.each(['cannot be reached', 'does not answer'])(
    'a core that is closed while the database %s leaves the outcome of both pending, and ends in time',
    async (how) => {
      const { core, whenStatus } = await runCore(
        database.settings,
        { limits: { ...quick, closeTimeoutMs: 300 } },
        store,
      );
      await setUp(core);
      store.order('stall');
      const { first, second } = await twoOnTheirWay(core);
      const pending = [first, second].map((answer) => expect(answer).rejects.toMatchObject({ key: 'outcome_pending' }));
      if (how === 'does not answer') store.silent = true;
      else store.unreachable = true;
      await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
                            where datname = current_database() and application_name like 'bourse core%'`);
      store.release();
      await whenStatus(({ open }) => !open);
      await core.close();
      await Promise.all(pending);
    },
  );

  test('if a view throws on a batch, the outcome of the one behind it is pending, and it is durable', async () => {
    const { core, failed, time } = await runCore(database.settings, { limits: quick }, store);
    await setUp(core);
    store.order('stall');
    const { first, second } = await twoOnTheirWay(core);
    core.onCommitted(() => {
      throw new Error('the view is wrong');
    });
    const pending = [first, second].map((answer) => expect(answer).rejects.toMatchObject({ key: 'outcome_pending' }));
    store.release();
    await Promise.all(pending);
    expect(await failed).toMatchObject({ kind: 'listener_failed' });
    const again = await runCore(database.settings, { time });
    expect([...again.exchange.openOrders()]).toHaveLength(2);
    await again.core.close();
  });
});

function sell(core: Core, quantity: number): Promise<Committed> {
  return core.submit(place(alice, 'sell', 100_00, quantity), { deadlineMs: 1_000_000 });
}

/** Two orders, the second sent while the first one's commit is stalled. */
async function twoOnTheirWay(core: Core) {
  const first = sell(core, 1);
  await store.stalled();
  const second = sell(core, 1);
  await expect.poll(() => store.inFlight).toBe(2);
  return { first, second };
}

/** Checks that the journal contains exactly one open order for each answer. */
async function writtenOnce(answers: readonly Committed[]): Promise<void> {
  const { core, exchange } = await openCore({ database: database.settings, mode: 'live', log: silent });
  exchange.audit();
  await core.close();
  const orders = answers.map((answer) => eventOf(answer, 'order_accepted').order);
  expect([...exchange.openOrders()].map(({ order }) => order)).toEqual(orders);
}
