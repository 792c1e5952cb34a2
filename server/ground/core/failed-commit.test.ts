import { BrokenInvariant } from '@bourse/engine';
import { attachmentNumber } from '@bourse/engine/agents';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { CommandNotShown } from './core.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { alice, bob, cancel, eventOf, place, setUp } from './testing/commands.ts';
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

describe('rule 3: failed commit', () => {
  test('while the database is unreachable the exchange is closed, and it reopens by itself', async () => {
    const { core, whenStatus } = await runCore(database.settings, { limits: quick }, store);
    await setUp(core);
    store.unreachable = true;
    store.order('before');
    const order = core.submit(place(alice, 'sell', 100_00, 1));
    const shut = await whenStatus(({ open }) => !open);
    // The details are not public; they are in the log.
    expect(shut.reason).toBe('The database does not accept commits.');
    expect(shut.checks).toEqual({ recovered: true, database: false, fence: true, clock: true });
    await expect(core.submit(place(bob, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    store.unreachable = false;
    expect(eventOf(await order, 'order_accepted').price).toBe(100_00);
    await whenStatus(({ open }) => open);
    await core.submit(place(bob, 'sell', 100_00, 1));
    await core.close();
  });

  test('after downtime a tick precedes queued commands', async () => {
    const { core, time, batches, whenStatus } = await runCore(
      database.settings,
      { limits: { ...quick, batchCommands: 4 } },
      store,
    );
    await setUp(core);
    store.unreachable = true;
    store.order('before');
    // Two batches are in flight and the third is full; the last order is queued.
    const orders = [...Array(13).keys()].map(() =>
      core.submit(place(alice, 'sell', 100_00, 1), { deadlineMs: 1_000_000 }),
    );
    await whenStatus(({ open }) => !open);
    time.pass(60_000);
    store.unreachable = false;
    const last = await orders.at(-1);
    await core.close();
    const commands = batches.flatMap((batch) => batch.commands);
    const late = commands.filter(({ timeMs }) => timeMs === last?.timeMs);
    expect(late[0]?.command.type).toBe('clock');
    expect(late).toHaveLength(2);
  });

  test('a sequenced command past its deadline answers that the outcome is pending, and is executed nevertheless', async () => {
    const { core, time } = await runCore(database.settings, {}, store);
    await setUp(core);
    store.order('stall');
    const order = core.submit(place(alice, 'sell', 100_00, 7, { requestKey: 'k1' }), { deadlineMs: 1000 });
    time.pass(1001);
    await expect(order).rejects.toMatchObject({ key: 'outcome_pending' });
    store.release();
    const again = await core.submit(place(alice, 'sell', 100_00, 7, { requestKey: 'k1' }));
    expect(eventOf(again, 'request_repeated').first).toMatchObject({ type: 'order' });
    await core.close();
  });

  test('a command that was not sequenced by its deadline answers that the exchange is busy, and is not executed', async () => {
    const { core, time, exchange } = await runCore(database.settings, { limits: { batchCommands: 1 } }, store);
    await setUp(core);
    const open = [...exchange.openOrders()].length;
    store.order('stall');
    // Two batches are in flight, the third order fills the growing one.
    const [first, second, third, fourth] = [1, 2, 3, 4].map((quantity) =>
      core.submit(place(alice, 'sell', 100_00, quantity), { deadlineMs: quantity * 1000 }),
    );
    const busy = expect(fourth).rejects.toMatchObject({ key: 'exchange_busy' });
    const pending = expect(Promise.any([first, second, third])).rejects.toMatchObject({
      errors: [1, 2, 3].map(() => ({ key: 'outcome_pending' })),
    });
    time.pass(4001);
    await busy;
    await pending;
    store.release();
    await core.submit({ type: 'clock' }, { priority: 'system' });
    expect([...exchange.openOrders()]).toHaveLength(open + 3);
    await core.close();
  });

  test('a command whose rows the database refuses is identified, recorded, and its type suspended for the user until cleared', async () => {
    const first = await runCore(database.settings, {}, store);
    await setUp(first.core);
    await first.core.submit(place(alice, 'sell', 666_00, 5));
    const kept = await first.core.submit(place(alice, 'sell', 700_00, 5));
    await database.query('alter table core.trades add constraint never check (price <> 66600)');
    store.order('stall');
    const held = first.core.submit(place(alice, 'sell', 701_00, 1));
    await store.stalled();
    const batch = [place(alice, 'sell', 702_00, 1), place(bob, 'buy', 666_00, 5), place(alice, 'sell', 703_00, 1)];
    const refused = Promise.allSettled(batch.map((command) => first.core.submit(command)));
    store.release();
    await held;
    expect(await refused).toEqual(
      batch.map(() => ({ status: 'rejected', reason: expect.objectContaining({ key: 'exchange_closed' }) as unknown })),
    );
    expect(await first.failed).toMatchObject({ kind: 'data_rejected' });
    expect(await database.query('select kind, user_id, command_type from core.core_incidents')).toEqual([
      { kind: 'data_rejected', user_id: String(bob), command_type: 'place_order' },
    ]);

    const second = await runCore(database.settings, { time: first.time });
    expect([...second.exchange.openOrders()].map(({ price }) => Number(price))).toEqual([666_00, 700_00, 701_00]);
    const suspended = { key: 'command_suspended' };
    await expect(second.core.submit(place(bob, 'buy', 1_00, 1))).rejects.toMatchObject(suspended);
    await second.core.submit(place(alice, 'buy', 1_00, 1));
    await second.core.submit(cancel(alice, eventOf(kept, 'order_accepted').order));
    await second.core.close();

    await database.query('delete from core.suspended_commands');
    const third = await runCore(database.settings, { time: first.time });
    await third.core.submit(place(bob, 'buy', 1_00, 1));
    await third.core.close();
  });

  test('an incident that cannot be recorded in time does not keep a failed exchange from restarting', async () => {
    const { core, failed, lines } = await runCore(database.settings, { limits: { closeTimeoutMs: 300 } });
    await setUp(core);
    await core.submit(place(alice, 'sell', 666_00, 5));
    await database.query('alter table core.trades add constraint never check (price <> 66600)');
    const reader = new Client({ connectionString: database.settings.url });
    await reader.connect();
    await reader.query('begin; lock table core.core_incidents');
    await expect(core.submit(place(bob, 'buy', 666_00, 5))).rejects.toMatchObject({ key: 'exchange_closed' });
    expect(await failed).toMatchObject({ kind: 'data_rejected' });
    await reader.end();
    expect(lines).toContainEqual(expect.objectContaining({ message: 'the incident could not be recorded' }));
  });

  test('an unfinished search for the refused command does not keep a failed exchange from restarting', async () => {
    const { core, failed } = await runCore(database.settings, { limits: { closeTimeoutMs: 300 } }, store);
    await setUp(core);
    await core.submit(place(alice, 'sell', 666_00, 5));
    await database.query('alter table core.trades add constraint never check (price <> 66600)');
    store.silent = true;
    await expect(core.submit(place(bob, 'buy', 666_00, 5))).rejects.toMatchObject({ key: 'exchange_closed' });
    expect(await failed).toMatchObject({ kind: 'data_rejected' });
  });

  test('a command that breaks an invariant stops the exchange; batches in flight are kept and answered', async () => {
    const first = await runCore(database.settings, {}, store);
    await setUp(first.core);
    breakAt(first.exchange, ({ quantity }) => quantity === 666);
    store.order('stall');
    const onItsWay = first.core.submit(place(alice, 'sell', 100_00, 1));
    await store.stalled();
    const notSent = expect(first.core.submit(place(alice, 'sell', 100_00, 2))).rejects.toMatchObject({
      key: 'exchange_closed',
    });
    const culprit = expect(first.core.submit(place(bob, 'sell', 100_00, 666))).rejects.toMatchObject({
      key: 'exchange_closed',
    });
    await notSent;
    await culprit;
    store.release();
    expect(eventOf(await onItsWay, 'order_accepted').quantity).toBe(1);
    expect(await first.failed).toMatchObject({ kind: 'apply_failed' });
    expect(await database.query('select user_id, command_type from core.suspended_commands')).toEqual([
      { user_id: String(bob), command_type: 'place_order' },
    ]);
    const second = await runCore(database.settings, { time: first.time });
    expect([...second.exchange.openOrders()].map(({ quantity }) => Number(quantity))).toEqual([1]);
    await second.core.close();
  });

  test('a command of a program that names no user is suspended for the venue', async () => {
    const first = await runCore(database.settings);
    await setUp(first.core);
    breakAt(first.exchange, ({ type }) => type === 'detach_agent');
    const command = { type: 'detach_agent', attachment: attachmentNumber(1), dropped: false } as const;
    await expect(first.core.submit(command)).rejects.toMatchObject({ key: 'exchange_closed' });
    expect(await first.failed).toMatchObject({ kind: 'apply_failed' });
    expect(await database.query('select user_id, command_type from core.suspended_commands')).toEqual([
      { user_id: '0', command_type: 'detach_agent' },
    ]);
    const second = await runCore(database.settings, { time: first.time });
    await expect(second.core.submit(command)).rejects.toMatchObject({ key: 'command_suspended' });
    await second.core.submit({ type: 'clock' }, { priority: 'system' });
    await second.core.close();
  });

  test('an exception in a view stops the core, and nothing is published that the views do not show', async () => {
    const { core, failed } = await runCore(database.settings);
    await setUp(core);
    core.onCommitted(() => {
      throw new Error('the view is wrong');
    });
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'outcome_pending' });
    expect(await failed).toMatchObject({ kind: 'listener_failed' });
    expect(core.status()).toMatchObject({ open: false });
    const again = await runCore(database.settings);
    expect([...again.exchange.openOrders()]).toHaveLength(1);
    await again.core.close();
  });

  test('a command that a view cannot show is suspended, so that it does not stop the exchange after each restart', async () => {
    const { core, failed } = await runCore(database.settings);
    await setUp(core);
    const { sequence } = core;
    core.onCommitted(({ commands }) => {
      for (const command of commands) throw new CommandNotShown(command.sequence, new Error('the view is wrong'));
    });
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'outcome_pending' });
    await failed;
    expect(await database.query('select kind, sequence, user_id, command_type from core.core_incidents')).toEqual([
      { kind: 'listener_failed', sequence: String(sequence + 1), user_id: String(alice), command_type: 'place_order' },
    ]);
    const again = await runCore(database.settings);
    await expect(again.core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({
      key: 'command_suspended',
    });
    await again.core.submit(place(bob, 'buy', 90_00, 1));
    await again.core.close();
  });

  test('closing commits and answers the admitted commands and refuses all others', async () => {
    const { core, exchange } = await runCore(database.settings, { limits: { batchCommands: 5 } });
    await setUp(core);
    const orders = [...Array(50).keys()].map(() => core.submit(place(alice, 'sell', 100_00, 1)));
    const closed = core.close();
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    expect(await Promise.all(orders)).toHaveLength(50);
    await closed;
    expect([...exchange.openOrders()]).toHaveLength(50);
  });
});

/** Makes the exchange fail as a bug would: in the middle of a command. */
function breakAt(
  exchange: { apply: (...args: never) => void },
  isCulprit: (command: { readonly type: string; readonly quantity?: number }) => boolean,
): void {
  const apply = exchange.apply.bind(exchange) as (...args: readonly unknown[]) => void;
  exchange.apply = (...args: readonly unknown[]) => {
    const command = args[2] as { readonly type: string; readonly quantity?: number };
    apply(...args);
    if (isCulprit(command)) throw new BrokenInvariant('a broken invariant');
  };
}
