import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import { RunningVenue } from '../../testing/running-venue.ts';

/** The state of one work as `/metrics` shows it. */
interface Seen {
  readonly rounds: number;
  readonly failures: number;
  readonly runningMs: number;
}

let world: FaultyWorld;
let venue: RunningVenue;

beforeEach(async () => {
  world = FaultyWorld.open();
  venue = await RunningVenue.open(world.options);
});

afterEach(async () => {
  await venue.close();
  world.world.close();
});

async function look(): Promise<Map<string, Seen>> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const read = (name: string): Map<string, number> =>
    new Map(
      Array.from(text.matchAll(new RegExp(`^bourse_background_${name}\\{work="(.*)"\\} (.*)$`, 'gm')), (found) => [
        found[1] ?? '',
        Number(found[2]),
      ]),
    );
  const [rounds, failures, running] = [read('rounds_total'), read('failures_total'), read('running_seconds')];
  return new Map(
    Array.from(rounds, ([work, count]) => [
      work,
      { rounds: count, failures: failures.get(work) ?? 0, runningMs: (running.get(work) ?? 0) * 1_000 },
    ]),
  );
}

/** Waits until each of these works has been in one round for this long, and returns their states. */
async function stuck(works: readonly string[], forMs: number): Promise<Map<string, Seen>> {
  return vi.waitUntil(
    async () => {
      const seen = await look();
      return works.every((work) => (seen.get(work)?.runningMs ?? 0) > forMs) && seen;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** The works continue after a wait, without the rounds that the wait left out. */
async function goOn(works: readonly string[], before: Map<string, Seen>): Promise<Map<string, Seen>> {
  return vi.waitUntil(
    async () => {
      const seen = await look();
      return works.every((work) => (seen.get(work)?.rounds ?? 0) > (before.get(work)?.rounds ?? 0)) && seen;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** Of each work one round runs while it waits, however much time passes. */
async function expectOneRound(works: readonly string[]): Promise<Map<string, Seen>> {
  const first = await stuck(works, 100);
  // Many times the usual pause of these works.
  const second = await stuck(works, 3_000);
  for (const work of works) expect([work, underWay(second.get(work))]).toEqual([work, underWay(first.get(work))]);
  return second;
}

/** Rounds that have not failed: a round that waited for too long fails before the next one begins. */
function underWay(seen: Seen | undefined): number {
  return (seen?.rounds ?? 0) - (seen?.failures ?? 0);
}

/**
 * Locks all tables of a database in a transaction that stays open, unless one of them is in use: waiting for one while
 * it holds the others would be a deadlock.
 */
async function lockTables(client: pg.Client): Promise<boolean> {
  const tables = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname = 'app'`,
  );
  const names = tables.rows.map(({ name }) => name).join(', ');
  await client.query('begin');
  try {
    await client.query(`lock table ${names} in access exclusive mode nowait`);
    return true;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof pg.DatabaseError && error.code === '55P03') return false;
    throw error;
  }
}

describe('background work', () => {
  test('of a slow node is one round that waits, and work that does not ask it continues', async () => {
    const following = 'deposits: follow demo';
    await vi.waitUntil(async () => ((await look()).get(following)?.rounds ?? 0) > 1, { timeout: 60_000 });
    const answer = Promise.withResolvers<void>();
    const { honest } = world;
    world.node = {
      head: async () => {
        await answer.promise;
        return honest.head();
      },
    };
    const waiting = await expectOneRound([following]);
    const sent = waiting.get('withdrawals: move on')?.rounds ?? 0;
    await vi.waitUntil(async () => ((await look()).get('withdrawals: move on')?.rounds ?? 0) > sent, {
      timeout: 60_000,
    });
    answer.resolve();
    const later = await goOn([following], waiting);
    expect(later.get(following)?.failures).toBe(waiting.get(following)?.failures);
  });

  test('of a slow database is one round that waits, for each work that asks it', async () => {
    const client = new pg.Client({ connectionString: venue.database.settings.url });
    await client.connect();
    try {
      await vi.waitUntil(async () => lockTables(client), { timeout: 60_000, interval: 20 });
      // One by one, because a round that waits for too long fails, and the next one waits in its place.
      const waiting = await Promise.all(asking.map(async (work) => ({ work, before: await expectOneRound([work]) })));
      await client.query('rollback');
      await Promise.all(waiting.map(async ({ before, work }) => goOn([work], before)));
    } finally {
      await client.end();
    }
  });
});

/** Works of each room that ask the database every few seconds. */
const asking = [
  'deposits: follow demo',
  'p2p: carry out decisions',
  'p2p: decide about shops',
  'p2p: follow escrows',
  'p2p: move coins of ads',
  'p2p: review ads',
  'sending: decide requests',
  'topup: play the provider',
  'withdrawals: book fees on demo',
  'withdrawals: move on',
  'withdrawals: pay on demo',
];
