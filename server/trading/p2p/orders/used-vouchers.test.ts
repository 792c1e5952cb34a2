import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interrupt } from '../../../testing/interrupted-writes.ts';
import { type Person, RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { openTrader } from '../testing/open-shop.ts';
import { addTradePassword, detail, openPair, type Pair, taken } from './testing/order-client.ts';

let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1, p2p_day_usd: 100_000 } });
});

afterAll(async () => {
  await venue.close();
});

/** Two unpaid orders of one buyer: a merchant, on whose ad a person sells. */
async function openPurchases(name: string): Promise<{ readonly buyer: Person; readonly orders: [number, number] }> {
  const pair = await openPair(venue, name, { side: 'buy', methods: [3] });
  const seller = await openTrader(venue, `${name}-seller`, '500');
  await addTradePassword(venue, seller.person);
  const sell = async (amount: string) => {
    const request = { id: pair.ad, price: '7.2', amount, method_id: seller.method, pay_password: testPassword };
    const { body } = await seller.person.post<LegalOrderDetail>('legal/submit', request);
    if (body.code !== 1) throw new Error(body.error);
    return body.data.id;
  };
  return { buyer: pair.merchant.person, orders: [await sell('720'), await sell('721')] };
}

/** Marks an order as paid with a picture, of which each request has its own copy. */
async function payWith(buyer: Person, id: number, picture: string, key = `${id}-${picture}`) {
  const voucher = await imageOf(venue, buyer.token, picture);
  return (await buyer.post<LegalOrderDetail>('legal/pay', { id, voucher }, { 'idempotency-key': key })).body;
}

/** Uses a key, so that the exchange refuses every other request with it. */
async function spend(person: Person, key: string): Promise<void> {
  const move = { currency_id: 3, from: 'change_account', to: 'lever_account', balance: '1' };
  const { body } = await person.post('account/transfer', move, { 'idempotency-key': key });
  if (body.code !== 1) throw new Error(body.error);
}

/** An order that its buyer cancelled, and then reported as paid, with a picture of the payment. */
async function paidLate({ buyer: { person }, ...pair }: Pair, picture: string, amount: string) {
  const order = await taken({ buyer: { person, method: 0 }, ...pair }, { amount });
  await person.post('legal/cancel', { id: order.id, reason: 'other' });
  const voucher = await imageOf(venue, person.token, picture);
  const { body } = await person.post('legal/late', { id: order.id, voucher });
  if (body.code !== 1) throw new Error(body.error);
  return order;
}

async function reopen({ merchant: { person } }: Pair, id: number) {
  return (await person.post<LegalOrderDetail>('legal/reopen', { id, pay_password: testPassword })).body;
}

describe('a picture pays one order of a buyer', () => {
  test('also if it was filed for both by requests that the exchange refused', async () => {
    const { buyer, orders } = await openPurchases('filed');
    await spend(buyer, 'spent');
    for (const id of orders) expect((await payWith(buyer, id, 'filed', 'spent')).code).toBe(0);
    const [first, second] = orders;
    expect((await payWith(buyer, first, 'filed')).code).toBe(1);
    expect((await payWith(buyer, second, 'filed')).error).toBe('voucher_used');
    expect((await detail(buyer, second)).data).toMatchObject({ status: 1, voucher: null });
  });

  test('also if it is sent for two at once', async () => {
    const { buyer, orders } = await openPurchases('at-once');
    const answers = await Promise.all(orders.map(async (id) => payWith(buyer, id, 'at-once')));
    expect(answers.map(({ code, error }) => error ?? String(code)).toSorted()).toEqual(['1', 'voucher_used']);
  });

  test('also before the steps of the first are followed', async () => {
    const { buyer, orders } = await openPurchases('followed');
    const interruption = await interrupt(venue.database, 'p2p_steps', 'insert', `new.step = 'paid'`);
    const [first, second] = orders;
    const answers = [await payWith(buyer, first, 'followed'), await payWith(buyer, second, 'followed')];
    await interruption.end();
    expect(answers.map(({ code, error }) => error ?? code)).toEqual([1, 'voucher_used']);
  });

  test('and a cancelled one no longer: the picture is free once its order has ended unpaid', async () => {
    const { buyer, orders } = await openPurchases('free');
    const [first, second] = orders;
    await spend(buyer, 'spent');
    expect((await payWith(buyer, first, 'free', 'spent')).error).toBe('idempotency_key_reused');
    expect((await payWith(buyer, second, 'free')).error).toBe('voucher_used');
    await buyer.post('legal/cancel', { id: first, reason: 'other' });
    expect((await payWith(buyer, second, 'free')).code).toBe(1);
  });

  test('which is not reopened once its late payment has paid another', async () => {
    const pair = await openPair(venue, 'late-used');
    const late = await paidLate(pair, 'late-used', '720');
    const { id } = await taken(pair, { amount: '721' });
    expect((await payWith(pair.buyer.person, id, 'late-used')).code).toBe(1);
    expect((await reopen(pair, late.id)).error).toBe('late_voucher_used');
    expect((await detail(pair.buyer.person, late.id)).data.reopened_as).toBeNull();
  });

  test('or the one that was reopened for it', async () => {
    const pair = await openPair(venue, 'late-reopened');
    const late = await paidLate(pair, 'late-reopened', '720');
    expect((await reopen(pair, late.id)).code).toBe(1);
    const { id } = await taken(pair, { amount: '721' });
    expect(await payWith(pair.buyer.person, id, 'late-reopened')).toMatchObject({
      error: 'voucher_used',
      details: { number: late.number },
    });
  });

  test('and is reopened or pays another if both are requested at once', async () => {
    const pair = await openPair(venue, 'late-raced');
    const late = await paidLate(pair, 'late-raced', '720');
    const { id } = await taken(pair, { amount: '721' });
    const answers = await Promise.all([reopen(pair, late.id), payWith(pair.buyer.person, id, 'late-raced')]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(['late_voucher_used', 'voucher_used']).toContain(answers.find(({ code }) => code !== 1)?.error);
  });
});

describe('a picture that another buyer has used before is a mark', () => {
  const marksOf = async ({ merchant }: Pair, id: number) => (await detail(merchant.person, id)).data.marks;

  test('on the order that was paid later, whichever was opened first', async () => {
    const [pair, other] = [await openPair(venue, 'older'), await openPair(venue, 'newer')];
    const [older, newer] = [(await taken(pair)).id, (await taken(other)).id];
    expect((await payWith(other.buyer.person, newer, 'older')).code).toBe(1);
    expect((await payWith(pair.buyer.person, older, 'older')).code).toBe(1);
    expect([await marksOf(other, newer), await marksOf(pair, older)]).toEqual([[], ['voucher_seen']]);
  });

  test('also if the later payment was filed first and refused', async () => {
    const [pair, other] = [await openPair(venue, 'refiled'), await openPair(venue, 'refiled-other')];
    const [first, second] = [(await taken(pair)).id, (await taken(other)).id];
    const { person } = pair.buyer;
    await spend(person, 'spent');
    expect((await payWith(person, first, 'refiled', 'spent')).error).toBe('idempotency_key_reused');
    expect((await payWith(other.buyer.person, second, 'refiled')).code).toBe(1);
    expect((await payWith(person, first, 'refiled')).code).toBe(1);
    expect(await marksOf(pair, first)).toEqual(['voucher_seen']);
  });

  test('on a cancelled order that its seller can reopen', async () => {
    const [pair, other] = [await openPair(venue, 'late-marked'), await openPair(venue, 'late-marked-other')];
    expect((await payWith(other.buyer.person, (await taken(other)).id, 'late-marked')).code).toBe(1);
    const late = await paidLate(pair, 'late-marked', '720');
    expect(await marksOf(pair, late.id)).toEqual(['voucher_seen']);
    expect((await reopen(pair, late.id)).code).toBe(1);
  });
});
