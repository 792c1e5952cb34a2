import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { SteadyClock, systemTime } from './clock.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { alice, place, setUp } from './testing/commands.ts';
import { FaultyStore } from './testing/faulty-store.ts';
import { ManualTime } from './testing/manual-time.ts';
import { runCore } from './testing/running-core.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

describe('rule 9: time', () => {
  test('a clock command lets time pass every second, even without trading', async () => {
    const { core, time, batches } = await runCore(database.settings);
    await core.submit({ type: 'clock' });
    for (let second = 0; second < 3; second += 1) {
      const before = core.sequence;
      time.pass(1000);
      time.tick();
      while (core.sequence === before) await new Promise((resolve) => setImmediate(resolve));
    }
    await core.close();
    const times = batches.flatMap((batch) => batch.commands.map(({ timeMs }) => timeMs)).slice(-3);
    expect(times.map((timeMs) => timeMs - (times[0] ?? 0))).toEqual([0, 1000, 2000]);
  });

  test('time never runs backwards: a small step back makes it pause', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core);
    time.pass(5000);
    const before = await core.submit(place(alice, 'sell', 100_00, 1));
    time.set(-1500);
    const after = await core.submit(place(alice, 'sell', 100_00, 1));
    expect(after.timeMs).toBe(before.timeMs);
    time.pass(1501);
    expect((await core.submit(place(alice, 'sell', 100_00, 1))).timeMs).toBe(before.timeMs + 1);
    await core.close();
  });

  test('a wall clock set forward by more than two seconds closes the exchange until a tick with the new time is durable', async () => {
    const { core, time, whenStatus, batches } = await runCore(database.settings);
    await setUp(core);
    time.set(300_000);
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    expect(core.status()).toMatchObject({ open: false, reason: `The machine's clock was set by 300000 ms.` });
    time.tick();
    await whenStatus(({ open }) => open);
    const order = await core.submit(place(alice, 'sell', 100_00, 1));
    expect(batches.at(-2)?.commands.at(-1)).toMatchObject({ timeMs: order.timeMs, command: { type: 'clock' } });
    await core.close();
  });

  test('a clock that is set while a tick is in flight is not trusted by that tick', async () => {
    const store = new FaultyStore(new PostgresCoreStore(database.settings));
    const { core, time, whenStatus } = await runCore(database.settings, {}, store);
    await setUp(core);
    store.order('stall');
    time.pass(1000);
    time.tick();
    await store.stalled();
    time.set(60_000);
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    const before = core.sequence;
    store.release();
    while (core.sequence === before) await new Promise((resolve) => setImmediate(resolve));
    expect(core.status()).toMatchObject({ open: false, reason: expect.stringContaining('was set by') as string });
    time.tick();
    await whenStatus(({ open }) => open);
    await core.close();
  });

  test('a wall clock set forward by more than five minutes is not trusted: nothing is journaled until it is set back', async () => {
    const { core, time, whenStatus, batches } = await runCore(database.settings);
    await setUp(core);
    const before = await core.submit(place(alice, 'sell', 100_00, 1));
    time.set(300_001);
    for (let second = 0; second < 3; second += 1) {
      time.pass(1000);
      time.tick();
      await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    }
    expect(core.status().reason).toBe(
      `The machine's clock was set forward by 300001 ms, which is too far to be trusted; correct it, or restart the server to accept it.`,
    );
    expect(core.sequence).toBe(before.sequence);
    time.set(-300_001);
    time.tick();
    await whenStatus(({ open }) => open);
    const after = await core.submit(place(alice, 'sell', 100_00, 1));
    expect(after.timeMs).toBe(before.timeMs + 3000);
    expect(batches.flatMap(({ commands }) => commands).at(-2)?.command).toEqual({ type: 'clock' });
    await core.close();
  });

  test('a command that is queued while the clock is too far ahead is not journaled with that time', async () => {
    const store = new FaultyStore(new PostgresCoreStore(database.settings));
    const { core, time, batches } = await runCore(database.settings, { limits: { batchCommands: 1 } }, store);
    await setUp(core);
    store.order('stall');
    const orders = Array.from({ length: 4 }, () => core.submit(place(alice, 'sell', 100_00, 1)));
    await store.stalled();
    const latest = time.wallMs();
    time.set(3_600_000);
    const settled = Promise.allSettled(orders);
    store.release();
    // Orders that were not applied before the clock was set stay queued until the core closes.
    await orders[0];
    await core.close();
    await settled;
    const times = batches.flatMap(({ commands }) => commands.map(({ timeMs }) => timeMs));
    expect(Math.max(...times)).toBeLessThanOrEqual(latest);
  });

  test('after a long sleep of the machine the exchange continues', async () => {
    const { core, time, whenStatus } = await runCore(database.settings);
    await setUp(core);
    time.sleep(3_600_000);
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    time.tick();
    await whenStatus(({ open }) => open);
    await core.close();
  });

  test('a clock behind the journal at startup keeps the exchange closed until it is corrected', async () => {
    const first = await runCore(database.settings);
    await setUp(first.core);
    await first.core.close();
    first.time.set(-3_600_000);
    const second = await runCore(database.settings, { time: new ManualTime(first.time.wallMs()) });
    expect(second.core.status()).toMatchObject({
      open: false,
      reason: `The machine's clock is 3600000 ms behind the exchange's time.`,
    });
    const before = second.core.sequence;
    while (second.core.sequence === before) await new Promise((resolve) => setImmediate(resolve));
    second.time.set(3_600_000);
    second.time.tick();
    await second.whenStatus(({ open }) => open);
    await second.core.close();
  });

  test('a wall clock set back closes the exchange until it has caught up with the journal', async () => {
    const { core, time, whenStatus } = await runCore(database.settings);
    await setUp(core);
    time.set(-10_000);
    await expect(core.submit(place(alice, 'sell', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    time.tick();
    const behind = await whenStatus(({ reason }) => reason?.includes('behind') === true);
    expect(behind.reason).toBe(`The machine's clock is 10000 ms behind the exchange's time.`);
    time.pass(8000);
    time.tick();
    await whenStatus(({ open }) => open);
    await core.submit(place(alice, 'sell', 100_00, 1));
    await core.close();
  });

  test('regular ticks and small corrections do not count as a change of the clock', () => {
    const time = new ManualTime();
    const clock = new SteadyClock(time);
    for (let n = 0; n < 10; n += 1) {
      time.pass(60_000);
      time.set(n % 2 === 0 ? 2000 : -2000);
      expect(clock.read().steppedByMs).toBe(0);
    }
    time.set(2001);
    expect(clock.read().steppedByMs).toBe(2001);
    expect(clock.read().steppedByMs).toBe(0);
    const machine = new SteadyClock(systemTime);
    expect(machine.read().steppedByMs).toBe(0);
  });

  test("a restart after downtime ticks before the first user's command", async () => {
    const first = await runCore(database.settings);
    await setUp(first.core);
    await first.core.close();
    first.time.pass(3_600_000);
    const second = await runCore(database.settings, { time: first.time });
    const order = await second.core.submit(place(alice, 'sell', 100_00, 1));
    expect(second.batches[0]?.commands[0]).toMatchObject({ command: { type: 'clock' }, timeMs: order.timeMs });
    await second.core.close();
  });

  test('without a commit for five seconds the core reports that it is not ready, until the next commit', async () => {
    const store = new FaultyStore(new PostgresCoreStore(database.settings));
    const { core, time, whenStatus } = await runCore(database.settings, {}, store);
    await setUp(core);
    store.order('stall');
    const order = core.submit(place(alice, 'sell', 100_00, 1), { deadlineMs: 60_000 });
    await store.stalled();
    const lastCommitAtMs = time.wallMs();
    time.pass(5000);
    expect(core.status().open).toBe(true);
    time.pass(1);
    time.tick();
    expect(core.status()).toEqual({
      open: false,
      cancelOnly: false,
      reason: 'Nothing was committed for more than 5 seconds.',
      lastCommitAtMs,
      checks: { recovered: true, database: false, fence: true, clock: true },
    });
    store.release();
    await order;
    await whenStatus(({ open }) => open);
    await core.close();
  });
});
