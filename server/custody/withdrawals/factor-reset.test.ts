import { settingsCalls, withdrawalCalls } from '@bourse/contract/console';
import type { UserInfo } from '@bourse/contract/identity';
import type { WithdrawalQuote } from '@bourse/contract/withdrawals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleVenue } from '../../testing/console-client.ts';
import { Person, testPassword } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import { submitDocuments, withdraw } from '../../testing/withdrawing.ts';

const outside = '0x00000000000000000000000000000000000000C1';
const hourMs = 3_600_000;

let world: TestWorld;
let console: ConsoleVenue;
let ann: Person;

beforeAll(async () => {
  world = TestWorld.open();
  console = await ConsoleVenue.open({ ...world.options, settings: { demo_review_seconds: 0, draw_auto_usd: 1_000 } });
  ann = await console.venue.person('ann');
  await submitDocuments(console.venue, ann);
});

afterAll(async () => {
  await console.close();
  world.close();
});

async function query(text: string, values: readonly unknown[] = []): Promise<void> {
  await console.venue.database.query(text, [...values]);
}

async function lookUp(id: number) {
  return (await (await console.staff(1, ['finance'])).call(withdrawalCalls.withdrawalCase, { id })).data;
}

/** Carries out a planned reset of the second factor, as the next start of the exchange does. */
async function resetFactor(): Promise<void> {
  await query(
    `insert into app.factor_resets (user_id, staff_id, planned_at, due_at, stage, stage_at)
     values ($1, 1, 0, 0, 'planned', 0)`,
    [ann.id],
  );
  const { database } = console.venue;
  await console.venue.stop();
  console = await ConsoleVenue.openOn(database, world.options);
  await expect
    .poll(async () => (await database.query('select 1 from app.factor_resets where stage = $1', ['done'])).length)
    .toBe(1);
}

async function loggedIn(): Promise<Person> {
  const { body } = await console.venue.post<{ token: string }>('user/login', {
    account: ann.account,
    password: testPassword,
  });
  return new Person(console.venue, ann.account, ann.id, body.data.token);
}

test('a reset of the second factor stops all payments for 72 hours and reopens the review', async () => {
  await query(`update app.verifications set status = 'approved' where user_id = $1`, [ann.id]);
  await query(
    `insert into app.payment_halts (chain_id, reason, since)
     select chain_id, 'test', 0 from app.currency_protocols where id = 3`,
  );
  const earlier = (await withdraw(console.venue, ann, { number: '40', address: outside })).body.data.id;
  await expect.poll(async () => (await lookUp(earlier)).payment?.stage).toBe('queued');

  const beforeMs = Date.now();
  await resetFactor();
  ann = await loggedIn();
  const info = (await ann.get<UserInfo>('user/info')).body.data;
  expect(info.review_status).toBe(1);

  const terms = 'currency_protocol_id=3&number=50';
  const quoted = (await ann.get<WithdrawalQuote>(`wallet/draw_quote?${terms}`)).body.data;
  expect(quoted).toMatchObject({ waits_for: 'factor_reset', day_limit: '2000' });
  expect(quoted.waits_until ?? 0).toBeGreaterThanOrEqual(beforeMs + 72 * hourMs);
  expect(quoted.waits_until ?? 0).toBeLessThanOrEqual(Date.now() + 72 * hourMs);
  const { body } = await withdraw(console.venue, ann, { number: '50', address: outside });
  expect(body.data).toMatchObject({
    status: 'requested',
    reason: 'factor_reset',
    earliest_at: quoted.waits_until,
  });

  // Also one that was approved before the reset is not paid.
  await expect
    .poll(async () => (await lookUp(earlier)).payment)
    .toMatchObject({ stage: 'cancelled', reason: 'recalled', nonce: null });
  await query('delete from app.payment_halts');
  const bob = await console.venue.person('bob');
  await submitDocuments(console.venue, bob);
  const other = (await withdraw(console.venue, bob, { number: '40', address: outside })).body.data.id;
  await expect.poll(async () => (await lookUp(other)).row.status).toBe('broadcast');
  expect(await lookUp(earlier)).toMatchObject({ row: { status: 'approved', reason: 'factor_reset' } });

  const admin = await console.staff(2, ['admin']);
  for (const name of ['draw_reset_hours', 'draw_security_hours'])
    expect(await admin.call(settingsCalls.changeSetting, { name, value: 0, version: 0 })).toMatchObject({ code: 1 });
  await expect.poll(async () => (await lookUp(earlier)).row.status).toBe('broadcast');
});
