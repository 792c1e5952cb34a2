import { p2pCalls } from '@bourse/contract/console';
import type { LegalChat, LegalOrderDetail } from '@bourse/contract/p2p';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { addAd, fiatAccount, openTrader, type Trader } from '../testing/open-shop.ts';
import { addTradePassword, detail, openPair, paid, type Pair, pay, taken } from './testing/order-client.ts';

const clock = { aheadMs: 0 };
const now = (): number => Date.now() + clock.aheadMs;
const content = 'I paid at 12:06 and the seller does not answer me.';
let consoles: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
/** Pairs with a merchant of the demo that acts, with one that never releases, and with a person. */
let acting: Pair;
let slow: Pair;
let human: Pair;
let buying: number;

beforeAll(async () => {
  const settings = {
    demo_review_seconds: 1,
    demo_appeal_seconds: 60,
    p2p_appeal_minutes: 0,
    p2p_day_usd: 100_000,
  };
  const before = await RunningVenue.open({ now, settings });
  const pairs = [await openPair(before, 'acting'), await openPair(before, 'slow'), await openPair(before, 'human')];
  const ad = await addAd(pairs[0]?.merchant ?? fail(), { side: 'buy', price: '7.1', methods: [3] });
  buying = ad.data.id;
  // The demo knows its merchants by their invitation codes when it starts; the last one never releases.
  for (const [at, code] of ['P2PBOT01', 'P2PBOT02'].entries()) {
    const { id } = pairs[at]?.merchant.person ?? fail();
    await before.database.query('update app.users set invite_code = $1 where id = $2', [code, id]);
  }
  await before.stop();
  consoles = await ConsoleVenue.openOn(before.database, { now });
  ({ venue } = consoles);
  risk = await consoles.staff(41, ['risk']);
  const on = (trader: Trader): Trader => ({ ...trader, person: trader.person.on(venue) });
  [acting, slow, human] = pairs.map((pair) => ({ ...pair, buyer: on(pair.buyer), merchant: on(pair.merchant) })) as [
    Pair,
    Pair,
    Pair,
  ];
});

afterAll(async () => {
  await consoles.close();
});

function fail(): never {
  throw new Error('there is no such pair');
}

async function seen({ buyer }: Pair, id: number): Promise<LegalOrderDetail> {
  return (await detail(buyer.person, id)).data;
}

async function appeal({ buyer }: Pair, id: number): Promise<void> {
  const { body } = await buyer.person.post('legal/appeal', { id, reason: 'not_released', content });
  if (body.code !== 1) throw new Error(body.error);
}

test('a merchant of the demo releases within a minute of the payment, and one never does', async () => {
  const [first, never] = [await paid(venue, acting), await paid(venue, slow)];
  expect([first.status, never.status]).toEqual([2, 2]);
  clock.aheadMs += 61_000;
  await expect.poll(() => seen(acting, first.id)).toMatchObject({ status: 5, released_by: 'seller' });
  expect(await fiatAccount(acting.buyer)).toEqual(['100', '0']);
  // A later round has passed the other order too.
  const second = await taken(acting, { amount: '721' });
  await pay(venue, acting, second.id);
  clock.aheadMs += 61_000;
  await expect.poll(() => seen(acting, second.id)).toMatchObject({ status: 5 });
  expect(await seen(slow, never.id)).toMatchObject({ status: 2 });
});

test('a merchant of the demo who buys pays with a picture', async () => {
  const seller = await openTrader(venue, 'acting-seller', '500');
  await addTradePassword(venue, seller.person);
  const body = { id: buying, price: '7.1', amount: '710', method_id: seller.method, pay_password: testPassword };
  const { data } = (await seller.person.post<LegalOrderDetail>('legal/submit', body)).body;
  expect(data.status).toBe(1);
  clock.aheadMs += 61_000;
  await expect
    .poll(async () => (await detail(seller.person, data.id)).data)
    .toMatchObject({ status: 2, voucher: expect.any(String) as unknown, marks: [] });
  const release = { id: data.id, pay_password: testPassword };
  expect((await seller.person.post<LegalOrderDetail>('legal/release', release)).body.data.status).toBe(5);
  expect(await fiatAccount(seller)).toEqual(['400', '0']);
});

test('a merchant of the demo answers the first message, and says what it is', async () => {
  const { id } = await taken(acting, { amount: '722' });
  const read = async () => (await acting.buyer.person.get<LegalChat>(`legal/messages?id=${id}`)).body.data.data;
  const answers = async () => (await read()).filter(({ from }) => from === 'other').map(({ text }) => text);
  await acting.buyer.person.post('legal/say', { id, text: 'Hello' });
  await expect.poll(answers).toEqual([expect.stringContaining('program of this demo') as unknown]);
  await acting.buyer.person.post('legal/say', { id, text: 'Are you there?' });
  await pay(venue, acting, id);
  clock.aheadMs += 61_000;
  await expect.poll(() => seen(acting, id)).toMatchObject({ status: 5 });
  expect(await answers()).toHaveLength(1);
});

test('the demo decides appeals about its merchants, except those that staff have taken, and no others', async () => {
  const theirs = await paid(venue, human);
  await appeal(human, theirs.id);
  const kept = (await taken(slow, { amount: '730' })).id;
  await pay(venue, slow, kept);
  await appeal(slow, kept);
  // The row has its next version when the program has followed the event of the appeal.
  const takeOver = async () => {
    const { rows } = (await risk.call(p2pCalls.p2pAppeals, {})).data;
    const version = rows.find(({ id }) => id === kept)?.version;
    return version === undefined
      ? 'not listed'
      : (await risk.call(p2pCalls.takeP2pAppeal, { id: kept, version })).error;
  };
  await expect.poll(takeOver).toBeUndefined();
  const own = (await taken(slow, { amount: '731' })).id;
  await pay(venue, slow, own);
  await appeal(slow, own);
  expect(await seen(slow, own)).toMatchObject({ status: 4, appeal: { outcome: null } });
  // An appeal that staff have taken remains theirs when the time of the reservation is over.
  clock.aheadMs += 20 * 60_000;
  await expect
    .poll(() => seen(slow, own))
    .toMatchObject({
      status: 5,
      released_by: 'operator',
      appeal: {
        outcome: 'released',
        finding: 'mistake',
        words: expect.stringContaining('The demo decides in place of staff') as unknown,
      },
    });
  expect(await seen(slow, kept)).toMatchObject({ status: 4, appeal: { outcome: null } });
  expect(await seen(human, theirs.id)).toMatchObject({ status: 4, appeal: { outcome: null } });
  const decided = await venue.database.query('select decided_by from app.p2p_appeals where order_id = $1', [own]);
  expect(decided).toEqual([{ decided_by: null }]);
});
