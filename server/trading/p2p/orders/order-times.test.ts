import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualTime } from '../../../ground/core/testing/manual-time.ts';
import { createTestDatabase } from '../../../ground/database/test-database.ts';
import { type Person, RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { fiatAccount } from '../testing/open-shop.ts';
import { detail, openPair, paid, pay, type Pair, take, taken } from './testing/order-client.ts';

const time = new ManualTime(Date.now());
const clock = { now: (): number => time.wallMs() };
let venue: RunningVenue;

const settings = {
  demo_review_seconds: 1,
  p2p_pay_minutes: '5,15',
  p2p_delay_minutes: 1,
  p2p_auto_minutes: 1,
  p2p_auto_confirm: 'release',
  demo_appeal_seconds: 0,
};

beforeAll(async () => {
  const database = await createTestDatabase();
  for (const [name, value] of Object.entries(settings)) {
    await database.query('insert into app.site_settings (name, value) values ($1, $2)', [name, JSON.stringify(value)]);
  }
  venue = await RunningVenue.openOn(database, { time: { time }, now: clock.now });
});

afterAll(async () => {
  await venue.close();
});

/** A command that changes nothing, but carries the time. */
const idle = {
  type: 'restrict_user',
  user: userId(999_999),
  before: 'outflow',
  scope: 'none',
  operator: userId(7),
  cause: 'incident',
} as const;

/** Advances the clock in steps too short to count as a stop of the exchange. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 9_000) {
    time.pass(Math.min(left, 9_000));
    await venue.operate(idle);
  }
}

async function status(person: Person, id: number): Promise<LegalOrderDetail> {
  return (await detail(person, id)).data;
}

/** A pair whose merchant the demo has approved; the clock of the test advances until then. */
async function open(name: string): Promise<Pair> {
  const ticking = setInterval(() => {
    time.pass(250);
    time.tick();
  }, 50);
  try {
    return await openPair(venue, name, { pay_minutes: 5 });
  } finally {
    clearInterval(ticking);
  }
}

describe('an order that is not paid in time', () => {
  test('is cancelled, and a payment in the same millisecond is late', async () => {
    const pair = await open('timeout');
    const order = await taken(pair);
    await pass(5 * 60_000);
    expect((await pay(venue, pair, order.id)).error).toBe('escrow_state');
    expect(await status(pair.buyer.person, order.id)).toMatchObject({
      status: 6,
      end_reason: 'timeout',
      can: ['late', 'say', 'block', 'report'],
    });
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1500']);
  });

  test('is reopened by its seller after a late payment, on the old terms', async () => {
    const pair = await open('late');
    const order = await taken(pair);
    await pass(5 * 60_000);
    const reopen = { id: order.id, pay_password: testPassword };
    expect((await pair.merchant.person.post('legal/reopen', reopen)).body.error).toBe('late_required');
    const voucher = await imageOf(venue, pair.buyer.person.token);
    const late = await pair.buyer.person.post<LegalOrderDetail>('legal/late', { id: order.id, voucher });
    expect(late.body.data).toMatchObject({
      status: 6,
      late: { voucher: expect.any(String) as unknown },
      late_until: null,
    });
    const headers = { 'idempotency-key': 'reopen-1' };
    const again = await pair.merchant.person.post<LegalOrderDetail>('legal/reopen', reopen, headers);
    expect(again.body.data).toMatchObject({
      status: 2,
      reference: order.reference,
      number_coin: '100',
      price: '7.2',
      voucher: expect.any(String) as unknown,
    });
    const repeated = await pair.merchant.person.post<LegalOrderDetail>('legal/reopen', reopen, headers);
    expect([repeated.body.data.id, repeated.body.repeated]).toEqual([again.body.data.id, true]);
    expect((await status(pair.buyer.person, order.id)).reopened_as).toBe(again.body.data.id);
    const released = await pair.merchant.person.post<LegalOrderDetail>('legal/release', {
      id: again.body.data.id,
      pay_password: testPassword,
    });
    expect(released.body.data.status).toBe(5);
  });
});

describe('a paid order', () => {
  test('is delayed, and then in appeal, because its buyer is a newcomer', async () => {
    const pair = await open('silent');
    const { id } = await paid(venue, pair);
    await pass(61_000);
    expect(await status(pair.buyer.person, id)).toMatchObject({ status: 3 });
    await pass(61_000);
    await expect
      .poll(() => status(pair.buyer.person, id))
      .toMatchObject({ status: 4, appeal: { opened_by: 'exchange', reason: 'silence' } });
  });

  test('of a buyer with completed orders is released by time', async () => {
    const pair = await open('auto');
    for (const amount of ['720', '721', '722']) {
      const { id } = await taken(pair, { amount });
      await pay(venue, pair, id);
      await pair.merchant.person.post('legal/release', { id, pay_password: testPassword });
    }
    const order = await taken(pair, { amount: '723' });
    expect(order.on_silence).toBe('release');
    await pay(venue, pair, order.id);
    await pass(130_000);
    expect(await status(pair.buyer.person, order.id)).toMatchObject({ status: 5, released_by: 'auto' });
  });
});

test('a stop of the exchange moves the end of a window', async () => {
  const pair = await open('stop');
  const order = await taken(pair);
  time.pass(600_000);
  await venue.operate(idle);
  const moved = await status(pair.buyer.person, order.id);
  expect(moved.status).toBe(1);
  expect(moved.pay_until - order.pay_until).toBeGreaterThanOrEqual(590_000);
  expect((await take(pair, { amount: '721' })).error).toBe('unpaid_order_exists');
  await pair.buyer.person.post('legal/cancel', { id: order.id, reason: 'other' });
});
