import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { alice, bob, btc, eventOf, fund, movements, place, setUp, usdt } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

describe('rule 7: sequence everywhere', () => {
  test('sequences are dense across batches, rejections and restarts, and answers arrive in order', async () => {
    const answered: number[] = [];
    const seen: number[] = [];
    let time;
    for (let start = 0; start < 3; start += 1) {
      const running = await runCore(database.settings, time === undefined ? {} : { time });
      ({ time } = running);
      const { core, batches } = running;
      if (start === 0) await setUp(core);
      const before = core.sequence;
      const orders = [...Array(40).keys()].map(async (n) => {
        // Every other order exceeds the balance.
        const { sequence } = await core.submit(place(alice, 'buy', 100_00, n % 2 === 0 ? 1 : 2 ** 40));
        answered.push(sequence);
      });
      await Promise.all(orders);
      expect(core.sequence).toBeGreaterThanOrEqual(before + 40);
      await core.close();
      seen.push(...batches.flatMap((batch) => batch.commands.map(({ sequence }) => sequence)));
      expect(
        batches.map(({ firstSequence, lastSequence, commands }) => lastSequence - firstSequence + 1 - commands.length),
      ).toEqual(batches.map(() => 0));
    }
    expect(seen).toEqual(seen.map((_sequence, index) => index + 1));
    expect(answered).toEqual(answered.toSorted((a, b) => a - b));
  });

  test('when an answer arrives, the views and the reported sequence include it', async () => {
    const { core } = await runCore(database.settings);
    let viewed = 0;
    core.onCommitted((batch) => {
      viewed = batch.lastSequence;
    });
    await setUp(core);
    for (let n = 0; n < 10; n += 1) {
      const { sequence } = await core.submit(place(alice, 'sell', 100_00, 1));
      expect(viewed).toBeGreaterThanOrEqual(sequence);
      expect(core.sequence).toBe(viewed);
    }
    await core.close();
  });
});

describe('rule 11: idempotency', () => {
  test('an external cause and a request key count once, before and after a restart', async () => {
    const first = await runCore(database.settings);
    await setUp(first.core);
    const order = place(alice, 'sell', 100_00, 5, { requestKey: 'once' });
    const placed = await first.core.submit(order);
    const repeated = {
      firstSequence: placed.sequence,
      first: { type: 'order', order: eventOf(placed, 'order_accepted').order },
    };
    expect(eventOf(await first.core.submit(order), 'request_repeated')).toMatchObject(repeated);
    const moved = movements.filter((command) => 'source' in command && 'n' in command);
    for (const command of moved) await first.core.submit(command);
    await first.core.close();
    const second = await runCore(database.settings, { time: first.time });
    expect(eventOf(await second.core.submit(order), 'request_repeated')).toMatchObject(repeated);
    expect(eventOf(await second.core.submit(fund(1, alice, usdt, 1)), 'cause_repeated')).toMatchObject({ n: 1 });
    for (const command of moved) {
      const { type, source, n } = command;
      expect((await second.core.submit(command)).events).toEqual([
        { type: 'cause_repeated', command: type, source, n },
      ]);
    }
    expect([...second.exchange.openOrders()]).toHaveLength(1);
    await second.core.close();
  });
});

describe('rule 13: integers', () => {
  test('amounts up to 2^53 − 1 are stored exactly, and amounts beyond the range of a currency are rejected', async () => {
    const { core, exchange } = await runCore(database.settings);
    await setUp(core, []);
    const most = Number.MAX_SAFE_INTEGER;
    eventOf(await core.submit(fund(1, alice, btc, most)), 'credited');
    expect(eventOf(await core.submit(fund(2, bob, btc, 1)), 'rejected').rejection).toMatchObject({
      reason: 'supply_exceeded',
    });
    expect(await database.query('select amount from core.account_log order by leg')).toEqual([
      { amount: String(most) },
      { amount: String(-most) },
    ]);
    expect([...exchange.balances()].map(({ available }) => Number(available))).toEqual([-most, most]);
    await core.close();
  });
});
