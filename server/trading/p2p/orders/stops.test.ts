import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualTime } from '../../../ground/core/testing/manual-time.ts';
import { createTestDatabase } from '../../../ground/database/test-database.ts';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { detail, openPair, type Pair, pay, taken } from './testing/order-client.ts';

const time = new ManualTime(Date.now());
/** The limits of requests do not follow a clock that tests set back. */
const options = { time: { time }, now: (): number => time.wallMs(), elapsed: (): number => Date.now() };
const hourMs = 3_600_000;
const minuteMs = 60_000;
let venue: RunningVenue;

beforeAll(async () => {
  const database = await createTestDatabase();
  const settings = { demo_review_seconds: 1, p2p_delay_minutes: 60, p2p_auto_minutes: 60, demo_appeal_seconds: 0 };
  for (const [name, value] of Object.entries(settings)) {
    await database.query('insert into app.site_settings (name, value) values ($1, $2)', [name, JSON.stringify(value)]);
  }
  venue = await RunningVenue.openOn(database, options);
});

afterAll(async () => {
  await venue.close();
});

/** A command that changes nothing, but carries the time. */
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

/** The server is down for some time. */
async function downFor(ms: number, pairs: readonly Pair[]): Promise<Pair[]> {
  await venue.stop();
  time.pass(ms);
  venue = await RunningVenue.openOn(venue.database, options);
  await command();
  const on = (trader: Pair['buyer']) => ({ ...trader, person: trader.person.on(venue) });
  return pairs.map((pair) => ({ ...pair, buyer: on(pair.buyer), merchant: on(pair.merchant) }));
}

async function seen({ buyer }: Pair, id: number): Promise<LegalOrderDetail> {
  return (await detail(buyer.person, id)).data;
}

/** Asserts that a time is later by about what the server was down. */
function expectMoved(before: number | null, after: number | null, byMs: number): void {
  if (before === null || after === null) throw new Error('there is no such time');
  expect(after - before).toBeGreaterThanOrEqual(byMs);
  expect(after - before).toBeLessThan(byMs + 10_000);
}

test('an hour without the server lengthens the window of every state', async () => {
  const pairs = [await open('unpaid'), await open('paid'), await open('delayed'), await open('withdrawn')];
  const [unpaid, sent, slow, back] = pairs;
  if (unpaid === undefined || sent === undefined || slow === undefined || back === undefined) throw new Error('none');
  const late = (await taken(slow)).id;
  await pay(venue, slow, late);
  const withdrawn = (await taken(back)).id;
  await pay(venue, back, withdrawn);
  await pass(10 * minuteMs);
  const { person } = back.buyer;
  const appeal = { id: withdrawn, reason: 'other', content: 'The seller does not answer.' };
  expect((await person.post('legal/appeal', appeal)).body.code).toBe(1);
  await pass(50 * minuteMs + 9_000);
  expect((await person.post('legal/appeal_withdraw', { id: withdrawn })).body.code).toBe(1);
  const [created, young] = [(await taken(unpaid)).id, (await taken(sent)).id];
  await pay(venue, sent, young);
  const before = {
    created: await seen(unpaid, created),
    paid: await seen(sent, young),
    delayed: await seen(slow, late),
    withdrawn: await seen(back, withdrawn),
  };
  expect([before.created.status, before.paid.status, before.delayed.status, before.withdrawn.status]).toEqual([
    1, 2, 3, 2,
  ]);

  const [one, two, three, four] = await downFor(hourMs, pairs);
  if (one === undefined || two === undefined || three === undefined || four === undefined) throw new Error('none');
  const after = {
    created: await seen(one, created),
    paid: await seen(two, young),
    delayed: await seen(three, late),
    withdrawn: await seen(four, withdrawn),
  };
  expectMoved(before.created.pay_until, after.created.pay_until, hourMs);
  expectMoved(before.paid.confirm_until, after.paid.confirm_until, hourMs);
  expectMoved(before.paid.appeal_from, after.paid.appeal_from, hourMs);
  expectMoved(before.delayed.confirm_until, after.delayed.confirm_until, hourMs);
  expectMoved(before.withdrawn.confirm_until, after.withdrawn.confirm_until, hourMs);
  // The order of the buyer who had fifteen minutes has about as many left, and is cancelled at the new time.
  expect((await pay(venue, two, created)).error).toBe('escrow_unknown');
  const early = await two.buyer.person.post('legal/appeal', { ...appeal, id: young });
  expect(early.body.error).toBe('appeal_early');
  await pass(16 * minuteMs);
  expect(await seen(one, created)).toMatchObject({ status: 6, end_reason: 'timeout' });
  expect(await seen(two, young)).toMatchObject({ status: 2 });
  // A withdrawn appeal leaves an hour, a delayed order the rest of its own.
  await pass(30 * minuteMs);
  expect(await seen(three, late)).toMatchObject({ status: 3 });
  await pass(20 * minuteMs);
  expect(await seen(three, late)).toMatchObject({ status: 4 });
  expect((await three.merchant.person.get('user/info')).body.code).toBe(1);
});

describe('both sides are sent the new times', () => {
  test('with the first command after the stop', async () => {
    const pair = await open('moved');
    const { id, pay_until: until } = await taken(pair);
    const sockets = [await venue.socket(), await venue.socket()] as const;
    for (const [at, who] of (['buyer', 'merchant'] as const).entries()) {
      sockets[at]?.say('login', pair[who].person.token);
      await sockets[at]?.message(({ type }) => type === 'login');
    }
    time.pass(2 * hourMs);
    await command();
    for (const socket of sockets) {
      const heard = await socket.message(({ type }) => type === 'LEGAL_ORDER');
      const { order } = heard as unknown as { order: { id: number; status: number; pay_until: number } };
      expect(order).toMatchObject({ id, status: 1 });
      expectMoved(until, order.pay_until, 2 * hourMs);
      await socket.close();
    }
    expect((await pay(venue, pair, id)).data.status).toBe(2);
  });
});

describe('a clock', () => {
  /** Pays as soon as the exchange is open again. */
  async function payOnceOpen({ buyer }: Pair, id: number, voucher: string): Promise<void> {
    const paid = async () => {
      time.pass(250);
      time.tick();
      return (await buyer.person.post('legal/pay', { id, voucher })).body.error;
    };
    await expect.poll(paid).toBeUndefined();
  }

  test('that is set forward closes the exchange and ends no window', async () => {
    const pair = await open('forward');
    const { id, pay_until: until } = await taken(pair);
    const voucher = await imageOf(venue, pair.buyer.person.token);
    time.set(20 * minuteMs);
    time.tick();
    const { body } = await pair.buyer.person.post('legal/pay', { id, voucher });
    expect(body.error).toBe('exchange_closed');
    time.set(-20 * minuteMs);
    await payOnceOpen(pair, id, voucher);
    expect(await seen(pair, id)).toMatchObject({ status: 2, pay_until: until });
  });

  test('that is set back loses no window', async () => {
    const pair = await open('back');
    const { id } = await taken(pair);
    const voucher = await imageOf(venue, pair.buyer.person.token);
    time.set(-5 * minuteMs);
    time.tick();
    const { body } = await pair.buyer.person.post('legal/pay', { id, voucher });
    expect(body.error).toBe('exchange_closed');
    time.set(5 * minuteMs);
    await payOnceOpen(pair, id, voucher);
  });

  test('of a machine that sleeps adds the sleep to every window', async () => {
    const pair = await open('sleep');
    const { id, pay_until: until } = await taken(pair);
    time.sleep(hourMs);
    time.tick();
    await expect.poll(async () => (await seen(pair, id)).pay_until).toBeGreaterThanOrEqual(until + hourMs);
    const release = { id, pay_password: testPassword };
    expect((await pair.merchant.person.post<LegalOrderDetail>('legal/release', release)).body.data.status).toBe(5);
  });
});
