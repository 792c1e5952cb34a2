import { approvalCalls, p2pCalls } from '@bourse/contract/console';
import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../../testing/console-client.ts';
import { type RunningVenue, testPassword } from '../../../../testing/running-venue.ts';
import { imageOf } from '../../../../testing/uploads.ts';
import { addAd, addFactor, applyFor, fiatAccount, shopOf } from '../../testing/open-shop.ts';
import { detail, openPair, paid, type Pair, taken } from '../testing/order-client.ts';

let consoles: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
let second: StaffClient;

const words = 'The bank statement of the seller shows no such payment on that day.';
const content = 'I paid at 12:06 and the seller does not answer me.';

beforeAll(async () => {
  consoles = await ConsoleVenue.open({
    settings: {
      demo_review_seconds: 1,
      demo_appeal_seconds: 0,
      p2p_appeal_minutes: 0,
      p2p_four_eyes_usd: 150,
      console_four_eyes: 'on',
    },
  });
  ({ venue } = consoles);
  [risk, second] = [await consoles.staff(11, ['risk']), await consoles.staff(12, ['risk'])];
});

afterAll(async () => {
  await consoles.close();
});

/** A paid order of this many yuan in an appeal of its buyer, which a member of staff has taken. */
async function appealed(name: string, amount = '720') {
  const pair = await openPair(venue, name);
  const { person } = pair.buyer;
  const opened = await person.post<LegalOrderDetail>('legal/submit', { id: pair.ad, price: '7.2', amount });
  const { id } = opened.body.data;
  await person.post('legal/pay', { id, voucher: await imageOf(venue, person.token) });
  const { body } = await person.post('legal/appeal', { id, reason: 'not_released', content });
  if (body.code !== 1) throw new Error(body.error);
  return { ...pair, id, version: await takeOver(id) };
}

async function rowOf(id: number, ended?: '1') {
  const { data } = await risk.call(p2pCalls.p2pAppeals, ended === undefined ? {} : { ended });
  return data.rows.find((row) => row.id === id);
}

async function takeOver(id: number): Promise<number> {
  const version = (await rowOf(id))?.version;
  return (await risk.call(p2pCalls.takeP2pAppeal, { id, version })).data.version;
}

async function decide(id: number, version: number, outcome: 'release' | 'refund', finding: string) {
  return risk.call(p2pCalls.resolveP2pAppeal, { id, version, outcome, finding, words });
}

async function vote(approval: number | null, verdict: 'approve' | 'refuse') {
  const { data } = await second.call(approvalCalls.approval, { id: approval });
  return second.call(approvalCalls.voteOnApproval, { id: data.id, payload_hash: data.payload_hash, verdict });
}

async function seen({ buyer }: Pair, id: number): Promise<LegalOrderDetail> {
  return (await detail(buyer.person, id)).data;
}

describe('a decision about more than the limit', () => {
  test('moves the coins when a second person approves it', async () => {
    const { id, version, ...pair } = await appealed('approved', '1440');
    expect(await rowOf(id)).toMatchObject({ four_eyes: true });
    const { data } = await decide(id, version, 'release', 'mistake');
    expect(data).toMatchObject({ approval: expect.any(Number) as unknown, result: null });
    expect(await seen(pair, id)).toMatchObject({ status: 4, appeal: { outcome: null, finding: null, words: '' } });
    const own = await risk.call(approvalCalls.approval, { id: data.approval });
    const hash = own.data.payload_hash;
    const self = { id: data.approval, payload_hash: hash, verdict: 'approve' };
    expect((await risk.call(approvalCalls.voteOnApproval, self)).error).toBe('own_approval');
    expect((await vote(data.approval, 'approve')).error).toBeUndefined();
    await expect.poll(() => seen(pair, id)).toMatchObject({ status: 5, released_by: 'operator', appeal: { words } });
    expect(await fiatAccount(pair.buyer)).toEqual(['200', '0']);
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1300']);
  });

  test('moves nothing when the second person refuses it, and can be made again', async () => {
    const { id, version, ...pair } = await appealed('refused', '1440');
    const asked = await decide(id, version, 'refund', 'not_paid');
    expect((await vote(asked.data.approval, 'refuse')).error).toBeUndefined();
    const { data } = await risk.call(approvalCalls.approval, { id: asked.data.approval });
    expect(data.stage).toBe('refused');
    expect(await seen(pair, id)).toMatchObject({ status: 4, appeal: { outcome: null } });
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1500']);
    expect((await pair.buyer.person.get('user/info')).body.data).toMatchObject({ restriction: 'none' });
    const again = await decide(id, version, 'release', 'mistake');
    await vote(again.data.approval, 'approve');
    await expect.poll(() => seen(pair, id)).toMatchObject({ status: 5, released_by: 'operator' });
  });

  test('is overtaken by a side that gives in', async () => {
    const { id, version, ...pair } = await appealed('overtaken', '1440');
    const asked = await decide(id, version, 'release', 'mistake');
    const concede = { id, pay_password: testPassword };
    expect((await pair.buyer.person.post('legal/concede', concede)).body.code).toBe(1);
    await vote(asked.data.approval, 'approve');
    await expect
      .poll(async () => (await risk.call(approvalCalls.approval, { id: asked.data.approval })).data.stage)
      .toBe('failed');
    expect(await seen(pair, id)).toMatchObject({ status: 6, end_reason: 'refunded', appeal: { outcome: 'conceded' } });
    expect(await fiatAccount(pair.merchant)).toEqual(['18500', '1500']);
  });

  test('is one person’s below it', async () => {
    const { id, version, ...pair } = await appealed('small');
    expect(await rowOf(id)).toMatchObject({ four_eyes: false });
    expect((await decide(id, version, 'refund', 'mistake')).data).toMatchObject({ approval: null });
    await expect.poll(() => seen(pair, id)).toMatchObject({ status: 6, end_reason: 'refunded' });
  });
});

async function partyOf(id: number, side: 'buyer' | 'seller') {
  return (await risk.call(p2pCalls.p2pOrderCase, { id })).data[side];
}

async function merchantRow({ merchant }: Pair) {
  return (await risk.call(p2pCalls.p2pMerchants, { user: merchant.person.id })).data.rows[0];
}

describe('an appeal that is lost', () => {
  test('by the buyer, who had not paid, restricts and counts against the buyer alone', async () => {
    const { id, version, ...pair } = await appealed('buyer-lost');
    await decide(id, version, 'refund', 'not_paid');
    await expect.poll(() => partyOf(id, 'buyer')).toMatchObject({ lost_appeals: 1, appeals: 1, restricted: true });
    const seller = { lost_appeals: 0, appeals: 1, restricted: false, orders: 1, completion_rate: '0' };
    expect(await partyOf(id, 'seller')).toMatchObject(seller);
    expect(await merchantRow(pair)).toMatchObject({ lost_appeals: 0 });
    await addFactor(venue, pair.buyer.person);
    expect((await applyFor(pair.buyer)).error).toBe('account_frozen');
  });

  test('by the buyer, whose payment a stranger made, bars an application for 90 days', async () => {
    const { id, version, ...pair } = await appealed('stranger-paid');
    await decide(id, version, 'refund', 'third_party');
    await expect.poll(() => partyOf(id, 'buyer')).toMatchObject({ lost_appeals: 1, restricted: false });
    await addFactor(venue, pair.buyer.person);
    expect((await applyFor(pair.buyer)).error).toBe('appeals_lost');
    const conditions = (await shopOf(pair.buyer)).conditions;
    expect(conditions.find(({ name }) => name === 'no_lost_appeal')).toMatchObject({ met: 0 });
    await venue.database.query('alter table app.p2p_appeals disable trigger p2p_appeals_are_final');
    await venue.database.query('update app.p2p_appeals set ended_at = ended_at - 7776000000 where order_id = $1', [id]);
    await venue.database.query('alter table app.p2p_appeals enable trigger p2p_appeals_are_final');
    // Without coins it is the bond that is missing now.
    expect((await applyFor(pair.buyer)).error).toBe('bond_required');
  });

  test('by the seller, who had been paid, restricts and counts against the seller alone', async () => {
    const { id, version, ...pair } = await appealed('seller-lost');
    expect((await decide(id, version, 'refund', 'not_released')).error).toBe('finding_contradicts');
    await decide(id, version, 'release', 'not_released');
    const seller = { lost_appeals: 1, restricted: true, completion_rate: '100' };
    await expect.poll(() => partyOf(id, 'seller')).toMatchObject(seller);
    expect(await partyOf(id, 'buyer')).toMatchObject({ lost_appeals: 0, restricted: false, completion_rate: '100' });
    expect(await merchantRow(pair)).toMatchObject({ lost_appeals: 1 });
    expect((await addAd(pair.merchant)).error).toBe('account_frozen');
    const list = async () => {
      const path = `legal/merchant?id=${pair.merchant.person.id}`;
      return (await venue.get<{ ads: unknown[] }>(path)).body.data.ads;
    };
    await expect.poll(list).toEqual([]);
  });

  test.each([
    ['buyer', 'not_paid'],
    ['seller', 'not_released'],
  ] as const)('by the %s about a late payment after a freeze counts against that side', async (side, finding) => {
    const pair = await openPair(venue, `late-${side}`);
    const { id } = await taken(pair);
    const freeze = { type: 'restrict_user', user: userId(pair.merchant.person.id), operator: userId(7) } as const;
    await venue.operate({ ...freeze, before: 'none', scope: 'outflow', cause: 'incident' });
    const late = { id, voucher: await imageOf(venue, pair.buyer.person.token) };
    expect((await pair.buyer.person.post('legal/late', late)).body.code).toBe(1);
    const version = await takeOver(id);
    // No coins wait for it.
    expect((await decide(id, version, 'release', finding)).error).toBe('finding_contradicts');
    expect((await decide(id, version, 'release', 'mistake')).error).toBe('finding_contradicts');
    expect((await decide(id, version, 'refund', finding)).error).toBeUndefined();
    expect(await seen(pair, id)).toMatchObject({ status: 6, appeal: { outcome: 'refunded', finding, words } });
    await expect.poll(() => partyOf(id, side)).toMatchObject({ lost_appeals: 1, restricted: true });
    expect(await partyOf(id, side === 'buyer' ? 'seller' : 'buyer')).toMatchObject({ lost_appeals: 0 });
  });

  test('by no one, when it was a mistake, counts against no one', async () => {
    const { id, version } = await appealed('mistake');
    await decide(id, version, 'release', 'mistake');
    await expect.poll(() => rowOf(id, '1')).toMatchObject({ outcome: 'released', finding: 'mistake' });
    expect(await partyOf(id, 'buyer')).toMatchObject({ lost_appeals: 0, restricted: false });
    expect(await partyOf(id, 'seller')).toMatchObject({ lost_appeals: 0, restricted: false });
  });
});

describe('an appeal', () => {
  test('that a side has opened three times cannot be withdrawn any more', async () => {
    const pair = await openPair(venue, 'again-and-again');
    const { id } = await paid(venue, pair);
    const { person } = pair.buyer;
    const open = async () => (await person.post('legal/appeal', { id, reason: 'other', content })).body.code;
    const withdraw = async () => (await person.post('legal/appeal_withdraw', { id })).body.error;
    for (let n = 0; n < 2; n += 1) {
      expect(await open()).toBe(1);
      expect((await seen(pair, id)).can).toContain('appeal_withdraw');
      expect(await withdraw()).toBeUndefined();
    }
    expect(await open()).toBe(1);
    expect((await seen(pair, id)).can).not.toContain('appeal_withdraw');
    expect(await withdraw()).toBe('escrow_state');
    expect(await seen(pair, id)).toMatchObject({ status: 4 });
    const release = { id, pay_password: testPassword };
    expect((await pair.merchant.person.post('legal/concede', release)).body.code).toBe(1);
  });

  test('with a picture of another user is not opened', async () => {
    const pair = await openPair(venue, 'picture');
    const { id } = await paid(venue, pair);
    const image = await imageOf(venue, pair.merchant.person.token, '#555');
    const appeal = { id, reason: 'other', content, images: [image] };
    expect((await pair.buyer.person.post('legal/appeal', appeal)).body.error).toBe('image_unknown');
    const own = await imageOf(venue, pair.buyer.person.token, '#666');
    const twice = { ...appeal, images: [own, own] };
    expect((await pair.buyer.person.post('legal/appeal', twice)).body.error).toBe('image_unknown');
    expect(await seen(pair, id)).toMatchObject({ status: 2, appeal: null });
    expect((await pair.buyer.person.post('legal/appeal', { ...appeal, images: [own] })).body.code).toBe(1);
    const evidence = { id, content, images: [image] };
    expect((await pair.buyer.person.post('legal/evidence', evidence)).body.error).toBe('image_unknown');
  });

  test('keeps at most ten pictures and twenty texts of each side', async () => {
    const { buyer, id } = await appealed('full');
    const images: string[] = [];
    for (let n = 0; n < 11; n += 1) images.push(await imageOf(venue, buyer.person.token, `#${700 + n}`));
    const add = async (body: object) => (await buyer.person.post('legal/evidence', { id, content, ...body })).body;
    expect((await add({ images })).error).toBe('invalid_request');
    expect((await add({ images: images.slice(0, 6) })).code).toBe(1);
    expect(await add({ images: images.slice(6) })).toMatchObject({ error: 'evidence_full', details: { maximum: 10 } });
    expect((await add({ images: images.slice(6, 10) })).code).toBe(1);
    for (let n = 0; n < 17; n += 1) expect((await add({})).code).toBe(1);
    expect(await add({})).toMatchObject({ error: 'evidence_full', details: { maximum: 20 } });
  });

  test.each([
    [`update app.p2p_appeals set outcome = 'released' where order_id = $1`],
    [`update app.p2p_appeals set resolution = 'release' where order_id = $1`],
    ['update app.p2p_appeals set decided_by = 99 where order_id = $1'],
    [`update app.p2p_appeals set words = 'other' where order_id = $1`],
    [`update app.p2p_appeals set finding = 'not_released' where order_id = $1`],
    ['update app.p2p_appeals set opened_at = 0 where order_id = $1'],
    ['update app.p2p_appeals set sequence = null where order_id = $1'],
    ['delete from app.p2p_appeals where order_id = $1'],
    ['delete from app.p2p_evidence where appeal_id in (select id from app.p2p_appeals where order_id = $1)'],
  ])('that was decided is final for the database: %s', async (statement) => {
    const { id, version } = await shared();
    if ((await rowOf(id)) !== undefined) await decide(id, version, 'refund', 'mistake');
    await expect.poll(() => rowOf(id, '1')).toMatchObject({ outcome: 'refunded' });
    await expect(venue.database.query(statement, [id])).rejects.toThrow(/final|only ever added to/);
  });
});

let one: Awaited<ReturnType<typeof appealed>> | null = null;

/** One appeal for all statements. */
async function shared() {
  one ??= await appealed('final');
  return one;
}
