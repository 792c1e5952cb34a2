import { homeCalls, reconciliationCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ChainUnavailable } from '../chains/index.ts';
import { ConsoleVenue } from '../../testing/console-client.ts';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const minuteMs = 60_000;
const outside = '0x00000000000000000000000000000000000000C1';

let world: FaultyWorld;
let console: ConsoleVenue;
let aheadMs = 0;

beforeAll(async () => {
  world = FaultyWorld.open();
  const now = (): number => Date.now() + aheadMs;
  console = await ConsoleVenue.open({ ...world.options, now, settings: { demo_review_seconds: 0 } });
});

afterAll(async () => {
  await console.close();
  world.close();
});

/** Compares all chains, and reads the alarm of those that could not be compared. */
async function uncompared() {
  const fay = await console.staff(1, ['finance'], Date.now() + aheadMs);
  expect((await fay.call(reconciliationCalls.compareNow, {})).code).toBe(1);
  // Alarms that were checked within two seconds are not checked again.
  aheadMs += 3_000;
  const { alarms } = (await fay.call(homeCalls.home, {})).data;
  return alarms.find(({ name }) => name === 'chain_uncompared');
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(isTrue, { interval: 10, timeout: 60_000 });
}

test('a chain that is not compared for ten minutes, because its payer fails, raises an alarm until it is', async () => {
  const { database } = console.venue;
  const ann = await console.venue.person('ann');
  await submitDocuments(console.venue, ann);
  expect((await withdraw(console.venue, ann, { number: '110', address: outside })).body.code).toBe(1);
  await until(() => world.chain.pending.length === 1);
  expect(await uncompared()).toBeUndefined();
  const comparedMs = Date.now() + aheadMs;

  let isAsked = false;
  world.node.status = async () => {
    isAsked = true;
    return Promise.reject(new ChainUnavailable('The test has stopped the node.'));
  };
  await until(() => isAsked);
  world.world.mine(8);
  const isRead = `select from app.scan_cursors where height = $1`;
  await until(async () => (await database.query(isRead, [world.chain.head.height])).length === 1);
  aheadMs += 9 * minuteMs;
  expect(await uncompared()).toBeUndefined();
  aheadMs += 2 * minuteMs;
  const alarm = await uncompared();
  expect(alarm?.details['chains']).toBe('Demo chain');
  expect(alarm?.details['since']).toBeLessThanOrEqual(comparedMs);

  world.mend();
  await expect.poll(uncompared, { timeout: 60_000, interval: 500 }).toBeUndefined();
});
