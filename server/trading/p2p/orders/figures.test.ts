import { homeCalls, p2pCalls } from '@bourse/contract/console';
import type { LegalMerchant } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualTime } from '../../../ground/core/testing/manual-time.ts';
import { createTestDatabase } from '../../../ground/database/test-database.ts';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { detail, lengthenSessions, openPair, type Pair, pay, release, taken } from './testing/order-client.ts';

const time = new ManualTime(Date.now());
const hourMs = 3_600_000;
const content = 'The other side does not answer.';
let consoles: ConsoleVenue;
let venue: RunningVenue;
let pair: Pair;

beforeAll(async () => {
  const database = await createTestDatabase();
  const settings = {
    demo_review_seconds: 1,
    demo_appeal_seconds: 0,
    p2p_pay_minutes: '5,15',
    p2p_appeal_minutes: 0,
    p2p_delay_minutes: 1,
    p2p_auto_minutes: 1,
    p2p_auto_confirm: 'release',
    p2p_day_usd: 100_000,
  };
  for (const [name, value] of Object.entries(settings)) {
    await database.query('insert into app.site_settings (name, value) values ($1, $2)', [name, JSON.stringify(value)]);
  }
  const options = { time: { time }, now: (): number => time.wallMs() };
  venue = await RunningVenue.openOn(database, options);
  const before = await open('figures');
  await venue.stop();
  await lengthenSessions(venue);
  consoles = await ConsoleVenue.openOn(database, options);
  ({ venue } = consoles);
  const on = (trader: Pair['buyer']) => ({ ...trader, person: trader.person.on(venue) });
  pair = { ...before, buyer: on(before.buyer), merchant: on(before.merchant) };
});

afterAll(async () => {
  await consoles.close();
});

async function open(name: string): Promise<Pair> {
  const ticking = setInterval(() => {
    time.pass(250);
    time.tick();
  }, 50);
  try {
    return await openPair(venue, name);
  } finally {
    clearInterval(ticking);
  }
}

async function command(): Promise<void> {
  const nothing = { type: 'restrict_user', user: userId(999_999), before: 'outflow', scope: 'none' } as const;
  await venue.operate({ ...nothing, operator: userId(7), cause: 'incident' });
}

/** Advances the clock in steps too short to count as a stop of the exchange. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 9_000) {
    time.pass(Math.min(left, 9_000));
    await command();
  }
}

/** Lets days pass, in which the exchange is stopped: windows do not end, but appeals become older. */
async function age(ms: number): Promise<void> {
  time.pass(ms);
  await command();
}

async function figures(name: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{[a-z]+="([a-z0-9]+)"\\})? ([0-9.e+]+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, label = '', value]) => [label, Number(value)]));
}

async function staff(): Promise<StaffClient> {
  return consoles.staff(31, ['risk'], time.wallMs());
}

async function alarms(): Promise<readonly string[]> {
  // They are checked again after two seconds.
  await pass(3_000);
  const { data } = await (await staff()).call(homeCalls.home, {});
  return data.alarms.map(({ name }) => name).filter((name) => name.startsWith('appeals_'));
}

test('the metrics count open orders by state, appeals by age, and releases by time', async () => {
  expect(await figures('bourse_p2p_orders')).toEqual({ created: 0, paid: 0, delayed: 0, appealed: 0 });
  // Three completed orders make the buyer one whose seller's silence releases.
  for (const amount of ['721', '722', '723']) {
    const { id } = await taken(pair, { amount });
    await pay(venue, pair, id);
    await release(pair, id);
  }
  const silent = await taken(pair, { amount: '724' });
  await pay(venue, pair, silent.id);
  const disputed = await taken(pair, { amount: '725' });
  await pay(venue, pair, disputed.id);
  const appeal = { id: disputed.id, reason: 'other', content };
  expect((await pair.buyer.person.post('legal/appeal', appeal)).body.code).toBe(1);
  await taken(pair, { amount: '726' });
  expect(await figures('bourse_p2p_orders')).toEqual({ created: 1, paid: 1, delayed: 0, appealed: 1 });
  await pass(61_000);
  expect(await figures('bourse_p2p_orders')).toEqual({ created: 1, paid: 0, delayed: 1, appealed: 1 });
  expect(await figures('bourse_p2p_auto_released_total')).toEqual({ '': 0 });
  await pass(61_000);
  expect(await figures('bourse_p2p_orders')).toEqual({ created: 1, paid: 0, delayed: 0, appealed: 1 });
  expect(await figures('bourse_p2p_auto_released_total')).toEqual({ '': 1 });
  expect(await figures('bourse_p2p_appeals')).toEqual({ '0': 1, '1': 0, '2': 0, '3': 0 });
  // The sums are of the rows that follow the exchange.
  const operator = await staff();
  await expect
    .poll(async () => (await operator.call(p2pCalls.p2pFigures, {})).data, { timeout: 30_000 })
    .toMatchObject({
      orders: { unpaid: 1, paid: 0, delayed: 0, appealed: 1 },
      appeals: { day: 1, two_days: 0, three_days: 0, older: 0 },
      completed: 4,
      auto_released: 1,
      appealed: 1,
    });
});

test('an appeal that the other side leaves unanswered for a day is an alarm, until it answers', async () => {
  expect(await alarms()).toEqual([]);
  await age(24 * hourMs);
  expect(await alarms()).toEqual(['appeals_unanswered']);
  expect(await figures('bourse_p2p_appeals')).toEqual({ '0': 0, '1': 1, '2': 0, '3': 0 });
  const [row] = (await (await staff()).call(p2pCalls.p2pAppeals, {})).data.rows;
  expect(row).toMatchObject({ answered: false });
  const answer = { id: row?.id, content: 'Nothing has arrived.' };
  expect((await pair.merchant.person.post('legal/evidence', answer)).body.code).toBe(1);
  expect(await alarms()).toEqual([]);
  expect((await (await staff()).call(p2pCalls.p2pAppeals, {})).data.rows).toMatchObject([{ answered: true }]);
});

test('an appeal that staff leave undecided for three days is an alarm, until it ends', async () => {
  await age(24 * hourMs);
  expect(await figures('bourse_p2p_appeals')).toEqual({ '0': 0, '1': 0, '2': 1, '3': 0 });
  expect(await alarms()).toEqual([]);
  await age(24 * hourMs);
  expect(await alarms()).toEqual(['appeals_late']);
  expect(await figures('bourse_p2p_appeals')).toEqual({ '0': 0, '1': 0, '2': 0, '3': 1 });
  const { data } = await (await staff()).call(p2pCalls.p2pFigures, {});
  expect(data.appeals).toEqual({ day: 0, two_days: 0, three_days: 0, older: 1 });
  const [row] = (await (await staff()).call(p2pCalls.p2pAppeals, {})).data.rows;
  const concede = { id: row?.id, pay_password: testPassword };
  expect((await pair.buyer.person.post('legal/concede', concede)).body.code).toBe(1);
  expect(await alarms()).toEqual([]);
  expect(await figures('bourse_p2p_appeals')).toEqual({ '0': 0, '1': 0, '2': 0, '3': 0 });
});

test('an order that was reopened after a late payment counts once, as completed', async () => {
  const other = await open('reopened');
  const profile = async () => {
    // Figures are kept in memory for half a minute.
    await pass(31_000);
    return (await venue.get<LegalMerchant>(`legal/merchant?id=${other.merchant.person.id}`)).body.data;
  };
  const { id } = await taken(other);
  await pass(15 * 60_000);
  expect((await detail(other.buyer.person, id)).data).toMatchObject({ status: 6, end_reason: 'timeout' });
  const returned = `select 1 from app.p2p_steps where order_id = $1 and step = 'returned'`;
  await expect.poll(() => venue.database.query(returned, [id])).toHaveLength(1);
  expect(await profile()).toMatchObject({ orders_30d: 1, completion_rate: '0' });
  const voucher = await imageOf(venue, other.buyer.person.token);
  await other.buyer.person.post('legal/late', { id, voucher });
  const reopen = { id, pay_password: testPassword };
  const again = await other.merchant.person.post<{ id: number }>('legal/reopen', reopen);
  expect(again.body.code).toBe(1);
  expect((await release(other, again.body.data.id)).code).toBe(1);
  expect(await profile()).toMatchObject({ orders_30d: 1, orders: 1, completed: 1, completion_rate: '100' });
});
