import type { LegalOrder, LegalOrderDetail } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { interrupt } from '../../../testing/interrupted-writes.ts';
import { type Person, RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { fiatAccount } from '../testing/open-shop.ts';
import { detail, openPair, type Pair, paid, take, taken } from './testing/order-client.ts';

const clock = { aheadMs: 0 };
const now = (): number => Date.now() + clock.aheadMs;
let venue: RunningVenue;
let pair: Pair;

beforeEach(async () => {
  clock.aheadMs = 0;
  venue = await RunningVenue.open({
    now,
    settings: { demo_review_seconds: 1, demo_appeal_seconds: 0, p2p_appeal_minutes: 0 },
  });
  pair = await openPair(venue, 'repeated');
});

afterEach(async () => {
  await venue.close();
});

async function restart(): Promise<void> {
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database, { now });
  const on = (trader: Pair['buyer']) => ({ ...trader, person: trader.person.on(venue) });
  pair = { ...pair, buyer: on(pair.buyer), merchant: on(pair.merchant) };
}

async function orders(): Promise<readonly LegalOrder[]> {
  return (await pair.buyer.person.get<{ data: LegalOrder[] }>('legal/orders')).body.data.data;
}

async function post(person: Person, path: string, body: object, key: string) {
  return (await person.post<LegalOrderDetail>(path, body, { 'idempotency-key': key })).body;
}

/** Coins of the ad that are sold and in orders. */
async function adCoins(): Promise<unknown> {
  const found = 'select sold::text, in_orders::text from app.ads where id = $1';
  return (await venue.database.query(found, [pair.ad]))[0];
}

describe('a request whose answer was lost', () => {
  test('opens one order, and the key belongs to its body and its sender', async () => {
    const headers = { 'idempotency-key': 'take' };
    const first = await take(pair, {}, headers);
    await restart();
    const again = await take(pair, {}, headers);
    expect([again.code, again.repeated, again.data.id]).toEqual([1, true, first.data.id]);
    for (const changes of [{ amount: '721' }, { amount: undefined, number: '100' }, { id: pair.ad + 1 }]) {
      expect((await take(pair, changes, headers)).error).toBe('idempotency_key_reused');
    }
    // A better price may be named, because the order has its price.
    expect((await take(pair, { price: '7.5' }, headers)).repeated).toBe(true);
    const own = await post(pair.merchant.person, 'legal/submit', { id: pair.ad, price: '7.2', amount: '720' }, 'take');
    expect(own.error).toBe('ad_own');
    expect(await orders()).toHaveLength(1);
    expect(await adCoins()).toEqual({ sold: '0', in_orders: '100000000' });
  });

  test('moves an order by one step, whichever step it is', async () => {
    const { id } = await taken(pair);
    const voucher = await imageOf(venue, pair.buyer.person.token);
    const steps: readonly (readonly ['buyer' | 'merchant', string, object, number])[] = [
      ['buyer', 'legal/pay', { voucher }, 2],
      ['buyer', 'legal/appeal', { reason: 'other', content: 'The seller does not answer.' }, 4],
      ['buyer', 'legal/appeal_withdraw', {}, 2],
      ['merchant', 'legal/release', { pay_password: testPassword }, 5],
    ];
    for (const [who, path, body, status] of steps) {
      const first = await post(pair[who].person, path, { id, ...body }, path.slice(6));
      expect([path, first.code, first.data.status]).toEqual([path, 1, status]);
      await restart();
      const again = await post(pair[who].person, path, { id, ...body }, path.slice(6));
      expect([path, again.code, again.repeated, again.data.status]).toEqual([path, 1, true, status]);
    }
    expect(await fiatAccount(pair.buyer)).toEqual(['100', '0']);
    expect(await adCoins()).toEqual({ sold: '100000000', in_orders: '0' });
    const lines = await pair.buyer.person.get<{ data: { event: string }[] }>(`legal/messages?id=${id}`);
    expect(lines.body.data.data.map(({ event }) => event)).toEqual([
      'opened',
      'paid',
      'appealed',
      'withdrawn',
      'released',
    ]);
  });

  test('has a key that no other order and no other picture can use', async () => {
    const first = await taken(pair);
    const image = async (colour: string) => imageOf(venue, pair.buyer.person.token, colour);
    const voucher = await image('#111');
    expect((await post(pair.buyer.person, 'legal/pay', { id: first.id, voucher }, 'pay')).code).toBe(1);
    const other = { id: first.id, voucher: await image('#222') };
    expect((await post(pair.buyer.person, 'legal/pay', other, 'pay')).error).toBe('escrow_state');
    const second = await taken(pair, { amount: '721' });
    const body = { id: second.id, voucher: await image('#333') };
    expect((await post(pair.buyer.person, 'legal/pay', body, 'pay')).error).toBe('idempotency_key_reused');
    expect((await post(pair.buyer.person, 'legal/cancel', { id: second.id, reason: 'other' }, 'pay')).error).toBe(
      'idempotency_key_reused',
    );
    expect((await detail(pair.buyer.person, second.id)).data.status).toBe(1);
  });
});

describe('a server that ends', () => {
  test('before it has followed a release moves the coins once', async () => {
    const { id } = await paid(venue, pair);
    const interruption = await interrupt(venue.database, 'p2p_steps', 'insert', `new.step = 'released'`);
    const body = { id, pay_password: testPassword };
    const first = await post(pair.merchant.person, 'legal/release', body, 'release');
    expect([first.code, first.data.status]).toEqual([1, 5]);
    await interruption.reached();
    expect(await adCoins()).toEqual({ sold: '0', in_orders: '100000000' });
    await interruption.end();
    await restart();
    await expect.poll(adCoins).toEqual({ sold: '100000000', in_orders: '0' });
    const again = await post(pair.merchant.person, 'legal/release', body, 'release');
    expect([again.code, again.repeated]).toEqual([1, true]);
    expect(await fiatAccount(pair.buyer)).toEqual(['100', '0']);
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1400']);
  });

  test('while it stores the picture of a payment has stored neither, and the same request pays', async () => {
    const { id } = await taken(pair);
    const body = { id, voucher: await imageOf(venue, pair.buyer.person.token) };
    const interruption = await interrupt(venue.database, 'p2p_vouchers', 'insert', 'true');
    expect((await post(pair.buyer.person, 'legal/pay', body, 'pay')).error).toBe('server_error');
    await interruption.end();
    await restart();
    expect((await detail(pair.buyer.person, id)).data).toMatchObject({ status: 1, voucher: null });
    const again = await post(pair.buyer.person, 'legal/pay', body, 'pay');
    expect([again.code, again.repeated, again.data.status]).toEqual([1, undefined, 2]);
    expect(await venue.database.query('select 1 from app.p2p_vouchers')).toHaveLength(1);
  });

  test('while it stores a late payment has stored neither the picture nor what follows from it', async () => {
    const { id } = await taken(pair);
    const frozen = { type: 'restrict_user', before: 'none', scope: 'outflow' } as const;
    const user = userId(pair.merchant.person.id);
    await venue.operate({ ...frozen, user, operator: userId(7), cause: 'incident' });
    const body = { id, voucher: await imageOf(venue, pair.buyer.person.token) };
    const interruption = await interrupt(venue.database, 'p2p_messages', 'insert', `new.event = 'late'`);
    expect((await post(pair.buyer.person, 'legal/late', body, 'late')).error).toBe('server_error');
    await interruption.end();
    await restart();
    expect((await detail(pair.buyer.person, id)).data).toMatchObject({ status: 6, late: null, appeal: null });
    const again = await post(pair.buyer.person, 'legal/late', body, 'late');
    expect(again.data).toMatchObject({ appeal: { reason: 'late', outcome: null } });
    const repeated = await post(pair.buyer.person, 'legal/late', body, 'late');
    expect([repeated.code, repeated.repeated]).toEqual([1, true]);
    const lines = await pair.buyer.person.get<{ data: { event: string }[] }>(`legal/messages?id=${id}`);
    expect(lines.body.data.data.map(({ event }) => event)).toEqual(['opened', 'frozen', 'late']);
  });
});

describe('twenty requests at once', () => {
  async function atOnce(request: (n: number) => Promise<{ readonly code: number; readonly error?: string }>) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_none, n) => request(n)));
    return {
      done: answers.filter(({ code }) => code === 1).length,
      errors: [...new Set(answers.flatMap(({ error }) => error ?? []))],
    };
  }

  test('with one key release once, and all are answered with that', async () => {
    const { id } = await paid(venue, pair);
    const body = { id, pay_password: testPassword };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(pair.merchant.person, 'legal/release', body, 'one')),
    );
    expect(new Set(answers.map(({ code, data }) => [code, data.status].join()))).toEqual(new Set(['1,5']));
    expect(answers.filter(({ repeated }) => repeated === true)).toHaveLength(19);
    expect(await fiatAccount(pair.buyer)).toEqual(['100', '0']);
  });

  test('with a key each take an ad once', async () => {
    const found = await atOnce((n) => take(pair, {}, { 'idempotency-key': `take-${n}` }));
    expect(found.done).toBe(1);
    // Orders that are not opened yet may hold all coins of the ad for a moment.
    expect(found.errors.filter((error) => !['unpaid_order_exists', 'ad_exhausted'].includes(error))).toEqual([]);
    expect(await adCoins()).toEqual({ sold: '0', in_orders: '100000000' });
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1500']);
  });

  test('to release and to appeal lead to one of both', async () => {
    const { id } = await paid(venue, pair);
    const content = 'The seller does not answer.';
    const found = await atOnce((n) =>
      n % 2 === 0
        ? post(pair.merchant.person, 'legal/release', { id, pay_password: testPassword }, `${n}`)
        : post(pair.buyer.person, 'legal/appeal', { id, reason: 'other', content }, `${n}`),
    );
    expect(found).toEqual({ done: 1, errors: ['escrow_state'] });
    expect([4, 5]).toContain((await detail(pair.buyer.person, id)).data.status);
  });

  test('to file a late payment keep one picture and add one line to the chat', async () => {
    const { id } = await taken(pair);
    await pair.buyer.person.post('legal/cancel', { id, reason: 'other' });
    const { token } = pair.buyer.person;
    const images: string[] = [];
    for (let n = 0; n < 20; n += 1) images.push(await imageOf(venue, token, `#${100 + n}`));
    const found = await atOnce((n) => post(pair.buyer.person, 'legal/late', { id, voucher: images[n] }, `${n}`));
    expect(found).toEqual({ done: 1, errors: ['escrow_state'] });
    expect(await venue.database.query('select 1 from app.p2p_vouchers')).toHaveLength(1);
    expect(await venue.database.query(`select 1 from app.p2p_messages where event = 'late'`)).toHaveLength(1);
  });

  test('to reopen a cancelled order open one', async () => {
    const { id } = await taken(pair);
    await pair.buyer.person.post('legal/cancel', { id, reason: 'other' });
    const voucher = await imageOf(venue, pair.buyer.person.token);
    expect((await post(pair.buyer.person, 'legal/late', { id, voucher }, 'late')).code).toBe(1);
    const reopen = { id, pay_password: testPassword };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, n) => post(pair.merchant.person, 'legal/reopen', reopen, `${n}`)),
    );
    expect(new Set(answers.flatMap(({ code, data }) => (code === 1 ? data.id : []))).size).toBe(1);
    expect(new Set(answers.flatMap(({ error }) => error ?? [])).size).toBeLessThanOrEqual(1);
    expect(await adCoins()).toEqual({ sold: '0', in_orders: '100000000' });
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1500']);
  });

  test('to rate give one rating', async () => {
    const { id } = await paid(venue, pair);
    await post(pair.merchant.person, 'legal/release', { id, pay_password: testPassword }, 'release');
    const rate = async (n: number) => (await pair.buyer.person.post('legal/rate', { id, good: n % 2 })).body;
    expect(await atOnce(rate)).toEqual({ done: 1, errors: ['rating_exists'] });
    expect(await venue.database.query('select 1 from app.p2p_ratings')).toHaveLength(1);
  });
});
