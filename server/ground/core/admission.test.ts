import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { AdmissionQueue } from './admission-queue.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { alice, cancel, place, setUp } from './testing/commands.ts';
import { FaultyStore } from './testing/faulty-store.ts';
import { runCore } from './testing/running-core.ts';

describe('rule 10: admission', () => {
  test("placements fill the queue to 70 %, cancels to 90 %, and the exchange's own commands are never refused", () => {
    const queue = new AdmissionQueue<string>(100);
    const admitted = { placement: 0, leaving: 0, system: 0 };
    for (const priority of ['placement', 'leaving', 'system'] as const) {
      for (let n = 0; n < 200; n += 1) if (queue.offer(priority, priority)) admitted[priority] += 1;
    }
    expect(admitted).toEqual({ placement: 70, leaving: 20, system: 200 });
  });

  test('the queue is first in, first out', () => {
    const queue = new AdmissionQueue<number>(1000);
    const taken: (number | undefined)[] = [];
    for (let n = 0; n < 500; n += 1) {
      queue.offer(n, 'placement');
      if (n % 3 === 0) taken.push(queue.take());
    }
    expect(queue.takeAll((n) => n === 400)).toEqual([400]);
    while (queue.length > 0) taken.push(queue.take());
    expect(taken).toEqual([...Array(500).keys()].filter((n) => n !== 400));
    expect(queue.take()).toBeUndefined();
  });

  describe('with a slow database', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createTestDatabase();
    });
    afterEach(async () => {
      await database.drop();
    });

    test('a batch accepts no more commands once it has enough events', async () => {
      const { core, batches } = await runCore(database.settings, { limits: { batchEvents: 10 } });
      await setUp(core);
      const first = batches.length;
      await Promise.all([...Array(35).keys()].map(() => core.submit(place(alice, 'sell', 100_00, 1))));
      expect(batches.slice(first).map((batch) => batch.commands.length)).toEqual([10, 10, 10, 5]);
      await core.close();
    });

    test('a full batch queues commands, a full queue refuses them as busy, and a refused command leaves no trace', async () => {
      const store = new FaultyStore(new PostgresCoreStore(database.settings));
      const limits = { batchCommands: 10, queueCapacity: 100 };
      const { core, exchange, batches } = await runCore(database.settings, { limits }, store);
      await setUp(core);
      store.order('stall');
      const first = core.submit(place(alice, 'sell', 100_00, 1));
      await store.stalled();
      const settled = Promise.allSettled([
        ...[...Array(100).keys()].map(() => core.submit(place(alice, 'sell', 100_00, 1))),
        ...[...Array(30).keys()].map((n) => core.submit(cancel(alice, n + 1))),
      ]);
      store.release();
      await first;
      const outcomes = await settled;
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      // One in the batch in flight, ten in the next, seventy and twenty in the queue.
      expect(outcomes.slice(0, 100).filter(({ status }) => status === 'fulfilled')).toHaveLength(80);
      expect(outcomes.slice(100).filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
      expect(refused.map(({ reason }) => (reason as { key: string }).key)).toEqual(Array(30).fill('exchange_busy'));
      await core.close();
      expect(exchange.sequence).toBe(core.sequence);
      expect(Math.max(...batches.slice(5).map((batch) => batch.commands.length))).toBeLessThanOrEqual(10);
    });
  });
});
