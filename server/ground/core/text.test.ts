import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { amount } from '@bourse/engine';
import type { Event } from '@bourse/engine';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { Projector } from '../projections/index.ts';
import { batchWrite } from './batch-statement.ts';
import { openCore } from './index.ts';
import type { Committed } from './index.ts';
import { PostgresCoreStore } from './postgres-core-store.ts';
import { alice, bob, cancel, place, quoter, reduce, replace, setUp, take } from './testing/commands.ts';
import { runCore } from './testing/running-core.ts';
import { listedExchange } from './testing/writes.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

const hostile = [
  '"',
  '\\',
  '{}',
  '","',
  'NULL',
  "'; drop table core.orders; --",
  '$1',
  ' ',
  '\n\t\r',
  '😀\u{10ffff}',
  'é',
  '',
];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('rule 6: text', () => {
  test('the exchange accepts neither client order ids with other characters than letters, digits, _ and - nor fractions', async () => {
    const { core, exchange } = await runCore(database.settings);
    const { sequence } = exchange;
    const order = place(alice, 'sell', 100_00, 1);
    const refused = hostile.filter((text) => text !== 'NULL');
    for (const clientOrderId of [...refused, 'a\0b', 'a\ud800b', 'a\n', 'x'.repeat(37)]) {
      await expect(core.submit({ ...order, clientOrderId } as typeof order)).rejects.toThrow(TypeError);
    }
    await expect(core.submit({ ...order, price: 1.5 } as typeof order)).rejects.toThrow('malformed');
    expect(exchange.sequence).toBe(sequence);
    await core.close();
  });

  test(`the events of a random market pass the real projection and are reproduced by replay (seed ${seed})`, async () => {
    const { core, batches, exchange, time } = await runCore(database.settings, { limits: { batchCommands: 50 } });
    await setUp(core, [alice, bob, quoter]);
    await trade(core.submit.bind(core), () => {
      time.pass(20_000 + random(40_000));
    });
    exchange.audit();
    await core.close();
    const replayed = await openCore({ database: database.settings, mode: 'live', log: silent });
    expect(replayed.exchange.stateHash()).toBe(exchange.stateHash());
    await replayed.core.close();
    await expectRowsOf(batches.flatMap((batch) => batch.commands));
  });

  test(`hostile text would be stored unchanged if it got past validation (seed ${seed})`, async () => {
    const { core, batches, time } = await runCore(database.settings);
    await setUp(core, [alice, bob, quoter]);
    await trade(core.submit.bind(core), () => {
      time.pass(random(1000));
    });
    await core.close();
    const ended = batches
      .flatMap((batch) => batch.commands)
      .map((command) => ({
        ...command,
        events: command.events.flatMap((event, at) => disguised(event, command.sequence + at)),
      }));
    const projector = new Projector(listedExchange());
    for (const command of ended) projector.add(command);
    const session = await new PostgresCoreStore(database.settings).takeOver();
    const batchId = session.head.batchId + 1;
    const rows = projector.finish(batchId).tables;
    const next = { batchId, sequence: session.head.sequence + 1, eventsHash: 'hostile' };
    await session.commit(batchWrite({ previous: session.head, next, timeMs: 0, commands: '[]', rows }));
    await session.end();
    const stored = await database.query<{ id: string; client_order_id: string | null }>(
      'select id, client_order_id from core.orders where id >= 1000000 order by id',
    );
    const given = rows.flatMap((part) => (part.table.name === 'orders' ? part.rows : []));
    expect(given.length).toBeGreaterThan(hostile.length);
    expect(stored).toEqual(
      given
        .toSorted((a, b) => Number(a['id']) - Number(b['id']))
        .map(({ id, client_order_id }) => ({ id: String(id), client_order_id })),
    );
  });

  /** Copies of order events without their trades, with other ids and a hostile client order id each. */
  function disguised(event: Event, turn: number): Event[] {
    if (event.type !== 'order_accepted' && event.type !== 'order_ended') return [];
    const order = (event.order + 1_000_000) as typeof event.order;
    if (event.type === 'order_ended') return [{ ...event, order }];
    return [{ ...event, order, clientOrderId: hostile[turn % hostile.length] ?? '' }];
  }

  async function expectRowsOf(commands: readonly Committed[]): Promise<void> {
    const events = commands.flatMap((command) => command.events);
    const count = async (table: string): Promise<number> => {
      const rows = await database.query<{ count: number }>(`select count(*)::int as count from core.${table}`);
      return rows[0]?.count ?? 0;
    };
    expect(await count('trades')).toBe(events.filter(({ type }) => type === 'traded').length);
    expect(await count('candles')).toBe(events.filter(({ type }) => type === 'candle_closed').length);
    const traded = new Set(
      events.flatMap((event) => (event.type === 'traded' ? [event.makerOrder, event.takerOrder] : [])),
    );
    expect(await count('orders')).toBe(
      events.filter((event) => event.type === 'order_ended' && (event.user !== quoter || traded.has(event.order)))
        .length,
    );
    expect(await count('trades')).toBeGreaterThan(50);
    expect(await count('candles')).toBeGreaterThan(2);
  }

  async function trade(
    submit: (command: ReturnType<typeof cancel>) => Promise<Committed>,
    wait: () => void,
  ): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      wait();
      await Promise.all(
        Array.from({ length: 60 }, () => {
          const user = [alice, bob, quoter][random(3)] ?? alice;
          if (random(4) === 0) return submit(cancel(user, 1 + random(300)));
          if (random(6) === 0) return submit(reduce(user, 1 + random(300), 1 + random(9)));
          if (random(6) === 0) return submit(replace(user, 1 + random(300), 99_00 + random(200), 1 + random(9)));
          if (random(6) === 0) {
            const units = amount(1 + random(200_000));
            return submit(take(user, random(2) === 0 ? 'buy' : 'sell', { by: 'quote_amount', quoteAmount: units }));
          }
          const clientOrderId = random(2) === 0 ? null : `Order_${random(1_000_000)}-x`;
          return submit(
            place(user, random(2) === 0 ? 'buy' : 'sell', 99_00 + random(200), 1 + random(9), { clientOrderId }),
          );
        }),
      );
    }
  }
});

let state = seed;

/** An integer from 0 to `limit` - 1 (mulberry32). */
function random(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
}
