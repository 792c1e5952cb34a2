import { tmpdir } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { RunningVenue } from '../../testing/running-venue.ts';
import { diskOf, roomAfter, type DiskRoom } from './disk-watch.ts';
import { alice, btcusdt, cancel, eventOf, fund, place, setUp, usdt } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';

const megabytes = (count: number) => count * 2 ** 20;

/** A disk with free space set by the test. */
class Room {
  free: number;

  constructor(free: number) {
    this.free = free;
  }

  async freeBytes(): Promise<number> {
    if (Number.isNaN(this.free)) throw new Error('no such folder');
    return megabytes(this.free);
  }
}

describe('rule 12: disk: free space', () => {
  test.each<[DiskRoom, number, DiskRoom]>([
    ['ample', 512, 'ample'],
    ['ample', 511.9, 'scarce'],
    ['ample', 255.9, 'none'],
    ['scarce', 767.9, 'scarce'],
    ['scarce', 768, 'ample'],
    ['scarce', 256, 'scarce'],
    ['scarce', 255.9, 'none'],
    ['none', 383.9, 'none'],
    ['none', 384, 'scarce'],
    ['none', 767.9, 'scarce'],
    ['none', 768, 'ample'],
  ])('after %s, %d free megabytes are %s', (before, free, after) => {
    expect(roomAfter(before, megabytes(free))).toBe(after);
  });

  test('is that of the file system that contains the folder', async () => {
    expect(await diskOf(tmpdir()).freeBytes()).toBeGreaterThan(0);
    await expect(diskOf('/no/such/folder').freeBytes()).rejects.toThrow('ENOENT');
  });
});

describe('rule 12: disk: a core', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await database.drop();
  });

  test('accepts only cancels below 512 MB, nothing below 256 MB, and reopens when there is clearly more', async () => {
    const disk = new Room(512);
    const { core, time, whenStatus, lines } = await runCore(database.settings, { disk });
    const orders = () => core.submit(place(alice, 'buy', 100_00, 1));
    const becomes = async (free: number, open: boolean, cancelOnly: boolean) => {
      disk.free = free;
      time.tick();
      await whenStatus((status) => status.open === open && status.cancelOnly === cancelOnly);
    };
    await setUp(core, [alice]);
    const [first, second] = [await orders(), await orders()].map((made) => eventOf(made, 'order_accepted').order);
    await core.submit(place(alice, 'buy', 100_00, 1, { clientOrderId: 'mine' }));
    await orders();

    await becomes(511, true, true);
    expect(core.status().reason).toContain('512 MB');
    await expect(orders()).rejects.toMatchObject({ key: 'cancels_only' });
    eventOf(await core.submit(cancel(alice, first ?? 0)), 'order_ended');
    const named = { user: alice, clientOrderId: 'mine', side: null, requestKey: null } as const;
    eventOf(await core.submit({ type: 'cancel_client_order', ...named }), 'order_ended');
    eventOf(await core.submit(fund(9, alice, usdt, 1), { priority: 'system' }), 'credited');

    await becomes(255, false, false);
    expect(core.status().reason).toContain('256 MB');
    await expect(core.submit(cancel(alice, second ?? 0))).rejects.toMatchObject({ key: 'exchange_closed' });
    await expect(orders()).rejects.toMatchObject({ key: 'exchange_closed' });

    await becomes(384, true, true);
    const all = { user: alice, market: btcusdt, side: null, requestKey: null } as const;
    expect(eventOf(await core.submit({ type: 'cancel_all', ...all }), 'orders_cancelled').cancelled).toBe(2);
    await expect(orders()).rejects.toMatchObject({ key: 'cancels_only' });

    await becomes(768, true, false);
    expect(core.status().reason).toBeNull();
    eventOf(await orders(), 'order_accepted');
    const told = lines.filter(({ details }) => 'freeMegabytes' in details).map(({ level }) => level);
    expect(told).toEqual(['warn', 'warn', 'warn', 'info']);
    await core.close();
  });

  test('that starts on a full disk stays closed until there is space', async () => {
    const disk = new Room(100);
    const { core, time, whenStatus } = await runCore(database.settings, { disk });
    expect(core.status()).toMatchObject({ open: false, cancelOnly: false });
    await expect(core.submit(place(alice, 'buy', 100_00, 1))).rejects.toMatchObject({ key: 'exchange_closed' });
    disk.free = 10_000;
    time.tick();
    await whenStatus(({ open, cancelOnly }) => open && !cancelOnly);
    await core.close();
  });

  test('whose disk cannot be read keeps its state and logs the failure once', async () => {
    const disk = new Room(300);
    const { core, time, whenStatus, lines } = await runCore(database.settings, { disk });
    disk.free = NaN;
    for (let second = 0; second < 3; second += 1) {
      time.tick();
      await nextTurn();
    }
    expect(core.status()).toMatchObject({ open: true, cancelOnly: true });
    disk.free = 1000;
    time.tick();
    await whenStatus(({ cancelOnly }) => !cancelOnly);
    expect(lines.filter(({ message }) => message.includes('cannot be read'))).toHaveLength(1);
    await core.close();
  });
});

test('rule 12: disk: a refused placement has a translated reason, cancels still work, and the socket reports it', async () => {
  const disk = new Room(10_000);
  const venue = await RunningVenue.open({ disk });
  const ann = await venue.person('ann');
  const placed = await ann.buy<{ id: number }>(1, '0.01', '20000');
  const client = await venue.socket();
  disk.free = 400;
  const status = await client.until(() => client.statuses.find((told) => told['cancel_only'] === true));
  expect(status).toMatchObject({ open: true, reason: expect.stringContaining('512 MB') as string });
  const { status: http, body } = await ann.buy(1, '0.01', '20000', { lang: 'de' });
  expect({ http, ...body }).toMatchObject({
    http: 200,
    code: 0,
    error: 'cancels_only',
    message: 'Die Börse nimmt derzeit nur Stornierungen an. Ihre Anfrage wurde nicht ausgeführt.',
  });
  expect((await ann.post('tx_in/cancel', { id: placed.body.data.id })).body.code).toBe(1);
  disk.free = 10_000;
  await client.until(() =>
    client.statuses.find((told) => told['cancel_only'] === false && told !== client.statuses[0]),
  );
  expect((await ann.buy(1, '0.01', '20000')).body.code).toBe(1);
  await venue.close();
});
