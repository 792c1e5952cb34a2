import { once } from 'node:events';
import type { IndexPrice, IndexRule, IndexTick } from '@bourse/contract/index-price';
import type { Command } from '@bourse/engine';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openCore, type Core } from '../../ground/core/index.ts';
import { btc, listing, usdt } from '../../ground/core/testing/commands.ts';
import { indexRule, indexTick } from '../../ground/core/testing/index-commands.ts';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { openAppDatabase, openAppPool } from '../../ground/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../ground/database/test-database.ts';
import { defaultSocketOptions, openViews, Changes, PrivateMessages, registerSocket } from '../../ground/feed/index.ts';
import { createHttp, Front, multipliedRates, RateLimits, SocketCalls } from '../../ground/gateway/index.ts';
import { type Envelope, SocketClient } from '../../testing/running-venue.ts';
import { Sessions, standingOf } from '../../people/identity/index.ts';
import { indexPrice } from './index.ts';

const startMs = 1_700_000_040_000;
const startSeconds = startMs / 1_000;

let database: TestDatabase;
let venue: Venue;

beforeEach(async () => {
  database = await createTestDatabase();
  venue = await openVenue();
});

afterEach(async () => {
  await venue.close();
  await database.drop();
});

describe('the index list', () => {
  test('shows visitors each index with its rule and the sources that were left out', async () => {
    await venue.send(indexRule({ sources: ['a', 'b', 'c'], minSources: 2 }));
    await venue.send(indexTick('a', startMs, [btc, 6_543_210]));
    const last = await venue.send(indexTick('b', startMs, [btc, 6_543_213]));

    expect(await venue.get<IndexPrice[]>('index/list')).toEqual([
      {
        currency_id: btc,
        currency_code: 'BTC',
        price: '65432.11',
        live_sources: 2,
        version: 1,
        left_out: [{ source: 'c', reason: 'silent' }],
        time: startMs,
        sequence: last,
        price_decimals: 2,
        sources: ['a', 'b', 'c'],
        min_sources: 2,
        max_deviation: '0.005',
        staleness_ms: 3_000,
      },
    ]);
  });

  test('shows no price once all sources are silent', async () => {
    await venue.send(indexRule());
    await venue.send(indexTick('a', startMs, [btc, 6_543_210]));
    venue.time.pass(3_001);
    const last = await venue.send({ type: 'clock' });

    expect(await venue.get('index/list')).toMatchObject([
      { price: null, live_sources: 0, time: startMs + 3_001, sequence: last },
    ]);
  });

  test('shows the same prices and times after a restart', async () => {
    await venue.send(indexRule());
    await venue.send(indexTick('a', startMs, [btc, 6_543_210]));
    venue.time.pass(1_000);
    await venue.send({ type: 'clock' });
    const before = await venue.get<IndexPrice[]>('index/list');

    await venue.close();
    venue = await openVenue();
    expect(await venue.get<IndexPrice[]>('index/list')).toEqual(before);
  });

  test("keeps the history of an index's rules", async () => {
    const first = await venue.send(indexRule());
    venue.time.pass(500);
    const second = await venue.send(indexRule({ sources: ['b'], cause: 'incident' }));

    expect(await venue.get<IndexRule[]>(`index/rules?currency_id=${btc}`)).toMatchObject([
      { version: 1, sources: ['a', 'b'], time: startMs, sequence: first, cause: 'setup' },
      { version: 2, sources: ['b'], time: startMs + 500, sequence: second, cause: 'incident' },
    ]);
  });

  test('publishes enough ticks and rules for any visitor to recompute each index', async () => {
    await venue.send(indexRule({ sources: ['a', 'b', 'c'], minSources: 2 }));
    for (let n = 0; n < 60; n += 1) {
      venue.time.pass(400);
      const source = ['a', 'b', 'c'][(n * 7) % 3] ?? 'a';
      // Some ticks are missing, far from the others or late.
      if (n % 20 > 12 && source === 'c') continue;
      const price = 1_000_000 + ((n * n) % 97) + (n % 11 === 0 ? 9_000 : 0);
      await venue.send(indexTick(source, venue.time.wallMs() - (n % 4) * 100, [btc, price]));
      if (n === 30) await venue.send(indexRule({ sources: ['a', 'b'], minSources: 1, maxDeviationPpm: 4_000 }));
    }
    const ticks = await venue.ticks(startSeconds, startSeconds + 60);
    const rules = await venue.get<IndexRule[]>(`index/rules?currency_id=${btc}`);

    expect(ticks.length).toBeGreaterThan(40);
    expect(ticks.map(({ price }) => price)).toEqual(
      ticks.map((_, at) => recomputedPrice(ticks.slice(0, at + 1), rules)),
    );
    const reasons = new Set(ticks.flatMap(({ left_out }) => left_out.map(({ reason }) => reason)));
    expect(reasons).toEqual(new Set(['silent', 'deviating']));
    expect(ticks.some(({ price }) => price === null)).toBe(true);
    expect(ticks.some(({ source }) => source === null)).toBe(true);
  });

  test('sends each tick to the subscribers of INDEX', async () => {
    await venue.send(indexRule());
    await venue.send(indexRule({ asset: usdt, sources: ['b'] }));
    const client = await venue.socket();
    client.say('sub', 'INDEX');
    const greeting = await client.message(({ type }) => type === 'INDEX');
    expect(greeting).toMatchObject({
      snapshot: true,
      indices: [
        { currency_id: btc, price: null },
        { currency_id: usdt, price: null },
      ],
    });
    const from = client.heard.length;
    const sequence = await venue.send(indexTick('a', startMs, [btc, 6_543_210]));
    const update = await client.message(({ type }) => type === 'INDEX', from);
    expect(update).toMatchObject({ sequence, snapshot: false, indices: [{ currency_code: 'BTC', price: '65432.1' }] });
    expect(update['indices']).toHaveLength(1);
    client.say('sub', 'INDEX.BTC');
    expect(await client.message(({ type }) => type === 'error')).toMatchObject({ error: 'channel_unknown' });
    await client.close();
  });
});

describe('the ticks of an index', () => {
  test('are filtered by currency and by a time range that excludes its end', async () => {
    await venue.send(indexRule());
    await venue.send(indexRule({ asset: usdt, sources: ['b'] }));
    for (let n = 0; n < 4; n += 1) {
      venue.time.pass(1_000);
      await venue.send(indexTick('a', startMs + 100 * n, [btc, 100 + n]));
      await venue.send(indexTick('b', startMs + 100 * n, [btc, 100 + n], [usdt, 1]));
    }

    const ticks = await venue.ticks(startSeconds + 2, startSeconds + 4);
    expect(ticks.map(({ time, source, observed }) => [time - startMs, source, observed])).toEqual([
      [2_000, 'a', '1.01'],
      [2_000, 'b', '1.01'],
      [3_000, 'a', '1.02'],
      [3_000, 'b', '1.02'],
    ]);
    const after = ticks[1]?.sequence ?? 0;
    expect(await venue.ticks(startSeconds + 2, startSeconds + 4, after)).toEqual(ticks.slice(2));
  });

  test('of a closed range are read from the database once; those of an open range each time', async () => {
    await venue.send(indexRule());
    venue.time.pass(1_000);
    await venue.send(indexTick('a', startMs, [btc, 100]));
    venue.time.pass(1_000);
    await venue.send({ type: 'clock' });
    const closed = () => venue.ticks(startSeconds, startSeconds + 2);
    const open = () => venue.ticks(startSeconds, startSeconds + 3);
    const ticks = await closed();
    expect(ticks.map(({ source }) => source)).toEqual([null, 'a']);
    expect(await open()).toEqual(ticks);

    await database.query('delete from core.index_ticks');
    expect(await closed()).toEqual(ticks);
    expect(await open()).toEqual([]);
  });

  test('come in pages of a thousand without gaps or duplicates', async () => {
    await venue.send(indexRule({ stalenessMs: 1 }));
    // Every second tick first marks the other source as silent, which makes two rows with the same sequence.
    for (let n = 1; n <= 1_100; n += 50) {
      const sent = Array.from({ length: 50 }, (_, at) => {
        venue.time.pass(50);
        return venue.send(indexTick((n + at) % 2 === 0 ? 'a' : 'b', startMs + 50 * (n + at), [btc, 100]));
      });
      await Promise.all(sent);
    }
    const published: IndexTick[] = [];
    const pages: number[] = [];
    for (;;) {
      const page = await venue.ticks(startSeconds, startSeconds + 600, published.at(-1)?.sequence);
      if (page.length === 0) break;
      pages.push(page.length);
      published.push(...page);
    }

    // The rule, the first tick, and 1 099 ticks with the silence recorded before each of them.
    expect(published).toHaveLength(1 + 1 + 2 * 1_099);
    expect(pages).toEqual([1_000, 1_000, 200]);
    expect(published.filter(({ source }) => source !== null).map(({ observed_at }) => observed_at)).toEqual(
      Array.from({ length: 1_100 }, (_, n) => startMs + 50 * (n + 1)),
    );
  });

  test.each([
    ['for an unlisted currency', `currency_id=99&from=0&to=1`, 'currency_unknown', {}],
    ['for a currency without an index', `currency_id=${usdt}&from=0&to=1`, 'currency_unknown', {}],
    [
      'for a range that ends before it begins',
      `currency_id=${btc}&from=2&to=1`,
      'tick_range_invalid',
      { seconds: 600 },
    ],
    [
      'for a range of more than ten minutes',
      `currency_id=${btc}&from=0&to=601`,
      'tick_range_invalid',
      { seconds: 600 },
    ],
  ])('a request %s is refused', async (_, query, error, details) => {
    await venue.send(indexRule());

    expect(await venue.refused(`index/ticks?${query}`)).toEqual({ error, details });
  });
});

/** Recomputes the price from published ticks and rules only, as the contract documents. */
function recomputedPrice(published: readonly IndexTick[], rules: readonly IndexRule[]): string | null {
  const now = published.at(-1);
  const rule = rules.find(({ version }) => version === now?.version);
  if (now === undefined || rule === undefined) throw new Error('there are no ticks or no matching rule');
  const newest = rule.sources.flatMap((source) => {
    const tick = published.findLast((one) => one.source === source);
    const isSilent = tick === undefined || now.time - (tick.observed_at ?? 0) > rule.staleness_ms;
    return isSilent ? [] : [Math.round(Number(tick.observed) * 100)];
  });
  const middle = middleOf(newest);
  const near = newest.filter((price) => Math.abs(price - middle) / middle <= Number(rule.max_deviation));
  return near.length < rule.min_sources ? null : String(middleOf(near) / 100);
}

function middleOf(prices: readonly number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return Math.floor(((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2);
}

interface Venue {
  readonly time: ManualTime;
  /** Resolves with the sequence of the command. */
  send(command: Command): Promise<number>;
  get<Data>(path: string): Promise<Data>;
  refused(path: string): Promise<{ error: string | undefined; details: unknown }>;
  ticks(from: number, to: number, after?: number): Promise<IndexTick[]>;
  socket(): Promise<SocketClient>;
  close(): Promise<void>;
}

/** A core whose clock only the test advances, behind real HTTP and a real socket. */
async function openVenue(): Promise<Venue> {
  const time = new ManualTime(startMs);
  const log = pino({ level: 'silent' });
  const { core, exchange } = await openCore({ database: database.settings, mode: 'live', log, time });
  const pool = openAppPool(database.settings);
  const db = openAppDatabase(pool);
  const views = await openViews(exchange, pool, [], startMs, indexPrice.views);
  core.onCommitted(({ commands }) => {
    views.apply(commands);
  });
  core.open();
  await opened(core);
  for (const command of listing) await core.submit(command);
  const front = new Front();
  const port = await front.listen({ host: '127.0.0.1', port: 0 });
  const now = () => time.wallMs();
  const sessions = new Sessions(db, now);
  const sequence = () => views.sequence;
  const readiness = () => core.status();
  const standing = standingOf(db);
  const limits = new RateLimits(multipliedRates(1), now);
  const { app, gateway } = await createHttp({
    log,
    sessions,
    standing,
    sequence,
    readiness,
    pageFolder: null,
    trustedProxies: [],
    limits,
    socket: defaultSocketOptions,
    later: setTimeout,
    secure: false,
  });
  indexPrice.open({ gateway, views, db });
  const calls = new SocketCalls(log, limits, sequence);
  const hub = await registerSocket(app, {
    views,
    sessions,
    core,
    calls,
    options: defaultSocketOptions,
    now,
    channels: indexPrice.channels,
    notices: [],
    privately: new PrivateMessages(),
    changes: new Changes(),
  });
  await app.ready();
  front.open(app.server);
  const ask = async <Data>(path: string): Promise<Envelope<Data>> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/${path}`);
    return (await response.json()) as Envelope<Data>;
  };
  const get = async <Data>(path: string): Promise<Data> => {
    const { code, message, data } = await ask<Data>(path);
    if (code !== 1) throw new Error(message);
    return data;
  };
  return {
    time,
    get,
    send: async (command) => (await core.submit(command, { priority: 'system' })).sequence,
    refused: async (path) => {
      const { error, details } = await ask(path);
      return { error, details };
    },
    ticks: (from, to, after = 0) => get(`index/ticks?currency_id=${btc}&from=${from}&to=${to}&after=${after}`),
    socket: async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
      const client = new SocketClient(socket);
      await once(socket, 'open');
      return client;
    },
    close: async () => {
      await hub.stop();
      await front.close();
      await app.close();
      await core.close();
      await db.destroy();
    },
  };
}

async function opened(core: Core): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (core.status().open) resolve();
  };
  core.onStatus(look);
  look();
  return promise;
}
