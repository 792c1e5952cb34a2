import type { LegalOrder } from '@bourse/contract/p2p';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { interrupt } from '../../../testing/interrupted-writes.ts';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { fiatAccount } from '../testing/open-shop.ts';
import { detail, openPair, type Pair, paid, take } from './testing/order-client.ts';

const clock = { aheadMs: 0 };
const now = (): number => Date.now() + clock.aheadMs;
const headers = { 'idempotency-key': 'take-1' };
let venue: RunningVenue;
let pair: Pair;

beforeEach(async () => {
  clock.aheadMs = 0;
  venue = await RunningVenue.open({ now, settings: { demo_review_seconds: 1 } });
  pair = await openPair(venue, 'killed');
});

afterEach(async () => {
  await venue.close();
});

async function restart(isStopped = false): Promise<void> {
  if (!isStopped) await venue.stop();
  venue = await RunningVenue.openOn(venue.database, { now });
  const on = (trader: Pair['buyer']) => ({ ...trader, person: trader.person.on(venue) });
  pair = { ...pair, buyer: on(pair.buyer), merchant: on(pair.merchant) };
}

async function orders(): Promise<readonly LegalOrder[]> {
  return (await pair.buyer.person.get<{ data: LegalOrder[] }>('legal/orders')).body.data.data;
}

describe('a server that ends', () => {
  test('before it has stored the order opens none, and the same key opens one', async () => {
    const interruption = await interrupt(venue.database, 'p2p_orders', 'insert', 'true');
    expect((await take(pair, {}, headers)).error).toBe('server_error');
    await interruption.end();
    await restart();
    expect(await orders()).toEqual([]);
    expect((await take(pair, {}, headers)).code).toBe(1);
    expect(await orders()).toHaveLength(1);
  });

  test('before it has noted that the escrow is open answers the same order to the same key', async () => {
    const interruption = await interrupt(venue.database, 'p2p_orders', 'update', `new.stage = 'open'`);
    expect((await take(pair, {}, headers)).error).toBe('server_error');
    await interruption.reached();
    await interruption.end();
    await restart();
    const [order] = await orders();
    const again = await take(pair, {}, headers);
    expect([again.code, again.data.id, again.repeated]).toEqual([1, order?.id, true]);
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1500']);
    expect(await orders()).toHaveLength(1);
  });

  test('with a draft whose escrow was never opened opens it with the same key', async () => {
    const id = await draft();
    await restart();
    const again = await take(pair, { amount: '730' }, { 'idempotency-key': 'take-2' });
    expect([again.code, again.data.id, again.data.status]).toEqual([1, id, 1]);
  });

  test('asks for the escrow of a draft again', async () => {
    const id = await draft();
    await restart();
    clock.aheadMs += 25_000;
    await expect.poll(async () => (await detail(pair.buyer.person, id)).data).toMatchObject({ id, status: 1 });
  });

  test('closes a draft that is too old, whose key then has a refusal', async () => {
    const id = await draft();
    await restart();
    clock.aheadMs += 130_000;
    const stage = async () =>
      (await venue.database.query<{ stage: string }>('select stage from app.p2p_orders where id = $1', [id]))[0]?.stage;
    await expect.poll(stage).toBe('void');
    expect((await take(pair, { amount: '730' }, { 'idempotency-key': 'take-2' })).error).toBe('exchange_busy');
    expect((await detail(pair.buyer.person, id)).error).toBe('escrow_unknown');
  });

  test('before it has noted that an escrow is open notes it, however long the server was down', async () => {
    const interruption = await interrupt(venue.database, 'p2p_orders', 'update', `new.stage = 'open'`);
    expect((await take(pair, {}, headers)).error).toBe('server_error');
    await interruption.reached();
    await venue.stop();
    await interruption.end();
    clock.aheadMs += 130_000;
    await restart(true);
    const again = await take(pair, {}, headers);
    expect([again.code, again.data.status]).toEqual([1, 1]);
    const [ad] = await venue.database.query('select in_orders from app.ads');
    expect(ad).toEqual({ in_orders: '100000000' });
  });

  test('before it has noted that an order is reopened answers it to the same key', async () => {
    const { data } = await take(pair, {}, headers);
    await pair.buyer.person.post('legal/cancel', { id: data.id, reason: 'other' });
    const voucher = await imageOf(venue, pair.buyer.person.token);
    await pair.buyer.person.post('legal/late', { id: data.id, voucher });
    const interruption = await interrupt(venue.database, 'p2p_orders', 'update', `new.stage = 'open'`);
    const reopen = async () => {
      const body = { id: data.id, pay_password: testPassword };
      return (await pair.merchant.person.post<LegalOrder>('legal/reopen', body, headers)).body;
    };
    expect((await reopen()).error).toBe('server_error');
    await interruption.reached();
    expect((await reopen()).error).toBe('server_error');
    await interruption.end();
    expect(await reopen()).toMatchObject({ code: 1, data: { id: data.id + 1, status: 2 } });
  });

  test('before it has followed an event follows it once', async () => {
    const interruption = await interrupt(venue.database, 'p2p_messages', 'insert', `new.event = 'paid'`);
    const order = paid(venue, pair);
    await interruption.reached();
    await interruption.end();
    const { id } = await order;
    await restart();
    const lines = async () =>
      (await pair.buyer.person.get<{ data: { event: string }[] }>(`legal/messages?id=${id}`)).body.data.data.map(
        ({ event }) => event,
      );
    await expect.poll(lines).toEqual(['opened', 'paid']);
  });
});

/** The id of a draft as such an end leaves it: its escrow was never requested. */
async function draft(): Promise<number> {
  const first = await take(pair, {}, headers);
  const refused = await take(pair, { amount: '730' }, { 'idempotency-key': 'take-2' });
  expect(refused.error).toBe('unpaid_order_exists');
  await pair.buyer.person.post('legal/cancel', { id: first.data.id, reason: 'other' });
  const id = first.data.id + 1;
  const row = `stage = 'draft', refusal = null, in_ad = false, created_at = $2`;
  await venue.database.query(`update app.p2p_orders set ${row} where id = $1`, [id, now()]);
  return id;
}
