import type { NoticePage } from '@bourse/contract/alerts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, RunningVenue, type SocketClient } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const outside = '0x00000000000000000000000000000000000000C1';

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let socket: SocketClient;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({ ...world.options, settings: { demo_review_seconds: 0 } });
  ann = await venue.person('ann');
  await submitDocuments(venue, ann);
  socket = await venue.socket();
  socket.say('login', ann.token);
  await socket.message(({ type }) => type === 'login');
});

afterAll(async () => {
  await venue.close();
  world.close();
});

async function noticed(template: string): Promise<void> {
  await socket.message((heard) => heard.type === 'NOTICE' && heard['template'] === template);
}

/** The stored notices of withdrawals, oldest first. */
async function notices() {
  const { body } = await ann.get<NoticePage>('notices/list');
  return body.data.data
    .filter(({ template }) => template.startsWith('withdrawal_'))
    .map(({ figures, template }) => ({ template, ...figures }))
    .toReversed();
}

test('the owner of a withdrawal is notified when it is sent and completed, and of each end, also after a restart', async () => {
  const { body } = await withdraw(venue, ann, { number: '50', address: outside });
  await noticed('withdrawal_sent');
  world.mine(6);
  await noticed('withdrawal_completed');
  const paid = { amount: '40', currency: 'USDT', address: outside };
  const first = [
    { template: 'withdrawal_sent', ...paid },
    { template: 'withdrawal_completed', ...paid },
  ];
  expect(await notices()).toEqual(first);

  await socket.close();
  await venue.stop();
  // Steps that were recorded while the process ended.
  await venue.database.query(
    `insert into app.withdrawal_steps (withdrawal_id, stage, at, reason)
     values ($1, 'rejected', 1, 'rejected_address'), ($1, 'approved', 2, null), ($1, 'failed', 3, 'reverted')`,
    [body.data.id],
  );
  venue = await RunningVenue.openOn(venue.database, world.options);
  ann = ann.on(venue);
  await expect.poll(async () => (await notices()).length).toBe(4);
  expect(await notices()).toEqual([
    ...first,
    { template: 'withdrawal_rejected', amount: '50', currency: 'USDT', reason: 'rejected_address' },
    { template: 'withdrawal_failed', amount: '50', currency: 'USDT' },
  ]);
  const mails = (await venue.outbox(ann.account)).map(({ text }) => text).join('\n');
  expect(mails).toContain('50 USDT is available again. This address cannot be paid.');
});
