import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buyAdd } from '@bourse/contract/spot';
import { type Core, type CoreOptions, openCore } from '../../ground/core/index.ts';
import { PostgresCoreStore } from '../../ground/core/postgres-core-store.ts';
import { alice, bob, btcusdt, place, setUp } from '../../ground/core/testing/commands.ts';
import { FaultyStore } from '../../ground/core/testing/faulty-store.ts';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { openAppDatabase, openAppPool } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { openViews, type Views } from '../../ground/feed/index.ts';
import { type Member, multipliedRates, RateLimits, Requests } from '../../ground/gateway/index.ts';
import { cancelBatch, placeBatch } from './batch.ts';
import { FinishedOrders } from './finished-orders.ts';
import { OrderEntry } from './order-entry.ts';
import { AnsweredOrders } from './answered-orders.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const nowhere = { url: 'postgresql://nobody@127.0.0.1:1/nothing' };

let database: TestDatabase;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  for (const end of cleanups.splice(0).toReversed()) await end();
  await database.drop();
});

interface Opened {
  readonly core: Core;
  readonly orderEntry: OrderEntry;
  readonly views: Views;
}

/** Order entry on its own core. Look-ups of earlier answers go to the database `asked`. */
async function openOrderEntry(
  limits: CoreOptions['limits'],
  store = new FaultyStore(new PostgresCoreStore(database.settings)),
  asked = database.settings,
): Promise<Opened> {
  const options = { database: database.settings, mode: 'live', log: silent, time: new ManualTime(Date.now()) } as const;
  const { core, exchange } = await openCore({ ...options, ...(limits === undefined ? {} : { limits }) }, store);
  cleanups.push(() => core.close());
  const pool = openAppPool(database.settings);
  cleanups.push(() => pool.end());
  const views = await openViews(exchange, pool, [btcusdt], Date.now());
  core.onCommitted((batch) => {
    views.apply(batch.commands);
  });
  core.open();
  const db = openAppDatabase(openAppPool(asked));
  cleanups.push(() => db.destroy());
  return {
    core,
    views,
    orderEntry: new OrderEntry({
      requests: new Requests(core, new RateLimits(multipliedRates(1), () => 0)),
      views,
      answered: new AnsweredOrders(views, new FinishedOrders(db)),
    }),
  };
}

function member(requestKey: string | null): Member {
  const session = { tokenHash: '', user: alice, expiresAtMs: Infinity };
  return { language: 'en', address: '', device: '', userAgent: '', user: alice, session, requestKey };
}

const order = (price: number) => ({ way: 2, currency_match_id: btcusdt, number: '0.01', price: String(price) });
const orders = (count: number) => ({ orders: Array.from({ length: count }, (_, index) => order(100 + index)) });

/** The result of each entry of a batch: `ok` or its error key. */
async function outcomes(answering: ReturnType<typeof placeBatch>): Promise<string[]> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`the whole batch was refused: ${answer.error}`);
  return answer.data.results.map((result) => ('error' in result ? result.error : 'ok'));
}

describe('a batch on a busy core', () => {
  test('is admitted entry by entry: entries beyond the queue’s capacity have no effect, and repeating the batch executes them', async () => {
    const store = new FaultyStore(new PostgresCoreStore(database.settings));
    const { core, orderEntry, views } = await openOrderEntry({ batchCommands: 2, queueCapacity: 10 }, store);
    await setUp(core);
    store.order('stall');
    const single = () => orderEntry.place(buyAdd, order(99), 'buy', member(null));
    const first = single();
    await store.stalled();
    const others = [single(), single(), single(), single()];
    const placing = placeBatch(orderEntry, orders(9), member('k'), 0);
    const cancelling = cancelBatch(orderEntry, { ids: [901, 902, 903] }, member(null), 0);
    store.release();
    for (const placed of [first, ...others]) expect(await placed).toMatchObject({ ok: true });
    // Two of the other commands are in the next batch and two in the queue, which has room for seven placements and two
    // cancels.
    expect(await outcomes(placing)).toEqual([
      ...Array<string>(5).fill('ok'),
      ...Array<string>(4).fill('exchange_busy'),
    ]);
    expect(await outcomes(cancelling)).toEqual(['order_not_found', 'order_not_found', 'exchange_busy']);
    expect(views.orders.ofUser(alice, 'buy', btcusdt)).toHaveLength(5 + 5);
    expect(await outcomes(placeBatch(orderEntry, orders(9), member('k'), 0))).toEqual(Array<string>(9).fill('ok'));
    expect(views.orders.ofUser(alice, 'buy', btcusdt)).toHaveLength(5 + 9);
  });
});

describe('a batch that is interrupted between two commits', () => {
  test('is completed by repeating it: committed entries keep their first answers and happen once', async () => {
    const store = new FaultyStore(new PostgresCoreStore(database.settings));
    const { core, orderEntry } = await openOrderEntry(
      { batchCommands: 3, closeTimeoutMs: 50, firstBackoffMs: 5 },
      store,
    );
    await setUp(core);
    const begun = new Promise<void>((resolve) => {
      core.onCommitted(() => {
        resolve();
      });
    });
    // The second half is sent to the database but its answer never arrives.
    store.order(null, 'stall');
    const placing = placeBatch(orderEntry, orders(6), member('k'), 0);
    await begun;
    await core.close();
    expect(await outcomes(placing)).toEqual([
      ...Array<string>(3).fill('ok'),
      ...Array<string>(3).fill('outcome_pending'),
    ]);

    const after = await openOrderEntry({});
    const repeated = await placeBatch(after.orderEntry, orders(6), member('k'), 0);
    expect(await outcomes(Promise.resolve(repeated))).toEqual(Array<string>(6).fill('ok'));
    const first = await placing;
    if (!first.ok || !repeated.ok) throw new Error('a batch was refused as a whole');
    expect(repeated.data.results.slice(0, 3).map(({ data }) => data)).toEqual(
      first.data.results.slice(0, 3).map(({ data }) => data),
    );
    expect(after.views.orders.ofUser(alice, 'buy', btcusdt)).toHaveLength(6);
  });
});

describe('a repeated request whose first answer cannot be looked up', () => {
  test('is answered with a pending outcome, never as if nothing had happened', async () => {
    const { core, orderEntry } = await openOrderEntry({}, undefined, nowhere);
    await setUp(core);
    const placed = await orderEntry.place(buyAdd, order(100), 'buy', member('k'));
    if (!placed.ok) throw new Error(placed.error);
    // Before the first fill the views suffice for the answer.
    expect(await orderEntry.place(buyAdd, order(100), 'buy', member('k'))).toMatchObject({
      ok: true,
      data: placed.data,
    });
    await core.submit(place(bob, 'sell', 100_00, 40));
    expect(await orderEntry.place(buyAdd, order(100), 'buy', member('k'))).toMatchObject({ error: 'outcome_pending' });
    expect(await orderEntry.cancel({ id: placed.data.id }, 'buy', member('c'))).toMatchObject({ ok: true });
    expect(await orderEntry.cancel({ id: placed.data.id }, 'buy', member('c'))).toMatchObject({
      error: 'outcome_pending',
    });
  });
});
