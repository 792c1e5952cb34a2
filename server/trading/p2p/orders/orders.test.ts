import type { LegalOrder, LegalOrderDetail } from '@bourse/contract/p2p';
import { userId } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankAccountOf } from '../../../testing/bank-account.ts';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { download, imageOf } from '../../../testing/uploads.ts';
import { addAd, fiatAccount, openShop, openTrader, type Trader } from '../testing/open-shop.ts';
import { addTradePassword, detail, openPair, paid, pay, release, take, taken } from './testing/order-client.ts';

let venue: RunningVenue;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1, p2p_day_usd: 100_000 } });
});

afterAll(async () => {
  await venue.close();
});

interface List {
  readonly total: number;
  readonly data: readonly LegalOrder[];
}

describe('an order', () => {
  test('moves the coins into escrow and, released, to the buyer', async () => {
    const pair = await openPair(venue, 'whole');
    const { buyer, merchant } = pair;
    const order = await taken(pair);
    expect(order).toMatchObject({
      status: 1,
      side: 'buy',
      maker: 0,
      number_coin: '100',
      amount: '720',
      fiat: 'CNY',
      price: '7.2',
      on_silence: 'appeal',
      can: ['pay', 'cancel', 'say', 'block', 'report'],
      payees: [{ id: merchant.method, method: { code: 'bank' }, raw_data: { card_no: expect.any(String) as unknown } }],
      payee: null,
      payer_name: 'Ann Lee',
      reference: expect.stringMatching(/^\d{6}$/) as unknown,
    });
    expect(await fiatAccount(merchant)).toEqual(['18500', '1500']);
    const voucher = await imageOf(venue, buyer.person.token);
    const answer = await buyer.person.post<LegalOrderDetail>('legal/pay', { id: order.id, voucher });
    expect(answer.body.data).toMatchObject({
      status: 2,
      payee: { id: merchant.method },
      can: ['concede', 'say', 'block', 'report'],
    });
    const seen = (await detail(merchant.person, order.id)).data;
    expect(seen).toMatchObject({
      status: 2,
      side: 'sell',
      maker: 1,
      marks: [],
      can: ['release', 'abnormal', 'say', 'block', 'report'],
    });
    expect((await download(venue, merchant.person.token, String(seen.voucher))).headers.get('content-type')).toBe(
      'image/jpeg',
    );

    expect((await release(pair, order.id)).data).toMatchObject({ status: 5, released_by: 'seller', payees: [] });
    expect(await fiatAccount(buyer)).toEqual(['100', '0']);
    expect(await fiatAccount(merchant)).toEqual(['18500', '1400']);
    expect((await detail(buyer.person, order.id)).data).toMatchObject({
      status: 5,
      matures_at: expect.any(Number) as unknown,
    });
  });

  test('of a taker who sells needs an own payment method and the trade password', async () => {
    const pair = await openPair(venue, 'sells', { side: 'buy', methods: [3] });
    const seller = await openTrader(venue, 'sells-taker', '500');
    const body = { id: pair.ad, price: '7.2', amount: '720' };
    const submit = async (more: object) =>
      (await seller.person.post<LegalOrderDetail>('legal/submit', { ...body, ...more })).body;
    expect((await submit({})).error).toBe('method_required');
    expect((await submit({ method_id: 999_999 })).error).toBe('method_unknown');
    const method_id = seller.method;
    expect((await submit({ method_id, pay_password: 'x' })).error).toBe('pay_password_missing');
    await addTradePassword(venue, seller.person);
    expect((await submit({ method_id, pay_password: 'Wrong123' })).error).toBe('pay_password_wrong');
    const { data } = await submit({ method_id, pay_password: testPassword });
    expect(data).toMatchObject({ status: 1, side: 'sell', can: ['release', 'ask_cancel', 'say', 'block', 'report'] });
    expect(await fiatAccount(seller)).toEqual(['400', '100']);
    expect((await detail(pair.merchant.person, data.id)).data).toMatchObject({ side: 'buy', maker: 1 });
  });

  test('is unknown to everyone else, with its chat and its voucher', async () => {
    const pair = await openPair(venue, 'secret');
    const order = await paid(venue, pair);
    const stranger = await venue.person('stranger');
    const unknown = { code: 0, error: 'escrow_unknown' };
    expect(await detail(stranger, order.id)).toMatchObject(unknown);
    expect((await stranger.get(`shop/order?id=${order.id}`)).body).toMatchObject(unknown);
    expect((await pair.buyer.person.get(`shop/order?id=${order.id}`)).body).toMatchObject(unknown);
    expect((await stranger.get(`legal/messages?id=${order.id}`)).body).toMatchObject(unknown);
    expect((await stranger.post('legal/say', { id: order.id, text: 'hello' })).body).toMatchObject(unknown);
    expect((await stranger.post('legal/cancel', { id: order.id, reason: 'other' })).body).toMatchObject(unknown);
    await addTradePassword(venue, stranger);
    const proof = { id: order.id, pay_password: testPassword };
    expect((await stranger.post('legal/release', proof)).body).toMatchObject(unknown);
    const image = await download(venue, stranger.token, String(order.voucher));
    expect(await image.json()).toMatchObject({ error: 'image_unknown' });
    expect((await detail(stranger, 999_999)).error).toBe('escrow_unknown');
  });

  test('is in the lists of both sides, by status', async () => {
    const pair = await openPair(venue, 'lists');
    const order = await taken(pair);
    const mine = async (status: string) => (await pair.buyer.person.get<List>(`legal/orders${status}`)).body.data;
    const shop = async (status: string) => (await pair.merchant.person.get<List>(`shop/orders${status}`)).body.data;
    expect(await mine('')).toMatchObject({ total: 1, data: [{ id: order.id, status: 1 }] });
    expect(await mine('?status=1')).toMatchObject({ total: 1 });
    expect(await mine('?status=2')).toMatchObject({ total: 0 });
    expect(await shop('')).toMatchObject({ total: 1, data: [{ id: order.id, side: 'sell' }] });
    expect((await pair.merchant.person.get<List>('legal/orders')).body.data.total).toBe(0);
    await pair.buyer.person.post('legal/cancel', { id: order.id, reason: 'changed_mind' });
    expect(await mine('?status=6')).toMatchObject({ total: 1, data: [{ end_reason: 'user' }] });
    expect(await mine('?status=5')).toMatchObject({ total: 0 });
    expect((await pair.buyer.person.get('legal/orders?status=9')).body.error).toBe('invalid_request');
  });

  test('is sent to both sides in each state', async () => {
    const pair = await openPair(venue, 'socket');
    const socket = await venue.socket();
    socket.say('login', pair.merchant.person.token);
    await socket.message(({ type }) => type === 'login');
    const order = await paid(venue, pair);
    const states = () => socket.heard.filter(({ type }) => type === 'LEGAL_ORDER').map((one) => one['order']);
    await socket.until(() => (states().length >= 2 ? true : undefined));
    expect(states()).toMatchObject([
      { id: order.id, maker: 1, status: 1, confirm_until: null },
      { id: order.id, maker: 1, status: 2, confirm_until: order.confirm_until },
    ]);
    await socket.close();
  });
});

describe('a repeated request', () => {
  test('opens one order and answers it again', async () => {
    const pair = await openPair(venue, 'again');
    const headers = { 'idempotency-key': 'take-1' };
    const first = await take(pair, {}, headers);
    const second = await take(pair, {}, headers);
    expect([first.code, second.code, second.data.id, second.repeated]).toEqual([1, 1, first.data.id, true]);
    expect((await take(pair, { amount: '1440' }, headers)).error).toBe('idempotency_key_reused');
    const [one, two] = [await pay(venue, pair, first.data.id, headers), await pay(venue, pair, first.data.id)];
    expect([one.data.status, two.error]).toEqual([2, 'escrow_state']);
  });

  test('of twenty releases at once, one moves coins', async () => {
    const pair = await openPair(venue, 'twenty');
    const order = await paid(venue, pair);
    const answers = await Promise.all(Array.from({ length: 20 }, () => release(pair, order.id)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(new Set(answers.filter(({ code }) => code !== 1).map(({ error }) => error))).toEqual(
      new Set(['escrow_state']),
    );
    expect(await fiatAccount(pair.buyer)).toEqual(['100', '0']);
  });
});

describe('a refusal', () => {
  test('of an ad names what is wrong', async () => {
    const pair = await openPair(venue, 'refusals');
    const error = async (changes: object) => (await take(pair, { ...changes })).error;
    expect(await error({ id: 999_999 })).toBe('ad_unknown');
    expect(await error({ amount: undefined })).toBe('quantity_required');
    expect(await error({ number: '1' })).toBe('invalid_request');
    expect(await error({ amount: '720.001' })).toBe('quantity_precision');
    expect(await error({ amount: '1' })).toBe('order_amount_range');
    expect(await error({ price: '7.1' })).toBe('price_moved');
    expect(await error({ price: 'x' })).toBe('invalid_request');
    expect(
      (await pair.merchant.person.post('legal/submit', { id: pair.ad, price: '7.2', amount: '720' })).body.error,
    ).toBe('ad_own');
    const stranger = await venue.person('unverified');
    expect((await stranger.post('legal/submit', { id: pair.ad, price: '7.2', amount: '720' })).body.error).toBe(
      'verification_required',
    );
  });

  test('of a second unpaid order, and of a fourth after three cancels', async () => {
    const pair = await openPair(venue, 'cancels');
    const first = await taken(pair);
    expect(await take(pair, { amount: '730' })).toMatchObject({
      error: 'unpaid_order_exists',
      details: { id: first.id },
    });
    await pair.buyer.person.post('legal/cancel', { id: first.id, reason: 'other' });
    for (const amount of ['731', '732']) {
      const { id } = await taken(pair, { amount });
      expect((await pair.buyer.person.post('legal/cancel', { id, reason: 'other' })).body.code).toBe(1);
    }
    expect((await take(pair, { amount: '733' })).error).toBe('buying_blocked_today');
  });

  test('a cancel after a request of the seller does not count', async () => {
    const pair = await openPair(venue, 'asked');
    for (const amount of ['721', '722', '723']) {
      const { id } = await taken(pair, { amount });
      const asked = await pair.merchant.person.post<LegalOrderDetail>('legal/ask_cancel', { id });
      expect(asked.body.data).toMatchObject({ cancel_asked: 1, can: ['release', 'say', 'block', 'report'] });
      await pair.buyer.person.post('legal/cancel', { id, reason: 'asked' });
    }
    expect((await take(pair, { amount: '724' })).code).toBe(1);
  });

  test('of the limit of newcomers, and of an amount that is open', async () => {
    const pair = await openPair(venue, 'limits');
    expect((await take(pair, { amount: '4000' })).error).toBe('p2p_newcomer_limit');
    const { id } = await taken(pair);
    await pay(venue, pair, id);
    expect((await take(pair)).error).toBe('order_amount_taken');
    expect((await take(pair, { amount: '721' })).code).toBe(1);
  });

  test('of the money of an open order, also at a price at which it buys other coins', async () => {
    const pair = await openPair(venue, 'money');
    const dearer = await addAd(pair.merchant, { price: '7.21' });
    const { id } = await taken(pair);
    const again = { id: dearer.data.id, price: '7.21' };
    expect(await take(pair, again)).toMatchObject({ error: 'unpaid_order_exists', details: { id } });
    await pay(venue, pair, id);
    expect((await take(pair, again)).error).toBe('order_amount_taken');
    const buys = await openPair(venue, 'money-buys', { side: 'buy', methods: [3] });
    const other = await addAd(buys.merchant, { side: 'buy', methods: [3], price: '7.21' });
    const submit = async (id: number, price: string, { method, person }: Trader) => {
      const body = { id, price, amount: '720', method_id: method, pay_password: testPassword };
      return (await person.post<LegalOrderDetail>('legal/submit', body)).body;
    };
    const openSeller = async (name: string) => {
      const seller = await openTrader(venue, `money-${name}`, '500');
      await addTradePassword(venue, seller.person);
      return seller;
    };
    // One buyer with two ads, two sellers.
    const [one, two] = [await openSeller('one'), await openSeller('two')];
    const first = await submit(buys.ad, '7.2', one);
    expect(first.code).toBe(1);
    expect((await submit(other.data.id, '7.21', two)).error).toBe('order_amount_taken');
    expect((await release({ ...buys, merchant: one }, first.data.id)).code).toBe(1);
    const answers = await Promise.all([submit(buys.ad, '7.2', one), submit(other.data.id, '7.21', two)]);
    expect(answers.map(({ code, error }) => error ?? String(code)).toSorted()).toEqual(['1', 'order_amount_taken']);
  });

  test('of a payment without a voucher, with an unknown file, or with an account of others', async () => {
    const pair = await openPair(venue, 'vouchers');
    const { id } = await taken(pair);
    const error = async (more: object) => (await pair.buyer.person.post('legal/pay', { id, ...more })).body.error;
    expect(await error({})).toBe('voucher_required');
    expect(await error({ voucher: 'a'.repeat(32) })).toBe('image_unknown');
    expect(await error({ voucher: '<script>' })).toBe('invalid_request');
    const others = await imageOf(venue, pair.merchant.person.token);
    expect(await error({ voucher: others })).toBe('image_unknown');
    const voucher = await imageOf(venue, pair.buyer.person.token);
    expect(await error({ voucher, method_id: 1 + pair.merchant.method })).toBe('method_unknown');
    expect((await pair.merchant.person.post('legal/pay', { id, voucher })).body.error).toBe('escrow_state');
    expect((await pair.buyer.person.post('legal/pay', { id, voucher })).body.code).toBe(1);
  });

  test('of more pictures than an order can have, or of one that can no longer count', async () => {
    const pair = await openPair(venue, 'pictures');
    const { id } = await taken(pair);
    const { person } = pair.buyer;
    // The exchange refuses each of these payments: their key belongs to another request.
    const headers = { 'idempotency-key': 'another-request' };
    const move = { currency_id: 3, from: 'change_account', to: 'lever_account', balance: '1' };
    expect((await person.post('account/transfer', move, headers)).body.code).toBe(1);
    const errors = new Set<string | undefined>();
    const payWith = async (colour: string, more = {}) => {
      const voucher = await imageOf(venue, person.token, colour);
      return (await person.post('legal/pay', { id, voucher }, more)).body.error;
    };
    for (let n = 0; n < 10; n += 1) errors.add(await payWith(`#${n}00`, headers));
    expect(errors).toEqual(new Set(['idempotency_key_reused']));
    expect(await payWith('#0f0')).toBe('evidence_full');
    await person.post('legal/cancel', { id, reason: 'other' });
    expect(await payWith('#00f')).toBe('escrow_state');
    const stored = async () => venue.database.query('select 1 from app.p2p_vouchers where order_id = $1', [id]);
    expect(await stored()).toHaveLength(10);
  });

  test('of a picture with which the same buyer has paid another order', async () => {
    const pair = await openPair(venue, 'used');
    const { person } = pair.buyer;
    const payWith = async (id: number, picture: string) =>
      (await person.post('legal/pay', { id, voucher: await imageOf(venue, person.token, picture) })).body;
    const first = await taken(pair);
    expect((await payWith(first.id, 'first')).code).toBe(1);
    await release(pair, first.id);
    const second = await taken(pair, { amount: '721' });
    const refusal = { error: 'voucher_used', details: { number: first.number } };
    expect(await payWith(second.id, 'first')).toMatchObject(refusal);
    expect((await detail(person, second.id)).data).toMatchObject({ status: 1, voucher: null });
    expect((await payWith(second.id, 'second')).code).toBe(1);
    // A picture that was filed for nothing is free.
    const third = await taken(pair, { amount: '722' });
    await person.post('legal/cancel', { id: third.id, reason: 'other' });
    const late = { id: third.id, voucher: await imageOf(venue, person.token, 'first') };
    expect((await person.post('legal/late', late)).body).toMatchObject(refusal);
    late.voucher = await imageOf(venue, person.token, 'late');
    expect((await person.post('legal/late', late)).body.code).toBe(1);
    const fourth = await taken(pair, { amount: '723' });
    expect((await payWith(fourth.id, 'late')).code).toBe(1);
    expect((await detail(pair.merchant.person, fourth.id)).data.marks).toEqual(['voucher_seen']);
  });

  test('of a picture that another buyer has used is none, but a mark for the seller', async () => {
    const [pair, other] = [await openPair(venue, 'seen'), await openPair(venue, 'seen-again')];
    const picture = 'seen';
    for (const { buyer, id } of [
      { buyer: pair.buyer.person, id: (await taken(pair)).id },
      { buyer: other.buyer.person, id: (await taken(other)).id },
    ]) {
      const voucher = await imageOf(venue, buyer.token, picture);
      expect((await buyer.post('legal/pay', { id, voucher })).body.code).toBe(1);
      const seller = buyer === pair.buyer.person ? pair.merchant.person : other.merchant.person;
      const marks = seller === pair.merchant.person ? [] : ['voucher_seen'];
      expect((await detail(seller, id)).data.marks).toEqual(marks);
      expect((await detail(buyer, id)).data.marks).toEqual([]);
    }
  });
});

describe('a late payment', () => {
  test('names the account that was paid if there are several, of which its buyer still sees the list', async () => {
    const merchant = await openShop(venue, 'late-shop');
    const buyer = await openTrader(venue, 'late-buyer', '0');
    for (const { person } of [merchant, buyer]) await addTradePassword(venue, person);
    const second = await bankAccountOf(venue, merchant.person, Date.now(), '6222020200112233453');
    const { data } = await addAd(merchant, { methods: [merchant.method, second] });
    const pair = { merchant, buyer, ad: data.id };
    const { id } = await taken(pair);
    await buyer.person.post('legal/cancel', { id, reason: 'other' });
    const payees = async ({ person }: Trader) => (await detail(person, id)).data.payees.map((payee) => payee.id);
    expect([await payees(buyer), await payees(merchant)]).toEqual([[merchant.method, second], []]);
    const voucher = await imageOf(venue, buyer.person.token);
    const late = async (more: object) =>
      (await buyer.person.post<LegalOrderDetail>('legal/late', { id, voucher, ...more })).body;
    expect((await late({})).error).toBe('method_required');
    expect((await late({ method_id: second + 1 })).error).toBe('method_unknown');
    const [one, two] = await Promise.all([late({ method_id: second }), late({ method_id: second })]);
    expect([one.code, two.code]).toEqual([1, 1]);
    const others = await imageOf(venue, buyer.person.token);
    expect((await late({ method_id: second, voucher: others })).error).toBe('escrow_state');
    expect(await payees(buyer)).toEqual([]);
    const stored = await venue.database.query('select method_id from app.p2p_vouchers where order_id = $1', [id]);
    expect(stored).toEqual([{ method_id: String(second) }]);
    expect((await detail(merchant.person, id)).data.payee).toMatchObject({ id: second });
    const reopen = { id, pay_password: testPassword };
    const again = await merchant.person.post<LegalOrderDetail>('legal/reopen', reopen);
    expect(again.body.data).toMatchObject({ status: 2, payee: { id: second } });
  });
});

describe.each(['outflow', 'trading'] as const)('a restriction of the scope %s', (scope) => {
  async function restrict({ person }: Trader): Promise<void> {
    const change = { type: 'restrict_user', before: 'none', scope, operator: userId(7), cause: 'incident' } as const;
    await venue.operate({ ...change, user: userId(person.id) });
  }

  test('cancels the unpaid orders of a seller, and puts the paid ones in an appeal', async () => {
    const pair = await openPair(venue, `seller-${scope}`);
    const sold = await paid(venue, pair);
    const open = await taken(pair, { amount: '721' });
    await restrict(pair.merchant);
    expect((await detail(pair.buyer.person, open.id)).data).toMatchObject({ status: 6, end_reason: 'frozen' });
    expect((await detail(pair.buyer.person, sold.id)).data).toMatchObject({
      status: 4,
      can: ['concede', 'evidence', 'say', 'block', 'report'],
    });
    expect(
      (await pair.merchant.person.post('legal/concede', { id: sold.id, pay_password: testPassword })).body.error,
    ).toBe('account_frozen');
    expect((await take(pair, { amount: '722' })).error).toBe('ad_not_open');
    // A buyer who had paid in time files the payment, which opens an appeal about the cancelled order.
    const voucher = await imageOf(venue, pair.buyer.person.token);
    const late = await pair.buyer.person.post<LegalOrderDetail>('legal/late', { id: open.id, voucher });
    expect(late.body.data).toMatchObject({
      status: 6,
      appeal: { reason: 'late', opened_by: 'exchange', outcome: null },
    });
  });

  test('cancels the unpaid orders of a buyer alone, and stops neither release nor concession', async () => {
    const pair = await openPair(venue, `buyer-${scope}`);
    const released = await paid(venue, pair);
    const conceded = await taken(pair, { amount: '721' });
    await pay(venue, pair, conceded.id);
    const open = await taken(pair, { amount: '722' });
    await restrict(pair.buyer);
    const { person } = pair.buyer;
    expect((await detail(person, open.id)).data).toMatchObject({ status: 6, end_reason: 'frozen' });
    for (const { id } of [released, conceded]) expect((await detail(person, id)).data.status).toBe(2);
    expect((await take(pair, { amount: '723' })).error).toBe('account_frozen');
    expect((await release(pair, released.id)).data.status).toBe(5);
    expect(await fiatAccount(pair.buyer)).toEqual(['100', '0']);
    const concession = { id: conceded.id, pay_password: testPassword };
    const back = await person.post<LegalOrderDetail>('legal/concede', concession);
    expect(back.body.data).toMatchObject({ status: 6, end_reason: 'refunded' });
    // The buyer had paid: the seller, who is free, can reopen the order.
    const voucher = await imageOf(venue, person.token);
    expect((await person.post('legal/late', { id: open.id, voucher })).body.code).toBe(1);
    const reopen = { id: open.id, pay_password: testPassword };
    const again = await pair.merchant.person.post<LegalOrderDetail>('legal/reopen', reopen);
    expect(again.body.data).toMatchObject({ status: 2 });
    expect((await detail(person, open.id)).data.appeal).toMatchObject({ reason: 'late', outcome: 'conceded' });
  });

  test('leaves an appeal to the concession of the buyer, or to staff', async () => {
    const pair = await openPair(venue, `appeal-${scope}`);
    const { id } = await paid(venue, pair);
    expect((await pair.merchant.person.post('shop/abnormal', { id, reason: 'third_party' })).body.code).toBe(1);
    await restrict(pair.merchant);
    const { person } = pair.merchant;
    expect((await detail(person, id)).data).toMatchObject({ status: 7, can: ['evidence', 'say', 'block', 'report'] });
    expect((await person.post('legal/appeal_withdraw', { id })).body.error).toBe('escrow_state');
    const proof = { id, pay_password: testPassword };
    expect((await person.post('legal/concede', proof)).body.error).toBe('account_frozen');
    const back = await pair.buyer.person.post<LegalOrderDetail>('legal/concede', proof);
    expect(back.body.data).toMatchObject({ status: 6, end_reason: 'refunded' });
  });
});

test('an owner who freezes the own account cancels and appeals orders as staff would', async () => {
  const pair = await openPair(venue, 'owner');
  const sold = await paid(venue, pair);
  const open = await taken(pair, { amount: '721' });
  expect((await pair.merchant.person.post('user/freeze', {})).body.code).toBe(1);
  const { person } = pair.buyer;
  await expect
    .poll(async () => (await detail(person, open.id)).data)
    .toMatchObject({ status: 6, end_reason: 'frozen' });
  expect((await detail(person, sold.id)).data).toMatchObject({
    status: 4,
    can: ['concede', 'evidence', 'say', 'block', 'report'],
  });
});

test('a merchant who takes an ad off the shelf ends no order', async () => {
  const pair = await openPair(venue, 'shelf');
  const order = await paid(venue, pair);
  expect((await pair.merchant.person.post('shop/ad_state', { id: pair.ad, state: 'off_shelf' })).body.code).toBe(1);
  expect((await take(pair, { amount: '721' })).error).toBe('ad_not_open');
  expect((await release(pair, order.id)).data.status).toBe(5);
  const other = await addAd(pair.merchant);
  expect(other.code).toBe(1);
});

test('each side rates an order once, after its end', async () => {
  const pair = await openPair(venue, 'rates');
  const order = await paid(venue, pair);
  const rate = async (who: 'buyer' | 'merchant', good: 0 | 1, text?: string) =>
    (await pair[who].person.post('legal/rate', { id: order.id, good, ...(text === undefined ? {} : { text }) })).body;
  expect((await rate('buyer', 1)).error).toBe('escrow_state');
  await release(pair, order.id);
  expect(await rate('buyer', 1, 'Fast')).toMatchObject({ code: 1, data: { good: 1, text: 'Fast' } });
  expect((await rate('buyer', 0)).error).toBe('rating_exists');
  expect((await rate('merchant', 0, '\u200bhidden')).error).toBe('invalid_request');
  expect((await rate('merchant', 1)).code).toBe(1);
  await expect
    .poll(async () => (await detail(pair.buyer.person, order.id)).data.rating)
    .toMatchObject({ good: 1, text: 'Fast' });
});
