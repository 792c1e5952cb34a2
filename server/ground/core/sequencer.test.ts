import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { openCore } from './index.ts';
import { alice, bob, cancel, eventOf, listing, place, setUp } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

describe('the life of an order', () => {
  test('an order is answered with its events when its batch is durable and the views have processed it', async () => {
    const { core, batches } = await runCore(database.settings);
    await setUp(core);
    await core.submit(place(alice, 'sell', 100_00, 50));
    const answer = await core.submit(place(bob, 'buy', 101_00, 20));
    expect(eventOf(answer, 'traded')).toMatchObject({ price: 100_00, quantity: 20 });
    expect(batches.at(-1)?.commands.at(-1)).toBe(answer);
    expect(core.sequence).toBe(answer.sequence);
    const [trade] = await database.query('select price, quantity, sequence from core.trades');
    expect(trade).toMatchObject({ price: '10000', quantity: '20', sequence: String(answer.sequence) });
    await core.close();
  });

  test('a restart recovers all commands and the same state', async () => {
    const first = await runCore(database.settings);
    await setUp(first.core);
    const sold = await first.core.submit(place(alice, 'sell', 100_00, 50));
    await first.core.submit(place(bob, 'buy', 101_00, 20));
    await first.core.close();
    const hash = first.exchange.stateHash();

    const replayed = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(replayed.exchange.stateHash()).toBe(hash);
    await replayed.core.close();

    const second = await runCore(database.settings, { time: first.time });
    expect(second.recovery).toMatchObject({ snapshotBatch: 0, replayedCommands: first.core.sequence });
    expect(second.core.sequence).toBe(first.core.sequence);
    const { order } = eventOf(sold, 'order_accepted');
    const ended = await second.core.submit(cancel(alice, order));
    expect(eventOf(ended, 'order_ended')).toMatchObject({ order, reason: 'user' });
    const [row] = await database.query('select filled, end_reason from core.orders where id = $1', [order]);
    expect(row).toEqual({ filled: '20', end_reason: 'user' });
    await second.core.close();
  });

  test('commands that arrive together are committed together', async () => {
    const { core, batches } = await runCore(database.settings);
    await core.submit({ type: 'clock' });
    const before = batches.length;
    await Promise.all(listing.map((command) => core.submit(command)));
    expect(batches.length).toBe(before + 1);
    await core.close();
  });
});
