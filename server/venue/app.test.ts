import type { Order } from '@bourse/contract/spot';
import { expect, test } from 'vitest';
import { Client } from 'pg';
import { pino } from 'pino';
import { openVenue } from './app.ts';
import { createTestDatabase } from '../ground/database/test-database.ts';
import { Front } from '../ground/gateway/index.ts';
import { RunningVenue } from '../testing/running-venue.ts';

test('stopping during a stream of orders answers accepted calls and loses no acknowledged order', async () => {
  let venue = await RunningVenue.open();
  const ann = await venue.person('ann');
  const acknowledged: number[] = [];
  let enough = (): void => undefined;
  const many = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const streams = Array.from({ length: 8 }, async (_, stream) => {
    for (let i = 0; i < 1_000; i += 1) {
      try {
        const { body } = await ann.buy<Order>(1 + stream, '100', '1');
        if (body.code !== 1) return;
        acknowledged.push(body.data.id);
        if (acknowledged.length === 200) enough();
      } catch {
        // The listening socket is closed.
        return;
      }
    }
  });
  await many;
  await venue.stop();
  await Promise.all(streams);
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);

  venue = await RunningVenue.openOn(venue.database);
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(acknowledged.length / 100) + 1 }, (_, page) =>
      ann.on(venue).get<{ data: Order[] }>(`tx_in/list?limit=100&page=${page + 1}`),
    ),
  );
  const open = pages.flatMap(({ body }) => body.data.data.map((order) => order.id));
  expect(acknowledged.filter((id) => !open.includes(id))).toEqual([]);
  await venue.close();
});

test('during the start, /readyz reports its progress and calls are refused until the exchange is open', async () => {
  const database = await createTestDatabase();
  const front = new Front();
  const url = `http://127.0.0.1:${await front.listen({ host: '127.0.0.1', port: 0 })}`;
  // Holds a lock that delays the start.
  const blocker = new Client({ connectionString: database.settings.url });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table core.core_head');
  const opening = openVenue({
    config: { mode: 'demo', simulator: false },
    secret: Buffer.alloc(32, 7),
    database: database.settings,
    log: pino({ level: 'silent' }),
    pageFolder: null,
    front,
  });
  const reason = async (): Promise<unknown> =>
    ((await (await fetch(`${url}/readyz`)).json()) as { reason: unknown }).reason;
  await expect.poll(reason).toBe('Recovering the exchange …');
  const call = await fetch(`${url}/api/market/currency_matches`);
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await call.json()).toMatchObject({ code: 0, error: 'exchange_closed', data: null });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await blocker.query('rollback');
  await blocker.end();
  const venue = await opening;
  expect(await reason()).toBeNull();
  await venue.close();
  await database.drop();
});

test('a lost database session is logged with its reason and code only', async () => {
  const lost = await RunningVenue.open();
  try {
    await lost.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'bourse app %'`,
    );
    const lines = (): string[] => lost.logged.filter((line) => line.includes('a database connection was lost'));
    await expect.poll(() => lines().length).toBeGreaterThan(0);
    const { level, time, pid, hostname, msg, ...rest } = JSON.parse(lines()[0] ?? '') as Record<string, unknown>;
    expect([level, msg]).toEqual([40, 'a database connection was lost']);
    expect([typeof time, typeof pid, typeof hostname]).toEqual(['number', 'number', 'string']);
    expect(rest).toEqual({ reason: 'terminating connection due to administrator command', code: '57P01' });
  } finally {
    await lost.close();
  }
});
