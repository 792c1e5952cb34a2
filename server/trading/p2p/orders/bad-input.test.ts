import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningVenue, testPassword } from '../../../testing/running-venue.ts';
import { imageOf, upload } from '../../../testing/uploads.ts';
import { addAd, adOf, application, fiatAccount, openTrader, type Trader } from '../testing/open-shop.ts';
import { detail, openPair, paid, type Pair, pay, release, take, taken } from './testing/order-client.ts';

let venue: RunningVenue;
let pair: Pair;
/** A paid order of the pair. */
let order: number;

beforeAll(async () => {
  venue = await RunningVenue.open({
    settings: { demo_review_seconds: 1, p2p_day_usd: 100_000 },
  });
  pair = await openPair(venue, 'input');
  order = (await paid(venue, pair)).id;
});

afterAll(async () => {
  await venue.close();
});

async function errorOf({ person }: Trader, path: string, body: object): Promise<string | undefined> {
  return (await person.post(path, body)).body.error;
}

const largest = Number.MAX_SAFE_INTEGER;
/** Values that are not ids. */
const ids: readonly unknown[] = [-1, 0.5, 2 ** 53, 1e30, '1e3', '-1', '+1', ' 1', '0x1', '１', null, [1], {}, true];

describe('the id of an order', () => {
  const calls: readonly (readonly [string, object])[] = [
    ['legal/pay', { voucher: 'a'.repeat(32) }],
    ['legal/cancel', { reason: 'other' }],
    ['legal/ask_cancel', {}],
    ['legal/release', { pay_password: testPassword }],
    ['legal/concede', { pay_password: testPassword }],
    ['legal/appeal', { reason: 'other', content: 'words' }],
    ['legal/evidence', { content: 'words' }],
    ['legal/appeal_withdraw', {}],
    ['legal/late', { voucher: 'a'.repeat(32) }],
    ['legal/reopen', { pay_password: testPassword }],
    ['legal/say', { text: 'words' }],
    ['legal/rate', { good: 1 }],
    ['shop/abnormal', { reason: 'other' }],
  ];

  test.each(calls)('is refused by %s unless it is one', async (path, body) => {
    const found: unknown[] = [];
    for (const id of ids) found.push([id, await errorOf(pair.buyer, path, { ...body, id })]);
    expect(found).toEqual(ids.map((id) => [id, 'invalid_request']));
    for (const id of [0, largest, String(largest).slice(0, 15)]) {
      expect([id, await errorOf(pair.buyer, path, { ...body, id })]).toEqual([id, 'escrow_unknown']);
    }
  });

  test.each(['legal/order', 'legal/messages', 'shop/order'])('is refused by %s unless it is one', async (path) => {
    const error = async (id: string) =>
      (await pair.buyer.person.get(`${path}?id=${encodeURIComponent(id)}`)).body.error;
    for (const id of ['-1', '1.5', '1e3', '0x1', '１', '', '9'.repeat(16)]) {
      expect([id, await error(id)]).toEqual([id, 'invalid_request']);
    }
    for (const id of ['0', '9'.repeat(15)]) expect([id, await error(id)]).toEqual([id, 'escrow_unknown']);
  });

  test('of others is unknown', async () => {
    const stranger = await openTrader(venue, 'input-stranger', '0');
    for (const [path, body] of calls) {
      expect([path, await errorOf(stranger, path, { ...body, id: order })]).toEqual([path, 'escrow_unknown']);
    }
    for (const path of ['legal/order', 'legal/messages', 'shop/order']) {
      expect((await stranger.person.get(`${path}?id=${order}`)).body.error).toBe('escrow_unknown');
    }
  });
});

describe('a number in a list', () => {
  test.each([
    ['legal/orders?status=0', 'invalid_request'],
    ['legal/orders?status=8', 'invalid_request'],
    ['legal/orders?status=1e1', 'invalid_request'],
    ['legal/orders?page=0', 'invalid_request'],
    [`legal/orders?page=${'9'.repeat(15)}`, 'invalid_request'],
    ['legal/orders?limit=101', 'invalid_request'],
    ['legal/orders?limit=-1', 'invalid_request'],
    ['legal/orders?page=10000&limit=100', undefined],
  ])('of %s is answered with %s', async (path, error) => {
    expect((await pair.buyer.person.get(path)).body.error).toBe(error);
  });

  test.each([0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 40, 999_999_999_999_999])(
    'may be any number of a message: after %s',
    async (after) => {
      const { body } = await pair.buyer.person.get<{ data: { i: number }[] }>(
        `legal/messages?id=${order}&after=${after}`,
      );
      expect(body.code).toBe(1);
      expect(body.data.data.filter(({ i }) => i <= after)).toEqual([]);
    },
  );
});

describe('an amount', () => {
  test.each([
    ['-720', 'invalid_request'],
    ['+720', 'invalid_request'],
    ['7.2e2', 'invalid_request'],
    ['720,00', 'invalid_request'],
    ['７２０', 'invalid_request'],
    ['7\u200b20', 'invalid_request'],
    ['\u202e027', 'invalid_request'],
    [' 720', 'invalid_request'],
    ['NaN', 'invalid_request'],
    ['Infinity', 'invalid_request'],
    [720.5e300, 'invalid_request'],
    [-720, 'invalid_request'],
    [null, 'invalid_request'],
    ['0', 'quantity_required'],
    ['0.00', 'quantity_required'],
    ['720.001', 'quantity_precision'],
    ['9'.repeat(30), 'amount_too_large'],
    ['90071992547409.91', 'amount_too_large'],
    ['9000000000.00', 'order_amount_range'],
  ])('of an order of %j is answered with %s', async (amount, error) => {
    expect((await take(pair, { amount })).error).toBe(error);
  });

  test.each([
    ['-100', 'invalid_request'],
    ['1e2', 'invalid_request'],
    ['0.0000001', 'quantity_precision'],
    ['9'.repeat(30), 'amount_too_large'],
    ['9007199254.740991', 'order_amount_range'],
  ])('of coins of %j is answered with %s', async (number, error) => {
    expect((await take(pair, { amount: undefined, number })).error).toBe(error);
  });

  test.each(['-7.2', '7e0', '0', '', '7.2\u200b', '9'.repeat(30), 7.2e300])(
    'of a price of %j opens no order',
    async (price) => {
      const { code, error } = await take(pair, { price });
      expect([code, ['invalid_request', 'price_moved'].includes(error ?? '')]).toEqual([0, true]);
    },
  );

  test.each([
    ['price', '7.2e0'],
    ['price', '７.2'],
    ['percent', '1e1'],
    ['percent', '--1'],
    ['total', '-1'],
    ['total', '1e3'],
    ['min', '\u202e001'],
    ['max', '1e9'],
    ['pay_minutes', -15],
    ['pay_minutes', 15.5],
    ['orders', 1e30],
    ['days', -1],
    ['methods', []],
    ['methods', [-1]],
    ['methods', ['1; drop table app.ads']],
  ])('of an ad with the %s %j is refused', async (field, value) => {
    const price = field === 'percent' ? { price: undefined } : {};
    expect((await addAd(pair.merchant, { ...price, [field]: value })).error).toBe('invalid_request');
  });
});

describe('a text that looks like another one', () => {
  /** A text with each character that hides, moves or reverses others. */
  const deceptive = [
    '\u0000',
    '\u0007',
    '\u200b',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
  ];

  test.each(deceptive.map((sign) => [sign.codePointAt(0)?.toString(16) ?? '', sign]))(
    'is refused everywhere: U+%s',
    async (_code, sign) => {
      const text = `rel${sign}ease`;
      const { buyer, merchant } = pair;
      const { currency_id: _currency, fiat: _fiat, side: _side, ...terms } = adOf(merchant);
      const found = [
        await errorOf(buyer, 'legal/say', { id: order, text }),
        await errorOf(buyer, 'legal/appeal', { id: order, reason: 'other', content: text }),
        await errorOf(buyer, 'legal/evidence', { id: order, content: text }),
        await errorOf(merchant, 'shop/abnormal', { id: order, reason: 'other', content: text }),
        await errorOf(buyer, 'legal/rate', { id: order, good: 1, text }),
        await errorOf(buyer, 'legal/report', { subject: 'ad', id: pair.ad, reason: 'other', content: text }),
        await errorOf(merchant, 'shop/ad_add', { ...adOf(merchant), terms: text }),
        await errorOf(merchant, 'shop/ad_add', { ...adOf(merchant), auto_reply: text }),
        await errorOf(merchant, 'shop/ad_edit', { id: pair.ad, ...terms, terms: text }),
        await errorOf(buyer, 'shop/apply', { ...application, method: buyer.method, name: text }),
        await errorOf(buyer, 'shop/apply', { ...application, method: buyer.method, words: text }),
      ];
      expect(found).toEqual(found.map(() => 'invalid_request'));
    },
  );

  test('does not open an appeal or add a message', async () => {
    expect((await detail(pair.buyer.person, order)).data).toMatchObject({ status: 2, appeal: null });
    const { body } = await pair.buyer.person.get<{ last: number }>(`legal/messages?id=${order}`);
    expect(body.data.last).toBe(2);
  });

  test('is none in Arabic, Hebrew or Hindi', async () => {
    const written = ['لقد دفعت المبلغ', 'שילמתי עכשיו', 'मैंने भुगतान किया'];
    for (const text of [...written, 'क्\u200dष', '👩\u200d💻']) {
      const { body } = await pair.merchant.person.post<{ text: string }>('legal/say', { id: order, text });
      expect(body.data.text).toBe(text);
    }
  });
});

describe('a reason', () => {
  test.each([
    ['legal/cancel', {}],
    ['legal/appeal', { content: 'words' }],
    ['shop/abnormal', {}],
  ])('of %s is one of a list', async (path, body) => {
    for (const reason of ['', 'OTHER', 'other ', 'silence', 'held', '<script>', 'x'.repeat(1_000), null, 1]) {
      expect([reason, await errorOf(pair.merchant, path, { ...body, id: order, reason })]).toEqual([
        reason,
        'invalid_request',
      ]);
    }
  });
});

describe('a picture', () => {
  test('that is invalid is no image, so no call knows it', async () => {
    const { token } = pair.buyer.person;
    const script = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
    for (const bytes of [new Uint8Array(), script, jpeg]) {
      expect((await upload(venue, token, bytes)).code).toBe(0);
    }
    const { id } = await taken(pair, { amount: '801' });
    for (const voucher of ['a'.repeat(32), `/api/common/image?id=${'a'.repeat(32)}`]) {
      expect(await errorOf(pair.buyer, 'legal/pay', { id, voucher })).toBe('image_unknown');
    }
    for (const voucher of ['', 'a', '../../etc/passwd', 'https://evil.example/a.png', `${'a'.repeat(31)}'`, 7]) {
      expect([voucher, await errorOf(pair.buyer, 'legal/pay', { id, voucher })]).toEqual([voucher, 'invalid_request']);
    }
    expect((await pair.buyer.person.post('legal/cancel', { id, reason: 'other' })).body.code).toBe(1);
  });

  test('of another user is unknown to every call', async () => {
    const image = await imageOf(venue, pair.merchant.person.token);
    const { id } = await taken(pair, { amount: '802' });
    expect(await errorOf(pair.buyer, 'legal/pay', { id, voucher: image })).toBe('image_unknown');
    expect(await errorOf(pair.buyer, 'legal/say', { id, image })).toBe('image_unknown');
    expect((await pair.buyer.person.get(`common/image?id=${image}`)).body.error).toBe('image_unknown');
    expect((await pair.buyer.person.post('legal/cancel', { id, reason: 'other' })).body.code).toBe(1);
  });

  test('that was sent for an order that no longer waits for one is not kept', async () => {
    const other = await openPair(venue, 'again');
    const one = await paid(venue, other);
    const kept = async () =>
      (await venue.database.query('select 1 from app.p2p_vouchers where order_id = $1', [one.id])).length;
    expect((await pay(venue, other, one.id, {}, '#111')).error).toBe('escrow_state');
    expect(await kept()).toBe(1);
    await release(other, one.id);
    expect((await pay(venue, other, one.id, {}, '#222')).error).toBe('escrow_state');
    expect(await kept()).toBe(1);
  });

  test('of an appeal that is opened too early is not kept', async () => {
    const images = [await imageOf(venue, pair.buyer.person.token, '#333')];
    const appeal = { id: order, reason: 'other', content: 'The seller does not answer.', images };
    const { body } = await pair.buyer.person.post('legal/appeal', appeal);
    expect(body).toMatchObject({ error: 'appeal_early', details: { minutes: 10 } });
    expect(await venue.database.query('select 1 from app.p2p_appeals where order_id = $1', [order])).toEqual([]);
    const kinds = await venue.database.query('select kind from app.images where id = $1', images);
    expect(kinds).toEqual([{ kind: null }]);
  });
});

test('requests of a day that the exchange refuses are stored up to a limit', async () => {
  const other = await openPair(venue, 'refused');
  await taken(other);
  const errors: (string | undefined)[] = [];
  for (let n = 0; n < 101; n += 1) errors.push((await take(other, { amount: '730' })).error);
  expect(new Set(errors.slice(0, 99))).toEqual(new Set(['unpaid_order_exists']));
  expect(errors.slice(99)).toEqual(['opens_exhausted', 'opens_exhausted']);
  const own = 'select 1 from app.p2p_orders where requester_id = $1';
  expect(await venue.database.query(own, [other.buyer.person.id])).toHaveLength(100);
  expect(await fiatAccount(other.merchant)).toEqual(['18500', '1500']);
});

test('no request of these tests is an error of the server', () => {
  expect(venue.logged.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
});
