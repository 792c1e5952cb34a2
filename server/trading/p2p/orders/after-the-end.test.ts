import type { LegalChat, LegalOrderDetail } from '@bourse/contract/p2p';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { fiatAccount } from '../testing/open-shop.ts';
import { detail, lengthenSessions, openPair, paid, type Pair, release, taken } from './testing/order-client.ts';

const clock = { aheadMs: 0 };
const now = (): number => Date.now() + clock.aheadMs;
/** The limits of requests do not follow a clock that tests set back. */
const options = { now, elapsed: (): number => Date.now() };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let venue: RunningVenue;
let pair: Pair;

beforeAll(async () => {
  venue = await RunningVenue.open({ ...options, settings: { demo_review_seconds: 1, p2p_day_usd: 100_000 } });
  const before = await openPair(venue, 'ended');
  await venue.stop();
  await lengthenSessions(venue);
  venue = await RunningVenue.openOn(venue.database, options);
  const on = (trader: Pair['buyer']) => ({ ...trader, person: trader.person.on(venue) });
  pair = { ...before, buyer: on(before.buyer), merchant: on(before.merchant) };
});

afterEach(() => {
  clock.aheadMs = 0;
});

afterAll(async () => {
  await venue.close();
});

test('the chat of an order closes seven days after its end, and stays readable', async () => {
  const { id } = await paid(venue, pair);
  expect((await release(pair, id)).code).toBe(1);
  const { person } = pair.buyer;
  const say = async () => (await person.post('legal/say', { id, text: 'Thank you' })).body.error;
  const { chat_until: until, ended_at: ended } = (await detail(person, id)).data;
  expect((until ?? 0) - (ended ?? 0)).toBe(7 * dayMs);
  clock.aheadMs = 7 * dayMs - hourMs;
  expect(await say()).toBeUndefined();
  expect((await detail(person, id)).data.can).toContain('say');
  clock.aheadMs = 7 * dayMs + 1_000;
  expect(await say()).toBe('chat_closed');
  expect((await detail(person, id)).data.can).not.toContain('say');
  const { data } = (await person.get<LegalChat>(`legal/messages?id=${id}`)).body;
  expect(data.data.at(-1)).toMatchObject({ from: 'me', text: 'Thank you' });
  expect(data.open_until).toBe(until);
});

test('an order can be rated for thirty days after its end, if it was paid', async () => {
  const { id } = await taken(pair, { amount: '721' });
  const { person } = pair.buyer;
  await person.post('legal/cancel', { id, reason: 'other' });
  expect((await person.post('legal/rate', { id, good: 1 })).body.error).toBe('escrow_state');
  const order = (await taken(pair, { amount: '722' })).id;
  const voucher = await imageOf(venue, person.token);
  await person.post('legal/pay', { id: order, voucher });
  await release(pair, order);
  clock.aheadMs = 29 * dayMs;
  expect((await detail(person, order)).data.can).toContain('rate');
  const text = 'x'.repeat(201);
  expect((await person.post('legal/rate', { id: order, good: 1, text })).body.error).toBe('invalid_request');
  expect((await person.post('legal/rate', { id: order, good: 2 })).body.error).toBe('invalid_request');
  clock.aheadMs = 30 * dayMs + 1_000;
  expect((await detail(person, order)).data.can).not.toContain('rate');
  expect((await person.post('legal/rate', { id: order, good: 1 })).body).toMatchObject({
    error: 'rating_closed',
    details: { days: 30 },
  });
});

test('a late payment can be filed for a day, and the order reopened for another', async () => {
  const { id } = await taken(pair, { amount: '723' });
  const { buyer, merchant } = pair;
  await buyer.person.post('legal/cancel', { id, reason: 'other' });
  const voucher = await imageOf(venue, buyer.person.token, '#123');
  const reopen = async () =>
    (await merchant.person.post<LegalOrderDetail>('legal/reopen', { id, pay_password: testPassword })).body;
  clock.aheadMs = dayMs + 1_000;
  expect((await buyer.person.post('legal/late', { id, voucher })).body.error).toBe('late_over');
  clock.aheadMs = dayMs - hourMs;
  expect((await buyer.person.post('legal/late', { id, voucher })).body.code).toBe(1);
  clock.aheadMs = 2 * dayMs + 1_000;
  expect((await reopen()).error).toBe('late_over');
  expect((await detail(merchant.person, id)).data.can).not.toContain('reopen');
  clock.aheadMs = 2 * dayMs - hourMs;
  const again = await reopen();
  expect(again.data).toMatchObject({ status: 2, number_coin: '100.416666', price: '7.2' });
  expect((await detail(buyer.person, id)).data).toMatchObject({
    reopened_as: again.data.id,
    can: ['say', 'block', 'report'],
  });
  // The coins are in an order again, and a second one cannot be opened.
  expect((await reopen()).data.id).toBe(again.data.id);
});

test('an order without a late payment and one that was refunded are not reopened', async () => {
  const { buyer, merchant } = pair;
  const { id } = await taken(pair, { amount: '724' });
  const voucher = await imageOf(venue, buyer.person.token, '#124');
  await buyer.person.post('legal/pay', { id, voucher });
  await buyer.person.post('legal/concede', { id, pay_password: testPassword });
  expect((await buyer.person.post('legal/late', { id, voucher })).body.error).toBe('escrow_state');
  const reopen = { id, pay_password: testPassword };
  expect((await merchant.person.post('legal/reopen', reopen)).body.error).toBe('escrow_state');
  expect((await buyer.person.post('legal/reopen', reopen)).body.error).toBe('escrow_state');
});

test('an order is not reopened while its seller waits after a change of the trade password', async () => {
  const { buyer, merchant } = pair;
  const { id } = await taken(pair, { amount: '725' });
  await buyer.person.post('legal/cancel', { id, reason: 'other' });
  const voucher = await imageOf(venue, buyer.person.token, '#125');
  expect((await buyer.person.post('legal/late', { id, voucher })).body.code).toBe(1);
  const changed = async (atMs: number) =>
    venue.database.query('update app.pay_passwords set changed_at = $1 where user_id = $2', [atMs, merchant.person.id]);
  const reopen = async (password = testPassword) =>
    (await merchant.person.post<LegalOrderDetail>('legal/reopen', { id, pay_password: password })).body;
  await changed(now());
  const before = await fiatAccount(merchant);
  expect((await reopen('Wrong1234')).error).toBe('pay_password_wrong');
  expect(await reopen()).toMatchObject({ error: 'p2p_cooling_off', details: { until: expect.any(String) as unknown } });
  expect(await fiatAccount(merchant)).toEqual(before);
  expect((await detail(buyer.person, id)).data.reopened_as).toBeNull();
  await changed(0);
  expect((await reopen()).data).toMatchObject({ status: 2 });
});
