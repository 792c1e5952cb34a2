import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCoreConnection } from '../database/index.ts';
import { createTestDatabase } from '../database/test-database.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { forgetOldRows } from './retention.ts';
import { btc, eventOf, setUp, usdt } from './testing/commands.ts';
import { indexRule, indexTick } from './testing/index-commands.ts';
import { ManualTime } from './testing/manual-time.ts';
import { runCore } from './testing/running-core.ts';
import { takeSnapshotInThread } from './snapshot-thread.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('index ticks as commands', () => {
  test('each tick writes one row for all its assets, and a source that goes silent writes one too', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core);
    const now = time.wallMs();
    const configured = await core.submit(indexRule());
    const other = await core.submit(indexRule({ asset: usdt, decimals: 4, sources: ['a'] }));
    const both = await core.submit(indexTick('a', now - 500, [btc, 10_000], [usdt, 9_999]));
    const apart = await core.submit(indexTick('b', now, [btc, 11_000]));
    time.pass(2_501);
    const silence = await core.submit({ type: 'clock' });

    const rows = await database.query('select * from core.index_ticks order by sequence, n');
    const shared = { n: 1, source: null, observed_at: null };
    expect(rows).toEqual([
      {
        ...shared,
        sequence: String(configured.sequence),
        time_ms: String(configured.timeMs),
        asset_ids: [btc],
        versions: [1],
        observed: [null],
        prices: [null],
        live_sources: [0],
        left_out: [
          { asset: btc, source: 'a', reason: 'silent' },
          { asset: btc, source: 'b', reason: 'silent' },
        ],
      },
      {
        ...shared,
        sequence: String(other.sequence),
        time_ms: String(other.timeMs),
        asset_ids: [usdt],
        versions: [1],
        observed: [null],
        prices: [null],
        live_sources: [0],
        left_out: [{ asset: usdt, source: 'a', reason: 'silent' }],
      },
      {
        sequence: String(both.sequence),
        n: 1,
        time_ms: String(both.timeMs),
        source: 'a',
        observed_at: String(now - 500),
        asset_ids: [btc, usdt],
        versions: [1, 1],
        observed: ['10000', '9999'],
        prices: ['10000', '9999'],
        live_sources: [1, 1],
        left_out: [{ asset: btc, source: 'b', reason: 'silent' }],
      },
      {
        sequence: String(apart.sequence),
        n: 1,
        time_ms: String(apart.timeMs),
        source: 'b',
        observed_at: String(now),
        asset_ids: [btc],
        versions: [1],
        observed: ['11000'],
        prices: [null],
        live_sources: [0],
        left_out: [
          { asset: btc, source: 'a', reason: 'deviating' },
          { asset: btc, source: 'b', reason: 'deviating' },
        ],
      },
      {
        ...shared,
        sequence: String(silence.sequence),
        time_ms: String(silence.timeMs),
        asset_ids: [btc, usdt],
        versions: [1, 1],
        observed: [null, null],
        prices: ['11000', null],
        live_sources: [1, 0],
        left_out: [
          { asset: btc, source: 'a', reason: 'silent' },
          { asset: usdt, source: 'a', reason: 'silent' },
        ],
      },
    ]);
    expect(await database.query('select * from core.index_configurations where asset_id = 1')).toEqual([
      {
        asset_id: btc,
        version: 1,
        sequence: String(configured.sequence),
        time_ms: String(configured.timeMs),
        decimals: 2,
        sources: ['a', 'b'],
        min_sources: 1,
        max_deviation_ppm: 5000,
        staleness_ms: 3000,
        operator_id: '0',
        cause: 'setup',
      },
    ]);
    await core.close();
  });

  test('two changes by one command are two rows', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core);
    await core.submit(indexRule());
    await core.submit(indexTick('a', time.wallMs(), [btc, 10_000]));
    time.pass(3_001);
    const { sequence } = await core.submit(indexTick('b', time.wallMs(), [btc, 10_001]));

    expect(
      await database.query(`select n, source, prices from core.index_ticks where sequence = ${sequence} order by n`),
    ).toEqual([
      { n: 1, source: null, prices: [null] },
      { n: 2, source: 'b', prices: ['10001'] },
    ]);
    await core.close();
  });

  test.each([
    ['from the journal alone', false],
    ['from a snapshot', true],
  ])('an index recovered %s is unchanged, and the elapsed time is applied first', async (_, snapshot) => {
    const time = new ManualTime();
    const first = await runCore(database.settings, { time });
    await setUp(first.core);
    await first.core.submit(indexRule());
    if (snapshot) await takeSnapshotInThread(database.settings, silent);
    await first.core.submit(indexTick('a', time.wallMs(), [btc, 10_000]));
    if (snapshot) await takeSnapshotInThread(database.settings, silent);
    const before = first.exchange.stateHash();
    await first.core.close();

    time.pass(60_000);
    const second = await runCore(database.settings, { time });
    const { events } = await second.core.submit(indexTick('a', time.wallMs(), [btc, 10_005]));
    expect(events).toMatchObject([{ tick: { source: 'a' }, assets: [{ price: 10_005 }] }]);
    // The first clock command came before and found the source silent.
    const [silence] = second.batches.flatMap(({ commands }) => commands);
    expect(silence?.command.type).toBe('clock');
    expect(silence?.events).toContainEqual(
      expect.objectContaining({
        type: 'index_updated',
        tick: null,
        assets: [expect.objectContaining({ price: null })],
      }),
    );
    expect(second.exchange.stateHash()).not.toBe(before);
    await second.core.close();
  });

  test('a tick that is sent twice counts once', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core);
    await core.submit(indexRule());
    const tick = indexTick('a', time.wallMs(), [btc, 10_000]);
    await core.submit(tick);

    expect(eventOf(await core.submit(tick), 'rejected').rejection).toEqual({
      reason: 'index_tick_outdated',
      newestMs: time.wallMs(),
    });
    await core.close();
  });

  test('an invalid tick does not reach the exchange', async () => {
    const { core } = await runCore(database.settings);
    for (const source of ['', 'A', 'a b', 'a'.repeat(17)]) {
      await expect(core.submit(indexTick(source, 1, [btc, 1]))).rejects.toThrow(TypeError);
    }
    await expect(core.submit(indexTick('a', 0.5, [btc, 1]))).rejects.toThrow(TypeError);
    await expect(core.submit(indexRule({ sources: ['a;b'] }))).rejects.toThrow(TypeError);
    await core.close();
  });

  test('the demo deletes the oldest ticks', async () => {
    const { core, time } = await runCore(database.settings);
    await setUp(core);
    await core.submit(indexRule());
    for (let n = 0; n < 5; n += 1) {
      time.pass(1000);
      await core.submit(indexTick('a', time.wallMs(), [btc, 10_000 + n]));
    }
    await core.close();
    const client = await openCoreConnection(database.settings);
    expect(await forgetOldRows(client, time.wallMs() - 1000, 2)).toMatchObject({ index_ticks: 2 });
    expect(await forgetOldRows(client, time.wallMs() - 1000, 1000)).toMatchObject({ index_ticks: 2 });
    await client.end();

    expect(await database.query('select observed from core.index_ticks order by sequence')).toEqual([
      { observed: ['10003'] },
      { observed: ['10004'] },
    ]);
  });
});
