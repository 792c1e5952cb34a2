import { afterEach, beforeEach, expect, test } from 'vitest';
import { lots, ticks } from '@bourse/engine';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { openCore } from './index.ts';
import type { Committed, CommittedBatch } from './index.ts';
import { alice, bob, place, placeStop, setUp } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';
import type { RunningCore } from './testing/running-core.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const stops = 150;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

/** Places stop orders and makes the trade that triggers all of them. */
async function triggerAll({ core }: RunningCore): Promise<Committed> {
  await setUp(core);
  const becomes = {
    orderType: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    price: ticks(90_00),
    quantity: lots(1),
  } as const;
  await Promise.all(Array.from({ length: stops }, () => core.submit(placeStop(alice, 'buy', 100_00, becomes))));
  await core.submit(place(alice, 'sell', 100_00, 1));
  return core.submit(place(bob, 'buy', 100_00, 1));
}

function triggeredBy(batches: readonly CommittedBatch[]): number[] {
  return batches
    .flatMap(({ commands }) => commands)
    .map(({ events }) => events.filter(({ type }) => type === 'order_triggered').length)
    .filter((count) => count > 0);
}

test('work beyond the limit of one command continues in ticks until none is left, without time passing or other commands', async () => {
  const running = await runCore(database.settings);
  const { core, batches, exchange } = running;
  const done = new Promise<void>((resolve) => {
    core.onCommitted(() => {
      if (triggeredBy(batches).reduce((sum, count) => sum + count, 0) === stops) resolve();
    });
  });
  const { sequence } = await triggerAll(running);
  await done;

  expect(triggeredBy(batches)).toEqual([64, 64, 22]);
  const after = batches.flatMap(({ commands }) => commands).filter((command) => command.sequence > sequence);
  expect(after.map(({ command }) => command.type)).toEqual(['clock', 'clock']);
  expect(exchange.hasDueWork).toBe(false);
  await core.close();
});

test('due work left over when the exchange closed is done after it opens again', async () => {
  const first = await runCore(database.settings);
  const triggering = triggerAll(first);
  const closed = triggering.then(async () => first.core.close());
  await closed;
  const recovered = await openCore({ database: database.settings, mode: 'live', log: silent });
  expect(recovered.exchange.stateHash()).toBe(first.exchange.stateHash());
  await recovered.core.close();

  const second = await runCore(database.settings, { time: first.time });
  const done = new Promise<void>((resolve) => {
    const check = (): void => {
      if (!second.exchange.hasDueWork) resolve();
    };
    second.core.onCommitted(check);
    check();
  });
  await done;
  const waiting = [...second.exchange.openOrders()].filter(({ stop }) => stop?.trigger === null);
  expect(waiting).toEqual([]);
  expect([...second.exchange.openOrders()]).toHaveLength(stops);
  await second.core.close();
});
