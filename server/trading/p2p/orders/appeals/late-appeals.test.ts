import { p2pCalls } from '@bourse/contract/console';
import type { LegalChat, LegalOrderDetail } from '@bourse/contract/p2p';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConsoleVenue } from '../../../../testing/console-client.ts';
import { interrupt } from '../../../../testing/interrupted-writes.ts';
import { testPassword } from '../../../../testing/running-venue.ts';
import { imageOf } from '../../../../testing/uploads.ts';
import type { Trader } from '../../testing/open-shop.ts';
import { detail, lengthenSessions, openPair, type Pair, taken } from '../testing/order-client.ts';

const clock = { aheadMs: 0 };
const now = (): number => Date.now() + clock.aheadMs;
/** The limits of requests do not follow a clock that tests set back. */
const options = { now, elapsed: (): number => Date.now() };
const dayMs = 24 * 3_600_000;
const words = 'The statement of the bank shows that the seller has got the money.';
let consoles: ConsoleVenue;
let pairs: Pair[];

beforeAll(async () => {
  const settings = { demo_review_seconds: 1, demo_appeal_seconds: 0, p2p_day_usd: 100_000, console_four_eyes: 'off' };
  consoles = await ConsoleVenue.open({ ...options, settings });
  const opened: Pair[] = [];
  for (const name of ['silent', 'killed', 'answered']) opened.push(await openPair(consoles.venue, name));
  pairs = opened;
  await restart(() => lengthenSessions(consoles.venue));
});

afterEach(() => {
  clock.aheadMs = 0;
});

afterAll(async () => {
  await consoles.close();
});

async function restart(between: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  await consoles.venue.stop();
  await between();
  consoles = await ConsoleVenue.openOn(consoles.venue.database, options);
  const on = (trader: Trader): Trader => ({ ...trader, person: trader.person.on(consoles.venue) });
  pairs = pairs.map((pair) => ({ ...pair, buyer: on(pair.buyer), merchant: on(pair.merchant) }));
}

function pairAt(n: number): Pair {
  const pair = pairs[n];
  if (pair === undefined) throw new Error(`there is no pair ${n}`);
  return pair;
}

/** An order whose buyer cancelled it and filed a late payment. */
async function late(pair: Pair): Promise<number> {
  const { id } = await taken(pair);
  const { person } = pair.buyer;
  await person.post('legal/cancel', { id, reason: 'other' });
  const voucher = await imageOf(consoles.venue, person.token);
  const { body } = await person.post('legal/late', { id, voucher });
  if (body.code !== 1) throw new Error(body.error);
  return id;
}

async function appealOf({ person }: Trader, id: number): Promise<LegalOrderDetail['appeal']> {
  return (await detail(person, id)).data.appeal;
}

/** The notices to a user that name an order in appeal, the oldest first. */
async function noticesOf({ person }: Trader): Promise<readonly string[]> {
  const rows = await consoles.venue.database.query<{ template: string }>(
    `select template from app.notices where user_id = $1 and template in ('p2p_appealed', 'p2p_decided_late')
     order by n`,
    [person.id],
  );
  return rows.map(({ template }) => template);
}

async function linesOf({ person }: Trader, id: number): Promise<readonly (string | null)[]> {
  const { data } = (await person.get<LegalChat>(`legal/messages?id=${id}`)).body;
  return data.data.map(({ event }) => event);
}

const opened = { opened_by: 'exchange', reason: 'late', outcome: null };

test('a late payment that its seller has not answered in time is in appeal, and staff decide about it', async () => {
  const id = await late(pairAt(0));
  clock.aheadMs = 2 * dayMs + 1_000;
  await expect.poll(() => appealOf(pairAt(0).buyer, id)).toMatchObject(opened);
  await expect.poll(() => noticesOf(pairAt(0).buyer)).toEqual(['p2p_appealed']);
  await expect.poll(() => noticesOf(pairAt(0).merchant)).toEqual(['p2p_appealed']);
  await restart();
  const { buyer, merchant } = pairAt(0);
  expect(await linesOf(buyer, id)).toEqual(['opened', 'cancelled', 'late', 'appealed']);
  for (const { person } of [buyer, merchant]) {
    expect((await detail(person, id)).data.can).toContain('evidence');
    const evidence = { id, content: 'Here is the statement of my bank.' };
    expect((await person.post('legal/evidence', evidence)).body.code).toBe(1);
  }
  const reopen = { id, pay_password: testPassword };
  expect((await merchant.person.post('legal/reopen', reopen)).body.error).toBe('late_over');
  const risk = await consoles.staff(11, ['risk'], now());
  const { rows } = (await risk.call(p2pCalls.p2pAppeals, {})).data;
  expect(rows).toMatchObject([{ id, status: 6, reason: 'late', opened_by: 'exchange', answered: true }]);
  const { version } = (await risk.call(p2pCalls.takeP2pAppeal, { id, version: rows[0]?.version })).data;
  const decision = { id, version, outcome: 'refund', finding: 'not_released', words };
  expect((await risk.call(p2pCalls.resolveP2pAppeal, decision)).error).toBeUndefined();
  expect(await appealOf(buyer, id)).toMatchObject({ outcome: 'refunded', finding: 'not_released', words });
  await expect
    .poll(async () => (await merchant.person.get('user/info')).body.data)
    .toMatchObject({ restriction: 'outflow' });
  for (const side of [buyer, merchant]) {
    await expect.poll(() => noticesOf(side)).toEqual(['p2p_appealed', 'p2p_decided_late']);
  }
});

test('a late payment is in one appeal, of which each side gets one notice, wherever the server ends', async () => {
  const id = await late(pairAt(1));
  const line = await interrupt(consoles.venue.database, 'p2p_messages', 'insert', `new.event = 'appealed'`);
  clock.aheadMs = 2 * dayMs + 1_000;
  await line.reached();
  expect(await appealOf(pairAt(1).buyer, id)).toBeNull();
  await restart(() => line.end());
  const notice = await interrupt(consoles.venue.database, 'p2p_warnings', 'insert', `new.kind = 'late_appeal'`);
  await notice.reached();
  expect(await appealOf(pairAt(1).buyer, id)).toMatchObject(opened);
  await notice.end();
  await restart();
  for (const side of ['buyer', 'merchant'] as const) {
    await expect.poll(() => noticesOf(pairAt(1)[side])).toEqual(['p2p_appealed']);
  }
  expect(await linesOf(pairAt(1).buyer, id)).toEqual(['opened', 'cancelled', 'late', 'appealed']);
});

test('a late payment whose order was reopened is in no appeal', async () => {
  const { buyer, merchant } = pairAt(2);
  const id = await late(pairAt(2));
  const reopen = { id, pay_password: testPassword };
  expect((await merchant.person.post('legal/reopen', reopen)).body.code).toBe(1);
  // Late payments are looked at in their order: once this later one is in appeal, the reopened one was passed over.
  const { id: other } = await taken(pairAt(2), { amount: '721' });
  await buyer.person.post('legal/cancel', { id: other, reason: 'other' });
  const voucher = await imageOf(consoles.venue, buyer.person.token, '#721');
  expect((await buyer.person.post('legal/late', { id: other, voucher })).body.code).toBe(1);
  clock.aheadMs = 2 * dayMs + 60_000;
  await expect.poll(() => appealOf(buyer, other)).toMatchObject(opened);
  expect(await appealOf(buyer, id)).toBeNull();
});
