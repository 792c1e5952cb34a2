import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buyAdd, buyList } from '@bourse/contract/spot';
import { describeRebuild, rebuildProjections } from '@bourse/server/core';
import { startBundledPostgres } from '@bourse/server/database';
import { expect, test } from '@playwright/test';
import { ChainFileReader } from './chain-record.ts';
import {
  answersTo,
  crowdSettings,
  repeatRequests,
  registerUsers,
  tradeDuring,
  whenAnswered,
  type Person,
} from './crowd.ts';
import { startMoving, type MovingIndex } from './moving-index.ts';
import { seededChance } from './seeded-chance.ts';
import { setSite } from './site-settings.ts';
import { allOrders, differences } from './verification.ts';
import { Venue } from './venue.ts';

const people = 6;
/** Printed with every run; set `SEED=…` to repeat one. */
const seed = Number(process.env['SEED']);

test.describe('nothing acknowledged is ever lost', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-index-'));
  let index: MovingIndex;
  let venue: Venue;
  let crowd: Person[];
  let chainFile: ChainFileReader;
  // One venue and one crowd for all tests, so that answers from before the first kill must still hold after the last
  // stop.
  test.beforeAll(async () => {
    process.stdout.write(`seed ${seed}\n`);
    index = await startMoving(folder, seededChance(seed));
    venue = await Venue.open({ simulator: false, fresh: true, environment: { INDEX_FILE: index.file } });
    chainFile = new ChainFileReader(venue.dataDir);
    await setSite(venue, crowdSettings);
    crowd = await registerUsers(venue.url, people);
  });
  test.afterEach(async ({}, info) => {
    if (info.status !== info.expectedStatus) await info.attach('server', { body: venue.output });
    if (info.status !== info.expectedStatus) process.stdout.write(`${venue.output}\n`);
  });
  test.afterAll(async () => {
    await venue.close();
    await index.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('every acknowledged order and cancel survives SIGKILL of the server exactly once, and balances add up', async () => {
    for (let round = 1; round <= 3; round++) {
      await tradeDuring(crowd, { round, seed, persistent: false }, async () => {
        await whenAnswered(crowd, answersTo(crowd) + 120);
        await venue.end('SIGKILL');
      });
      await venue.start();
      await expectNothingLost(crowd, chainFile);
    }
  });

  test('the exchange recovers by itself from SIGKILL of PostgreSQL and loses nothing', async () => {
    test.skip(!venue.ownsPostgres, 'a server given by DATABASE_URL cannot be killed');
    for (let round = 4; round <= 5; round++) {
      await tradeDuring(crowd, { round, seed, persistent: true }, async () => {
        await whenAnswered(crowd, answersTo(crowd) + 120);
        expect(venue.killPostgres()).toBe(true);
        await whenAnswered(crowd, answersTo(crowd) + 120);
      });
      await expectNothingLost(crowd, chainFile);
    }
  });

  test('on a full disk orders are refused with the reason and reads still work, and the exchange recovers by itself', async () => {
    const [{ client } = { client: null }] = crowd;
    if (client === null) throw new Error('the crowd is empty');
    const { server } = venue.processes;
    await tradeDuring(crowd, { round: 6, seed, persistent: true }, async () => {
      await whenAnswered(crowd, answersTo(crowd) + 120);
      test.skip(
        !venue.refuseWrites(true),
        'needs Linux, to limit writes of single processes, and the bundled PostgreSQL',
      );
      const ready = async (): Promise<unknown> => (await venue.look('/readyz')).body;
      await expect.poll(ready).toMatchObject({
        ready: false,
        database: false,
        reason: expect.stringContaining('The database does not accept commits'),
      });
      const order = client.call(buyAdd, { currency_match_id: 1, number: '0.001', price: '20000' });
      await expect(order).rejects.toMatchObject({ key: 'exchange_closed' });
      expect((await client.call(buyList, {})).data.length).toBeGreaterThanOrEqual(0);
      expect((await venue.look('/healthz')).status).toBe(200);
      // PostgreSQL has exited and cannot be restarted.
      await expect.poll(() => venue.output).toContain('PostgreSQL is down and is being started again');
      venue.refuseWrites(false);
      await whenAnswered(crowd, answersTo(crowd) + 120);
      expect(await ready()).toMatchObject({ ready: true, reason: null, database: true });
    });
    expect(venue.processes.server).toBe(server);
    await expectNothingLost(crowd, chainFile);
  });

  test('a clean stop and restart changes nothing', async () => {
    await tradeDuring(crowd, { round: 7, seed, persistent: false }, async () => {
      await whenAnswered(crowd, answersTo(crowd) + 100);
    });
    const before = await ordersOf(crowd);
    await venue.end('SIGTERM');
    await venue.start();
    expect(await ordersOf(crowd)).toEqual(before);
    await expectNothingLost(crowd, chainFile);
  });

  test('all tables and the state equal a rebuild from the journal', async () => {
    await venue.end('SIGTERM');
    const postgres = venue.ownsPostgres ? await startBundledPostgres({ dataFolder: venue.dataDir }) : null;
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const database = postgres?.settings ?? { url: venue.databaseUrl ?? '' };
    const report = await rebuildProjections({ database, mode: 'demo', nowMs: Date.now(), log });
    await postgres?.stop();
    expect(report.equal, describeRebuild(report).join('\n')).toBe(true);
  });
});

async function expectNothingLost(crowd: readonly Person[], chainFile: ChainFileReader): Promise<void> {
  expect((await repeatRequests(crowd)).differences).toEqual([]);
  expect(await differences(crowd, chainFile)).toEqual([]);
}

async function ordersOf(crowd: readonly Person[]): Promise<unknown> {
  return Promise.all(crowd.map(({ client }) => allOrders(client, (id) => expect(id, 'is listed twice').toBeNull())));
}
