import { p2pCalls } from '@bourse/contract/console';
import type { AppealFinding, LegalOrderDetail, ShopInfo } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ManualTime } from '../../../ground/core/testing/manual-time.ts';
import { createTestDatabase } from '../../../ground/database/test-database.ts';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';
import { type RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf } from '../../../testing/uploads.ts';
import { fiatAccount, openShop, shopOf, type Trader } from '../testing/open-shop.ts';
import { detail, openPair, type Pair, pay, taken } from './testing/order-client.ts';

const time = new ManualTime(Date.now());
const now = (): number => time.wallMs();
const proof = { pay_password: testPassword };
const words = 'The statement of the bank shows what was paid and when it arrived.';
let consoles: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
let finance: StaffClient;

beforeAll(async () => {
  const database = await createTestDatabase();
  const settings = {
    demo_review_seconds: 1,
    demo_appeal_seconds: 0,
    p2p_appeal_minutes: 0,
    p2p_delay_minutes: 1,
    p2p_auto_minutes: 1,
    p2p_auto_confirm: 'release',
    p2p_day_usd: 100_000,
    console_four_eyes: 'off',
  };
  for (const [name, value] of Object.entries(settings)) {
    await database.query('insert into app.site_settings (name, value) values ($1, $2)', [name, JSON.stringify(value)]);
  }
  consoles = await ConsoleVenue.openOn(database, { time: { time }, now });
  ({ venue } = consoles);
});

beforeEach(async () => {
  [risk, finance] = [await consoles.staff(61, ['risk'], now()), await consoles.staff(62, ['finance'], now())];
});

afterAll(async () => {
  await consoles.close();
});

/** Runs an action while the clock of the test advances, for example until the demo approves a merchant. */
async function ticking<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {
    time.pass(250);
    time.tick();
  }, 50);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Advances the clock in steps too short to count as a stop of the exchange. */
async function pass(ms: number): Promise<void> {
  const nothing = { type: 'restrict_user', user: userId(999_999), before: 'outflow', scope: 'none' } as const;
  for (let left = ms; left > 0; left -= 9_000) {
    time.pass(Math.min(left, 9_000));
    await venue.operate({ ...nothing, operator: userId(7), cause: 'incident' });
  }
}

async function seen({ person }: Trader, id: number): Promise<LegalOrderDetail> {
  return (await detail(person, id)).data;
}

async function act({ person }: Trader, path: string, body: object) {
  return (await person.post<LegalOrderDetail>(path, body)).body;
}

async function sent(pair: Pair, amount: string): Promise<number> {
  const { id } = await taken(pair, { amount });
  await pay(venue, pair, id);
  return id;
}

/** A delayed order, and one that staff hold. */
async function delayedAndHeld(pair: Pair): Promise<readonly [number, number]> {
  const delayed = await sent(pair, '720');
  await pass(61_000);
  const held = await sent(pair, '1440');
  const hold = { id: held, reason_code: 'appeal', reason: 'Two accounts share a device.' };
  expect((await risk.call(p2pCalls.holdP2pOrder, hold)).error).toBeUndefined();
  expect([(await seen(pair.buyer, delayed)).status, (await seen(pair.buyer, held)).status]).toEqual([3, 4]);
  return [delayed, held];
}

async function restrict({ person }: Trader, before: RestrictionScope, scope: RestrictionScope): Promise<void> {
  const change = { type: 'restrict_user', user: userId(person.id), before, scope } as const;
  await venue.operate({ ...change, operator: userId(7), cause: 'incident' });
}

async function suspend({ person }: Trader): Promise<void> {
  const { data } = await risk.call(p2pCalls.p2pMerchants, { user: person.id });
  const input = { user_id: person.id, version: data.rows[0]?.version, decision: 'suspend', words: 'Many complaints.' };
  expect((await risk.call(p2pCalls.decideP2pMerchant, input)).error).toBeUndefined();
}

async function decide(id: number, outcome: 'release' | 'refund', finding: AppealFinding): Promise<void> {
  const row = (await risk.call(p2pCalls.p2pAppeals, {})).data.rows.find((one) => one.id === id);
  const { version } = (await risk.call(p2pCalls.takeP2pAppeal, { id, version: row?.version })).data;
  const decision = { id, version, outcome, finding, words };
  expect((await risk.call(p2pCalls.resolveP2pAppeal, decision)).error).toBeUndefined();
}

let keys = 0;

async function returnBond({ person }: Trader, parts = 5) {
  keys += 1;
  const headers = { 'idempotency-key': `return-${keys}` };
  return (await finance.call(p2pCalls.returnP2pBond, { user_id: person.id, parts }, headers)).error;
}

test.each(['outflow', 'trading'] as const)(
  'the delayed and held orders of a seller with the restriction %s wait for staff, whatever the time',
  async (scope) => {
    const pair = await ticking(() => openPair(venue, `waits-${scope}`));
    const { buyer, merchant } = pair;
    const [delayed, held] = await delayedAndHeld(pair);
    await restrict(merchant, 'none', scope);
    const waits = { status: 4, appeal: { opened_by: 'exchange', reason: 'held', outcome: null } };
    for (const id of [delayed, held]) {
      await expect.poll(() => seen(buyer, id)).toMatchObject(waits);
      for (const path of ['legal/release', 'legal/concede']) {
        expect((await act(merchant, path, { id, ...proof })).error).toBe('account_frozen');
      }
      for (const side of [buyer, merchant]) {
        expect((await act(side, 'legal/appeal_withdraw', { id })).error).toBe('escrow_state');
      }
    }
    await pass(150_000);
    for (const id of [delayed, held]) expect(await seen(buyer, id)).toMatchObject(waits);
    await decide(delayed, 'release', 'not_released');
    await decide(held, 'refund', 'mistake');
    await expect.poll(() => seen(buyer, delayed)).toMatchObject({ status: 5, released_by: 'operator' });
    await expect.poll(() => seen(buyer, held)).toMatchObject({ status: 6, end_reason: 'refunded' });
    expect(await fiatAccount(buyer)).toEqual(['100', '0']);
    // Those of the ad and of the bond are locked.
    expect(await fiatAccount(merchant)).toEqual(['18500', '1400']);
    expect((await act(merchant, 'shop/ad_state', { id: pair.ad, state: 'off_shelf' })).code).toBe(1);
    expect(await fiatAccount(merchant)).toEqual(['19400', '500']);
  },
);

test('the delayed and held orders of a seller who is free again still end by staff or by giving in only', async () => {
  const pair = await ticking(() => openPair(venue, 'freed'));
  const { buyer, merchant } = pair;
  const [delayed, held] = await delayedAndHeld(pair);
  await restrict(merchant, 'none', 'outflow');
  await restrict(merchant, 'outflow', 'none');
  await pass(150_000);
  for (const id of [delayed, held]) {
    await expect.poll(() => seen(buyer, id)).toMatchObject({ status: 4, appeal: { reason: 'held' } });
    expect((await act(merchant, 'legal/release', { id, ...proof })).error).toBe('escrow_state');
    expect((await act(merchant, 'legal/concede', { id, ...proof })).data).toMatchObject({ status: 5 });
  }
});

test('a suspended merchant ends delayed and held orders, and keeps the bond until then', async () => {
  const pair = await ticking(() => openPair(venue, 'suspended'));
  const { buyer, merchant } = pair;
  const [delayed, held] = await delayedAndHeld(pair);
  await suspend(merchant);
  expect(await returnBond(merchant)).toBe('bond_needed');
  expect((await act(merchant, 'legal/release', { id: delayed, ...proof })).data.status).toBe(5);
  expect((await act(merchant, 'legal/release', { id: held, ...proof })).error).toBe('escrow_state');
  expect(await returnBond(merchant)).toBe('bond_needed');
  expect((await act(merchant, 'legal/concede', { id: held, ...proof })).data.status).toBe(5);
  expect(await fiatAccount(buyer)).toEqual(['300', '0']);
  expect(await returnBond(merchant)).toBeUndefined();
});

test('a delayed order of a suspended merchant who stays silent is an appeal, and the bond is kept for it', async () => {
  const pair = await ticking(() => openPair(venue, 'silent'));
  const id = await sent(pair, '720');
  await suspend(pair.merchant);
  await pass(130_000);
  await expect.poll(() => seen(pair.buyer, id)).toMatchObject({ status: 4, appeal: { reason: 'silence' } });
  expect(await returnBond(pair.merchant)).toBe('bond_needed');
  await decide(id, 'release', 'not_released');
  await expect.poll(() => seen(pair.buyer, id)).toMatchObject({ status: 5 });
  await expect.poll(() => returnBond(pair.merchant)).toBeUndefined();
});

test('the bond of a suspended merchant is kept while a late payment is unanswered', async () => {
  const pair = await ticking(() => openPair(venue, 'late'));
  const { buyer, merchant } = pair;
  const { id } = await taken(pair);
  await act(buyer, 'legal/cancel', { id, reason: 'other' });
  await suspend(merchant);
  const voucher = await imageOf(venue, buyer.person.token);
  expect((await act(buyer, 'legal/late', { id, voucher })).code).toBe(1);
  expect(await returnBond(merchant)).toBe('bond_needed');
  const reopened = (await act(merchant, 'legal/reopen', { id, ...proof })).data.id;
  expect(await returnBond(merchant)).toBe('bond_needed');
  expect((await act(merchant, 'legal/release', { id: reopened, ...proof })).data.status).toBe(5);
  expect(await returnBond(merchant)).toBeUndefined();
});

test('the bond of a merchant who has left is kept while an order that was reopened is held', async () => {
  const pair = await ticking(() => openPair(venue, 'leaving'));
  const other = await ticking(() => openShop(venue, 'leaving-too'));
  const { buyer, merchant } = pair;
  const { id } = await taken(pair);
  await act(buyer, 'legal/cancel', { id, reason: 'other' });
  for (const one of [merchant, other]) {
    expect((await one.person.post<ShopInfo>('shop/leave', {})).body.data.state).toBe('leaving');
  }
  const voucher = await imageOf(venue, buyer.person.token);
  expect((await act(buyer, 'legal/late', { id, voucher })).code).toBe(1);
  const reopened = (await act(merchant, 'legal/reopen', { id, ...proof })).data.id;
  const hold = { id: reopened, reason_code: 'appeal', reason: 'Two accounts share a device.' };
  expect((await risk.call(p2pCalls.holdP2pOrder, hold)).error).toBeUndefined();
  const sevenDaysAgo = [now() - 7 * 86_400_000, [merchant.person.id, other.person.id]];
  await venue.database.query('update app.merchants set left_at = $1 where user_id = any ($2)', sevenDaysAgo);
  const state = async (one: Trader) => (await shopOf(one)).state;
  await vi.waitUntil(async () => (await state(other)) === 'left', { interval: 200, timeout: 90_000 });
  expect(await state(merchant)).toBe('leaving');
});
