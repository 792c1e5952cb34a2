import { p2pCalls } from '@bourse/contract/console';
import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { userId, venue as theVenue } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../../testing/console-client.ts';
import { type Person, type RunningVenue, testPassword } from '../../../../testing/running-venue.ts';
import { imageOf } from '../../../../testing/uploads.ts';
import { fiatAccount } from '../../testing/open-shop.ts';
import { detail, openPair, paid, type Pair, pay, taken } from '../testing/order-client.ts';

let consoles: ConsoleVenue;
let venue: RunningVenue;
let risk: StaffClient;
let support: StaffClient;

const words = 'The bank statement of the seller shows no such payment on that day.';
const content = 'I paid at 12:06 and the seller does not answer me.';

beforeAll(async () => {
  consoles = await ConsoleVenue.open({
    settings: { demo_review_seconds: 1, demo_appeal_seconds: 0, p2p_appeal_minutes: 0, console_four_eyes: 'on' },
  });
  venue = consoles.venue;
  [risk, support] = [await consoles.staff(11, ['risk']), await consoles.staff(12, ['support'])];
});

afterAll(async () => {
  await consoles.close();
});

async function appeal(person: Person, id: number, more: object = {}) {
  return (await person.post<LegalOrderDetail>('legal/appeal', { id, reason: 'not_released', content, ...more })).body;
}

/** An order in an appeal of its buyer. */
async function appealed(name: string): Promise<Pair & { readonly id: number }> {
  const pair = await openPair(venue, name);
  const { id } = await paid(venue, pair);
  const { code, error } = await appeal(pair.buyer.person, id);
  if (code !== 1) throw new Error(error);
  return { ...pair, id };
}

async function versionOf(id: number): Promise<number> {
  const { data } = await support.call(p2pCalls.p2pAppeals, {});
  return data.rows.find((row) => row.id === id)?.version ?? 0;
}

async function take(id: number): Promise<number> {
  const answer = await risk.call(p2pCalls.takeP2pAppeal, { id, version: await versionOf(id) });
  return answer.data.version;
}

describe('an appeal', () => {
  test('keeps the coins where they are and has the words of its opener', async () => {
    const { buyer, id, merchant } = await appealed('open');
    const own = (await detail(buyer.person, id)).data;
    expect(own).toMatchObject({
      status: 4,
      can: ['concede', 'evidence', 'appeal_withdraw', 'say', 'block', 'report'],
      appeal: { opened_by: 'me', reason: 'not_released', evidence: [{ from: 'me', content }], outcome: null },
    });
    const release = { id, pay_password: testPassword };
    expect((await merchant.person.post('legal/release', release)).body.error).toBe('escrow_state');
    expect((await merchant.person.post('legal/appeal_withdraw', { id })).body.error).toBe('escrow_state');
    const image = await imageOf(venue, merchant.person.token);
    const evidence = { id, content: 'Nothing has arrived.', images: [image] };
    const added = await merchant.person.post<LegalOrderDetail>('legal/evidence', evidence);
    expect(added.body.data.appeal?.evidence).toMatchObject([
      { from: 'other' },
      { from: 'me', images: [expect.any(String) as unknown] },
    ]);
    expect((await buyer.person.get(`common/image?id=${image}`)).headers.get('content-type')).toBe('image/jpeg');
    const withdrawn = await buyer.person.post<LegalOrderDetail>('legal/appeal_withdraw', { id });
    expect(withdrawn.body.data).toMatchObject({ status: 2, appeal: { outcome: 'withdrawn' } });
  });

  test('needs a reason of its side, words, and own images', async () => {
    const pair = await openPair(venue, 'reasons');
    const { id } = await paid(venue, pair);
    expect((await appeal(pair.buyer.person, id, { reason: 'not_paid' })).error).toBe('invalid_request');
    expect((await appeal(pair.buyer.person, id, { content: '  ' })).error).toBe('invalid_request');
    expect((await appeal(pair.buyer.person, id, { images: ['a'.repeat(32)] })).error).toBe('image_unknown');
    expect((await detail(pair.buyer.person, id)).data).toMatchObject({ status: 2, appeal: null });
    expect((await appeal(pair.merchant.person, id, { reason: 'not_paid' })).code).toBe(1);
    expect((await appeal(pair.buyer.person, id)).error).toBe('escrow_state');
  });

  test('adds a bounded number of images to an order, also if it is refused again and again', async () => {
    const pair = await openPair(venue, 'images');
    const { id } = await paid(venue, pair);
    const { person } = pair.buyer;
    const headers = { 'idempotency-key': 'spent' };
    const move = { currency_id: 3, from: 'change_account', to: 'lever_account', balance: '1' };
    expect((await person.post('account/transfer', move, headers)).body.code).toBe(1);
    const refused = async () => {
      const images: string[] = [];
      for (let n = 0; n < 10; n += 1) images.push(await imageOf(venue, person.token));
      return (await person.post('legal/appeal', { id, reason: 'other', content, images }, headers)).body;
    };
    for (let n = 0; n < 8; n += 1) expect((await refused()).error).toBe('idempotency_key_reused');
    expect(await refused()).toMatchObject({ error: 'evidence_full', details: { maximum: 80 } });
    const stored = `select 1 from app.p2p_images where order_id = $1 and kind = 'evidence'`;
    expect(await venue.database.query(stored, [id])).toHaveLength(80);
    expect((await appeal(person, id)).code).toBe(1);
  });

  test('of a merchant who marks an order as abnormal has its own status', async () => {
    const pair = await openPair(venue, 'abnormal');
    const { id } = await paid(venue, pair);
    const mark = { id, reason: 'third_party' };
    expect((await pair.buyer.person.post('shop/abnormal', mark)).body.error).toBe('escrow_unknown');
    const marked = await pair.merchant.person.post<LegalOrderDetail>('shop/abnormal', mark);
    expect(marked.body.data).toMatchObject({ status: 7, appeal: { opened_by: 'me', reason: 'third_party' } });
    const list = await pair.buyer.person.get<{ total: number }>('legal/orders?status=4');
    expect(list.body.data.total).toBe(1);
  });

  test('ends by the concession of a side', async () => {
    const { buyer, id, merchant } = await appealed('concede');
    const conceded = await buyer.person.post<LegalOrderDetail>('legal/concede', { id, pay_password: testPassword });
    expect(conceded.body.data).toMatchObject({ status: 6, end_reason: 'refunded', appeal: { outcome: 'conceded' } });
    expect(await fiatAccount(merchant)).toEqual(['18500', '1500']);
  });
});

describe('staff', () => {
  test('decide with a finding and a reason that both sides read', async () => {
    const { buyer, id, merchant } = await appealed('decide');
    const decision = { id, outcome: 'refund', finding: 'not_paid', words };
    const version = await versionOf(id);
    expect((await risk.call(p2pCalls.resolveP2pAppeal, { ...decision, version })).error).toBe('appeal_not_taken');
    const taken = await take(id);
    expect((await support.call(p2pCalls.takeP2pAppeal, { id, version: taken })).error).toBe('appeal_taken');
    const decide = async (changes: object) =>
      (await risk.call(p2pCalls.resolveP2pAppeal, { ...decision, version: taken, ...changes })).error;
    expect(await decide({ version })).toBe('changed_meanwhile');
    expect(await decide({ words: 'Too short a reason.' })).toBe('words_too_few');
    expect(await decide({ outcome: 'release' })).toBe('finding_contradicts');
    expect((await support.call(p2pCalls.resolveP2pAppeal, { ...decision, version: taken })).error).toBe('forbidden');
    expect(await decide({})).toBeUndefined();
    await expect
      .poll(async () => (await detail(buyer.person, id)).data)
      .toMatchObject({
        status: 6,
        end_reason: 'refunded',
        appeal: { outcome: 'refunded', finding: 'not_paid', words },
      });
    expect(await fiatAccount(merchant)).toEqual(['18500', '1500']);
    // Marking an order as paid without paying restricts the account.
    await expect
      .poll(async () => (await buyer.person.get('user/info')).body.data)
      .toMatchObject({ restriction: 'outflow' });
    expect(await decide({})).toBe('appeal_ended');
  });

  test('restrict a user who has frozen the own account as soon as it is free', async () => {
    const { buyer, id } = await appealed('evades');
    const user = userId(buyer.person.id);
    const freeze = async (before: 'none' | 'trading', scope: 'none' | 'trading') =>
      venue.operate({ type: 'restrict_user', user, before, scope, operator: theVenue, cause: 'incident' });
    await freeze('none', 'trading');
    const version = await take(id);
    const decision = { id, version, outcome: 'refund', finding: 'not_paid', words };
    expect((await risk.call(p2pCalls.resolveP2pAppeal, decision)).error).toBeUndefined();
    await expect.poll(async () => (await detail(buyer.person, id)).data.status).toBe(6);
    const restriction = async () =>
      (await buyer.person.get<{ restriction: string }>('user/info')).body.data.restriction;
    // Decisions are carried out in their order: once this later one has taken effect, the first one has too.
    const other = await appealed('evades-not');
    await risk.call(p2pCalls.resolveP2pAppeal, { ...decision, id: other.id, version: await take(other.id) });
    await expect
      .poll(async () => (await other.buyer.person.get('user/info')).body.data, { timeout: 10_000 })
      .toMatchObject({ restriction: 'outflow' });
    expect(await restriction()).toBe('trading');
    await freeze('trading', 'none');
    await expect.poll(restriction, { timeout: 10_000 }).toBe('outflow');
  });

  test('of another person can review a decision once, and lift its restriction', async () => {
    const { buyer, id } = await appealed('review');
    const taken = await take(id);
    await risk.call(p2pCalls.resolveP2pAppeal, { id, version: taken, outcome: 'refund', finding: 'not_paid', words });
    const ended = async () =>
      (await support.call(p2pCalls.p2pAppeals, { ended: '1' })).data.rows.find((row) => row.id === id);
    await expect.poll(async () => (await ended())?.outcome).toBe('refunded');
    await expect
      .poll(async () => (await buyer.person.get('user/info')).body.data)
      .toMatchObject({ restriction: 'outflow' });
    const review = { id, finding: 'mistake', lift: true, words };
    const version = (await ended())?.version ?? 0;
    // Every review needs a second person: the request is checked before it waits for one.
    expect((await risk.call(p2pCalls.reviewP2pAppeal, { ...review, version })).error).toBe('own_decision');
    const other = await consoles.staff(13, ['risk']);
    const asked = await other.call(p2pCalls.reviewP2pAppeal, { ...review, version });
    expect(asked.data).toMatchObject({ approval: expect.any(Number) as unknown, result: null });
  });

  test('hold a paid order, which no side can end by itself but by giving in', async () => {
    const pair = await openPair(venue, 'hold');
    const { id } = await taken(pair);
    const because = { reason_code: 'appeal', reason: 'Two accounts share a device.' };
    const hold = async (staff: StaffClient) => (await staff.call(p2pCalls.holdP2pOrder, { id, ...because })).error;
    expect(await hold(support)).toBe('forbidden');
    expect(await hold(risk)).toBe('order_state');
    await pay(venue, pair, id);
    expect(await hold(risk)).toBeUndefined();
    expect(await hold(risk)).toBe('order_state');
    const held = (await detail(pair.buyer.person, id)).data;
    expect(held).toMatchObject({
      status: 4,
      can: ['concede', 'evidence', 'say', 'block', 'report'],
      appeal: { reason: 'held', opened_by: 'exchange', outcome: null },
    });
    for (const person of [pair.buyer.person, pair.merchant.person]) {
      expect((await person.post('legal/appeal_withdraw', { id })).body.error).toBe('escrow_state');
    }
    const [row] = await venue.database.query(
      `select reason_code, subject_id, after from app.operator_log
       where action = 'p2p/orders/hold' and kind = 'outcome' order by id desc limit 1`,
    );
    expect(row).toMatchObject({ reason_code: 'appeal', subject_id: String(id) });
    expect((await risk.call(p2pCalls.p2pAppeals, { user: pair.buyer.person.id })).data.rows).toMatchObject([
      { id, reason: 'held', opened_by: 'exchange' },
    ]);
  });

  test('write to both sides, and read the case with a reason', async () => {
    const { buyer, id } = await appealed('case');
    expect((await support.call(p2pCalls.sayInP2pAppeal, { id, text: 'We look into it.' })).code).toBe(1);
    const chat = await buyer.person.get<{ data: { from: string; text: string }[] }>(`legal/messages?id=${id}`);
    expect(chat.body.data.data.at(-1)).toMatchObject({ from: 'support', text: 'We look into it.' });
    const { data } = await support.call(p2pCalls.p2pOrderCase, { id });
    expect(data).toMatchObject({
      row: { id, status: 4 },
      voucher: true,
      chat_intact: true,
      buyer: { user_id: buyer.person.id, name: 'Ann Lee' },
      appeals: [{ reason: 'not_released', evidence: [{ from: 'buyer', content }] }],
    });
    const image = await support.call(p2pCalls.p2pImage, { id, of: 'voucher', row: 0, image: 0 });
    expect(Buffer.from(image.data.jpeg, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8');
    expect((await support.call(p2pCalls.p2pOrders, { user: buyer.person.id })).data.rows).toMatchObject([{ id }]);
  });

  test('see whether the terms of an order are those of its escrow, with its figures', async () => {
    const { ad, buyer, id, merchant } = await appealed('terms');
    const intact = async (one = id) => (await support.call(p2pCalls.p2pOrderCase, { id: one })).data.terms_intact;
    expect(await intact()).toBe(true);
    for (const [column, changed, back] of [
      ['fiat', `'EUR'`, `'CNY'`],
      ['fiat_amount', 'fiat_amount + 1', 'fiat_amount - 1'],
      ['fiat_decimals', '1', '2'],
      ['price', 'price + 1', 'price - 1'],
      ['reference', 'reverse(reference) || reference', 'right(reference, 6)'],
      ['terms_hash', 'reverse(terms_hash)', 'reverse(terms_hash)'],
    ] as const) {
      const set = async (value: string) =>
        venue.database.query(`update app.p2p_orders set ${column} = ${value} where id = $1`, [id]);
      await set(changed);
      // The hash of the row is not what counts.
      expect([column, await intact()]).toEqual([column, column === 'terms_hash']);
      await set(back);
    }
    expect(await intact()).toBe(true);
    // One that was reopened has the terms of the first.
    const late = (await taken({ ad, buyer, merchant }, { amount: '721' })).id;
    await buyer.person.post('legal/cancel', { id: late, reason: 'other' });
    await buyer.person.post('legal/late', { id: late, voucher: await imageOf(venue, buyer.person.token) });
    const reopen = { id: late, pay_password: testPassword };
    const reopened = await merchant.person.post<LegalOrderDetail>('legal/reopen', reopen);
    expect(await intact(reopened.body.data.id)).toBe(true);
  });
});
