import { expect, test } from '@playwright/test';
import { answersTo, askAgain, gather, tradeDuring, whenAnswered, type Person } from './crowd.ts';
import { allOrders, differences } from './verification.ts';
import { Venue } from './venue.ts';

const people = 6;
/** Printed with every run; `SEED=…` repeats one. */
const seed = Number(process.env['SEED']);

test.describe('nothing acknowledged is ever lost', () => {
  let venue: Venue;
  let crowd: Person[];
  // One venue and one crowd live through it all, so that what was told before the first kill still has to hold after the last stop.
  test.beforeAll(async () => {
    process.stdout.write(`seed ${seed}\n`);
    venue = await Venue.open({ simulator: false, fresh: true });
    crowd = await gather(venue.url, people);
  });
  test.afterEach(async ({}, info) => {
    if (info.status !== info.expectedStatus) await info.attach('server', { body: venue.output });
    if (info.status !== info.expectedStatus) process.stdout.write(`${venue.output}\n`);
  });
  test.afterAll(async () => {
    await venue.close();
  });

  test('after kill −9 of the server every acknowledged order and cancel is there, none doubled, and sums are zero', async () => {
    for (let round = 1; round <= 3; round++) {
      await tradeDuring(crowd, { round, seed, persistent: false }, async () => {
        await whenAnswered(crowd, answersTo(crowd) + 120);
        await venue.end('SIGKILL');
      });
      await venue.start();
      await expectNothingLost(crowd);
    }
  });

  test('after kill −9 of PostgreSQL the exchange comes back by itself and has lost nothing', async () => {
    test.skip(!venue.ownsPostgres, 'a server given by DATABASE_URL is not ours to kill');
    for (let round = 4; round <= 5; round++) {
      await tradeDuring(crowd, { round, seed, persistent: true }, async () => {
        await whenAnswered(crowd, answersTo(crowd) + 120);
        expect(venue.killPostgres()).toBe(true);
        await whenAnswered(crowd, answersTo(crowd) + 120);
      });
      await expectNothingLost(crowd);
    }
  });

  test('after an orderly stop and start everything is as it was', async () => {
    await tradeDuring(crowd, { round: 6, seed, persistent: false }, async () => {
      await whenAnswered(crowd, answersTo(crowd) + 100);
    });
    const before = await ordersOf(crowd);
    await venue.end('SIGTERM');
    await venue.start();
    expect(await ordersOf(crowd)).toEqual(before);
    await expectNothingLost(crowd);
  });
});

async function expectNothingLost(crowd: readonly Person[]): Promise<void> {
  expect((await askAgain(crowd)).differences).toEqual([]);
  expect(await differences(crowd)).toEqual([]);
}

async function ordersOf(crowd: readonly Person[]): Promise<unknown> {
  return Promise.all(crowd.map(({ client }) => allOrders(client, (id) => expect(id, 'is listed twice').toBeNull())));
}
