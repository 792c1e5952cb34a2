import { p2pCalls } from '@bourse/contract/console';
import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';
import { type RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import {
  addAd,
  addFactor,
  adOf,
  applyFor,
  fiatAccount,
  openTrader,
  shopOf,
  type Trader,
} from '../testing/open-shop.ts';
import {
  addTradePassword,
  detail,
  openPair,
  paid,
  type Pair,
  pay,
  release,
  take,
  taken,
} from './testing/order-client.ts';

let consoles: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;

beforeAll(async () => {
  consoles = await ConsoleVenue.open({
    settings: { demo_review_seconds: 1, demo_appeal_seconds: 0, p2p_appeal_minutes: 0, p2p_day_usd: 100_000 },
  });
  ({ venue } = consoles);
  risk = await consoles.staff(51, ['risk']);
});

afterAll(async () => {
  await consoles.close();
});

async function decide({ person }: Trader, decision: 'approve' | 'suspend' | 'restore'): Promise<string | undefined> {
  const { data } = await risk.call(p2pCalls.p2pMerchants, { user: person.id });
  const input = { user_id: person.id, version: data.rows[0]?.version, decision, words: 'Too many complaints.' };
  return (await risk.call(p2pCalls.decideP2pMerchant, input)).error;
}

async function restrict({ person }: Trader, before: RestrictionScope, scope: RestrictionScope): Promise<void> {
  const change = { type: 'restrict_user', user: userId(person.id), before, scope } as const;
  await venue.operate({ ...change, operator: userId(7), cause: 'incident' });
}

async function seen({ person }: Trader, id: number): Promise<LegalOrderDetail> {
  return (await detail(person, id)).data;
}

async function act({ person }: Trader, path: string, body: object) {
  return (await person.post<LegalOrderDetail>(path, body)).body;
}

const proof = { pay_password: testPassword };
const content = 'The other side does not answer.';

/** An order on an ad that buys coins: its taker sells coins for this many yuan. */
async function sold(
  pair: Pair,
  name: string,
  amount: string,
): Promise<{ readonly seller: Trader; readonly id: number }> {
  const seller = await openTrader(venue, name, '500');
  await addTradePassword(venue, seller.person);
  const body = { id: pair.ad, price: '7.2', amount, method_id: seller.method, ...proof };
  const { data, error } = await act(seller, 'legal/submit', body);
  if (error !== undefined) throw new Error(error);
  return { seller, id: data.id };
}

describe('a merchant who is suspended', () => {
  test('can end orders of every state, and take the coins off the shelf', async () => {
    const pair = await openPair(venue, 'suspended');
    const { buyer, merchant } = pair;
    const order = async (amount: string): Promise<number> => (await taken(pair, { amount })).id;
    const sent = async (amount: string): Promise<number> => {
      const id = await order(amount);
      await pay(venue, pair, id);
      return id;
    };
    const [released, abnormal, appealed] = [await sent('721'), await sent('722'), await sent('723')];
    expect((await act(buyer, 'legal/appeal', { id: appealed, reason: 'other', content })).code).toBe(1);
    const cancelled = await order('724');
    await act(buyer, 'legal/cancel', { id: cancelled, reason: 'other' });
    const late = { id: cancelled, voucher: await imageOf(venue, buyer.person.token) };
    expect((await act(buyer, 'legal/late', late)).code).toBe(1);
    const created = await order('725');
    expect(await decide(merchant, 'suspend')).toBeUndefined();

    expect((await take(pair, { amount: '726' })).error).toBe('ad_not_open');
    const { currency_id: _currency, fiat: _fiat, side: _side, ...terms } = adOf(merchant);
    expect((await act(merchant, 'shop/ad_add', adOf(merchant))).error).toBe('forbidden');
    expect((await act(merchant, 'shop/ad_edit', { id: pair.ad, ...terms })).error).toBe('forbidden');
    expect((await act(merchant, 'shop/ad_state', { id: pair.ad, state: 'open' })).error).toBe('forbidden');
    expect((await shopOf(merchant)).state).toBe('suspended');
    expect((await act(merchant, 'shop/leave', {})).error).toBe('shop_open_orders');

    expect((await pay(venue, pair, created)).data.status).toBe(2);
    expect((await release(pair, created)).data.status).toBe(5);
    expect((await release(pair, released)).data.status).toBe(5);
    expect((await act(merchant, 'shop/abnormal', { id: abnormal, reason: 'third_party' })).data.status).toBe(7);
    expect((await act(merchant, 'legal/concede', { id: abnormal, ...proof })).data.status).toBe(5);
    expect((await act(merchant, 'legal/concede', { id: appealed, ...proof })).data.status).toBe(5);
    const reopened = await act(merchant, 'legal/reopen', { id: cancelled, ...proof });
    expect(reopened.data.status).toBe(2);
    expect((await act(merchant, 'shop/ad_state', { id: pair.ad, state: 'off_shelf' })).code).toBe(1);
    expect((await release(pair, reopened.data.id)).data.status).toBe(5);
    expect((await act(merchant, 'legal/say', { id: reopened.data.id, text: 'Thank you' })).code).toBe(1);
    const [available, locked] = await fiatAccount(merchant);
    const [bought] = await fiatAccount(buyer);
    expect(locked).toBe('500');
    expect(Number(available) + Number(bought)).toBeCloseTo(19_500, 6);
    expect((await act(merchant, 'shop/leave', {})).code).toBe(1);
  });

  test('can pay and give up orders in which the merchant buys', async () => {
    const pair = await openPair(venue, 'suspended-buyer', { side: 'buy', methods: [3] });
    const [first, second] = [await sold(pair, 'suspended-s1', '720'), await sold(pair, 'suspended-s2', '721')];
    expect(await decide(pair.merchant, 'suspend')).toBeUndefined();
    const voucher = await imageOf(venue, pair.merchant.person.token);
    expect((await act(pair.merchant, 'legal/pay', { id: first.id, voucher })).data.status).toBe(2);
    expect((await act(first.seller, 'legal/release', { id: first.id, ...proof })).data.status).toBe(5);
    expect((await act(pair.merchant, 'legal/cancel', { id: second.id, reason: 'other' })).data.status).toBe(6);
    expect(await fiatAccount(second.seller)).toEqual(['500', '0']);
  });

  test('is taken back with ads that open by themselves', async () => {
    const pair = await openPair(venue, 'restored');
    expect(await decide(pair.merchant, 'suspend')).toBeUndefined();
    const state = async () =>
      (await pair.merchant.person.get<{ data: { suspended_by: string | null }[] }>('shop/ads')).body.data.data[0]
        ?.suspended_by;
    await expect.poll(state).toBe('account');
    expect(await decide(pair.merchant, 'restore')).toBeUndefined();
    await expect.poll(state).toBeNull();
    expect((await take(pair)).code).toBe(1);
  });
});

describe('an account that is restricted', () => {
  test('while its application waits gets a shop in which nothing can be published', async () => {
    const waiting = await openTrader(venue, 'restricted-applicant');
    await addFactor(venue, waiting.person);
    await restrict(waiting, 'none', 'outflow');
    expect((await applyFor(waiting)).error).toBe('account_frozen');
    await restrict(waiting, 'outflow', 'none');
    expect((await applyFor(waiting)).code).toBe(1);
    await restrict(waiting, 'none', 'outflow');
    await expect.poll(async () => (await shopOf(waiting)).state).toBe('approved');
    expect((await addAd(waiting)).error).toBe('account_frozen');
    expect((await addAd(waiting, { side: 'buy', methods: [3] })).error).toBe('account_frozen');
    await restrict(waiting, 'outflow', 'none');
    expect((await addAd(waiting)).code).toBe(1);
  });

  test('sells nothing: its unpaid orders end, its paid ones wait for staff, and one in appeal stays there', async () => {
    const pair = await openPair(venue, 'restricted');
    const { buyer, merchant } = pair;
    const sent = await paid(venue, pair);
    const disputed = (await taken(pair, { amount: '721' })).id;
    await pay(venue, pair, disputed);
    expect((await act(buyer, 'legal/appeal', { id: disputed, reason: 'other', content })).code).toBe(1);
    const open = (await taken(pair, { amount: '722' })).id;
    await restrict(merchant, 'none', 'outflow');
    expect(await seen(buyer, open)).toMatchObject({ status: 6, end_reason: 'frozen' });
    const held = { status: 4, appeal: { opened_by: 'exchange', reason: 'held' } };
    await expect.poll(() => seen(buyer, sent.id)).toMatchObject(held);
    expect(await seen(buyer, disputed)).toMatchObject({ status: 4, appeal: { opened_by: 'me' } });
    expect((await act(merchant, 'legal/release', { id: sent.id, ...proof })).error).toBe('account_frozen');
    expect((await act(merchant, 'legal/concede', { id: disputed, ...proof })).error).toBe('account_frozen');
    expect((await act(buyer, 'legal/appeal_withdraw', { id: disputed })).error).toBe('escrow_state');
    expect((await act(buyer, 'legal/appeal_withdraw', { id: sent.id })).error).toBe('escrow_state');
    const back = await act(merchant, 'shop/ad_state', { id: pair.ad, state: 'off_shelf' });
    expect(back.code).toBe(1);
    expect(await fiatAccount(merchant)).toEqual(['19299.861112', '700.138888']);
    // It does not count against the buyer.
    const info = await buyer.person.get<{ own: { blocked_until: number | null } }>('legal/info');
    expect(info.body.data.own.blocked_until).toBeNull();
    await restrict(merchant, 'outflow', 'none');
    expect((await act(merchant, 'legal/concede', { id: sent.id, ...proof })).data).toMatchObject({
      status: 5,
      released_by: 'seller',
    });
    expect((await act(buyer, 'legal/appeal_withdraw', { id: disputed })).data.status).toBe(2);
  });

  test('still gets the coins that it has paid for', async () => {
    const pair = await openPair(venue, 'restricted-buyer', { side: 'buy', methods: [3] });
    const [sent, open] = [await sold(pair, 'restricted-s1', '720'), await sold(pair, 'restricted-s2', '721')];
    const voucher = await imageOf(venue, pair.merchant.person.token);
    expect((await act(pair.merchant, 'legal/pay', { id: sent.id, voucher })).code).toBe(1);
    await restrict(pair.merchant, 'none', 'outflow');
    expect(await seen(open.seller, open.id)).toMatchObject({ status: 6, end_reason: 'frozen' });
    expect(await fiatAccount(open.seller)).toEqual(['500', '0']);
    expect(await seen(sent.seller, sent.id)).toMatchObject({ status: 2 });
    expect((await act(sent.seller, 'legal/release', { id: sent.id, ...proof })).data.status).toBe(5);
    expect((await fiatAccount(pair.merchant))[0]).toBe('19600');
  });
});
