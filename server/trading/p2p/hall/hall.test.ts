import type { LegalAd, LegalCurrencies, LegalInfo, LegalMerchant } from '@bourse/contract/p2p';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue } from '../../../testing/running-venue.ts';
import { addAd, openShop, openTrader, type Trader, usdt } from '../testing/open-shop.ts';

let venue: RunningVenue;
let cheap: Trader;
let dear: Trader;
let taker: Trader;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1 } });
  [cheap, dear] = [await openShop(venue, 'cheap'), await openShop(venue, 'dear')];
  taker = await openTrader(venue, 'taker');
  await addAd(cheap, { price: '7.1', min: '100', max: '500' });
  await addAd(dear, { percent: '2', price: undefined, total: '2000' });
  await addAd(dear, { side: 'buy', price: '7', methods: [1, 3] });
});

afterAll(async () => {
  await venue.close();
});

interface Page {
  readonly total: number;
  readonly data: LegalAd[];
}

async function list(query: string, person: Person | null = taker.person) {
  const path = `legal/list?currency_id=${usdt}&fiat=CNY&${query}`;
  const { body } = await (person === null ? venue.get<Page>(path) : person.get<Page>(path));
  return body;
}

function pricesOf({ data }: { readonly data: Page }): readonly (string | null)[] {
  return data.data.map(({ price }) => price);
}

async function stranger(): Promise<Person> {
  people += 1;
  return venue.person(`stranger-${people}`);
}

describe('the list of ads', () => {
  test('shows both kinds of prices in one order, the best for the taker first', async () => {
    const buying = await list('side=buy');
    expect(pricesOf(buying)).toEqual(['7.1', '7.33']);
    expect(buying.data.data).toMatchObject([
      { side: 'buy', floating: 0, left: '1000', obstacle: null, merchant: { name: 'Lee Exchange', level: 1 } },
      { side: 'buy', floating: 1, left: '2000', obstacle: null },
    ]);
    expect(pricesOf(await list('side=sell'))).toEqual(['7']);
  });

  test('has ads that the caller can take before others, and says why not', async () => {
    const person = await stranger();
    const unverified = await list('side=buy', person);
    expect(unverified.data.data.map(({ obstacle }) => obstacle)).toEqual([
      'verification_required',
      'verification_required',
    ]);
    const own = await list('side=buy', cheap.person);
    expect(own.data.data.map(({ obstacle, price }) => [price, obstacle])).toEqual([
      ['7.33', null],
      ['7.1', 'ad_own'],
    ]);
    const visitor = await list('side=buy', null);
    expect(visitor.data.data.map(({ obstacle }) => obstacle)).toEqual([null, null]);
    await venue.database.query('delete from app.payment_method_versions where method_id = $1', [taker.method]);
    await venue.database.query('delete from app.payment_methods where id = $1', [taker.method]);
    expect((await list('side=sell')).data.data.map(({ obstacle }) => obstacle)).toEqual(['method_required']);
  });

  test('is filtered by amount and payment type, and paged', async () => {
    expect(pricesOf(await list('side=buy&amount=600'))).toEqual(['7.33']);
    expect(pricesOf(await list('side=buy&amount=50'))).toEqual([]);
    expect(pricesOf(await list('side=sell&type=alipay'))).toEqual(['7']);
    expect(pricesOf(await list('side=sell&type=3'))).toEqual(['7']);
    expect(pricesOf(await list('side=buy&type=alipay'))).toEqual([]);
    const second = await list('side=buy&page=2&limit=1');
    expect([second.data.total, ...pricesOf(second)]).toEqual([2, '7.33']);
    expect(pricesOf(await list('side=buy&page=3&limit=1'))).toEqual([]);
  });

  test.each([
    ['side=up', 'invalid_request'],
    ['side=buy&amount=1e3', 'invalid_request'],
    ['side=buy&amount=1.001', 'quantity_precision'],
    [`side=buy&amount=${'9'.repeat(30)}`, 'amount_too_large'],
    ['side=buy&type=cash', 'collect_type_unknown'],
    ['side=buy&type=sepa', 'collect_type_unknown'],
    ['side=buy&limit=101', 'invalid_request'],
    ['side=buy&page=0', 'invalid_request'],
  ])('refuses %s', async (query, error) => {
    expect((await list(query)).error).toBe(error);
  });

  test('refuses unknown currencies', async () => {
    const of = async (query: string) => (await venue.get(`legal/list?side=buy&${query}`)).body.error;
    expect(await of('currency_id=999&fiat=CNY')).toBe('currency_unknown');
    expect(await of(`currency_id=${usdt}&fiat=ZZZ`)).toBe('fiat_unknown');
  });
});

describe('the currencies and rules', () => {
  test('name the pairs with their decimals and references, which a demo fixes', async () => {
    const { data } = (await venue.get<LegalCurrencies>('legal/currencies')).body;
    expect(data.currencies[0]).toEqual({ id: usdt, code: 'USDT', logo: '/coins/usdt.svg', decimals: 6 });
    expect(data.fiats.map(({ code }) => code)).toContain('CNY');
    const pair = data.pairs.find(({ currency_id, fiat }) => currency_id === usdt && fiat === 'CNY');
    expect(pair).toEqual({ currency_id: usdt, fiat: 'CNY', price_decimals: 2, reference: '7.18', fixed: 1 });
  });

  test('say what applies to the caller', async () => {
    const { data } = (await venue.get<LegalInfo>('legal/info')).body;
    expect(data).toMatchObject({ demo: 1, band_percent: '20', pay_minutes: [15, 30, 60, 120], own: null });
    const own = (await taker.person.get<LegalInfo>('legal/info')).body.data.own;
    expect(own).toMatchObject({ verified: 1, is_seller: 0, day_limit: '2000', day_left: '2000', newcomer_left: 3 });
    const merchant = (await cheap.person.get<LegalInfo>('legal/info')).body.data.own;
    expect(merchant).toMatchObject({ is_seller: 1, day_limit: '10000', newcomer_left: 0 });
  });
});

describe('the profile of a merchant', () => {
  test('is public, with the open ads of both sides', async () => {
    const { data } = (await venue.get<LegalMerchant>(`legal/merchant?id=${dear.person.id}`)).body;
    expect(data).toMatchObject({ name: 'Lee Exchange', real_name: 1, advanced: 1, fiats: ['CNY'], blocked: 0 });
    expect(data.ads.map(({ side }) => side).toSorted()).toEqual(['buy', 'sell']);
  });

  test('does not exist for other users', async () => {
    for (const id of [taker.person.id, 999_999, 0, 2 ** 40]) {
      expect([id, (await cheap.person.get(`legal/merchant?id=${id}`)).body.error]).toEqual([id, 'user_unknown']);
    }
  });
});

describe('a block', () => {
  test('hides the ads of both from one another, and only its author sees it', async () => {
    const { id } = cheap.person;
    expect((await taker.person.post('legal/block', { id })).body.code).toBe(1);
    expect((await taker.person.post('legal/block', { id })).body.code).toBe(1);
    expect(pricesOf(await list('side=buy'))).toEqual(['7.33']);
    expect((await taker.person.get<{ trader: { id: number } }[]>('legal/blocks')).body.data).toMatchObject([
      { trader: { id } },
    ]);
    expect((await cheap.person.get('legal/blocks')).body.data).toEqual([]);
    const profile = (await taker.person.get<LegalMerchant>(`legal/merchant?id=${id}`)).body.data;
    expect(profile).toMatchObject({ blocked: 1, ads: [] });
    await taker.person.post('legal/unblock', { id });
    expect(pricesOf(await list('side=buy'))).toEqual(['7.1', '7.33']);
    await dear.person.post('legal/block', { id: cheap.person.id });
    expect(pricesOf(await list('side=buy', cheap.person))).toEqual(['7.1']);
    const hidden = (await cheap.person.get<LegalMerchant>(`legal/merchant?id=${dear.person.id}`)).body.data;
    expect(hidden).toMatchObject({ blocked: 0, ads: [] });
    await dear.person.post('legal/unblock', { id: cheap.person.id });
  });

  test('is of a merchant or the other side of an order, never of oneself', async () => {
    for (const id of [cheap.person.id, taker.person.id, 999_999]) {
      const person = id === cheap.person.id ? cheap.person : dear.person;
      expect((await person.post('legal/block', { id })).body.error).toBe('user_unknown');
    }
    expect((await taker.person.post('legal/unblock', { id: 999_999 })).body.error).toBe('user_unknown');
  });

  test('is one of at most 500', async () => {
    const person = await stranger();
    await venue.database.query(
      `insert into app.users (id, email, email_key, mobile, password_hash, invite_code, created_at)
       select 2000000 + n, '', null, '', '', 'BLOCK' || n, 1 from generate_series(1, 500) n`,
    );
    await venue.database.query(
      `insert into app.trader_blocks select $1, 2000000 + n, 1 from generate_series(1, 500) n`,
      [person.id],
    );
    const { body } = await person.post('legal/block', { id: cheap.person.id });
    expect(body).toMatchObject({ error: 'blocks_full', details: { maximum: 500 } });
  });
});

describe('a report', () => {
  test('is written once as long as it is undecided', async () => {
    const { data } = (await list('side=buy')).data;
    const id = data[0]?.id ?? 0;
    const report = { subject: 'ad', id, reason: 'price', content: 'far too low' };
    expect((await taker.person.post('legal/report', report)).body.code).toBe(1);
    expect((await taker.person.post('legal/report', report)).body.error).toBe('report_exists');
    const trader = { subject: 'trader', id: dear.person.id, reason: 'fraud' };
    expect((await taker.person.post('legal/report', trader)).body.code).toBe(1);
    expect((await cheap.person.post('legal/report', report)).body.error).toBe('ad_unknown');
    expect((await taker.person.post('legal/report', { ...report, id: 999_999 })).body.error).toBe('ad_unknown');
    expect((await taker.person.post('legal/report', { ...trader, id: 999_999 })).body.error).toBe('user_unknown');
    expect((await taker.person.post('legal/report', { ...trader, reason: 'none' })).body.error).toBe('invalid_request');
  });

  test('is one of at most twenty a day', async () => {
    const person = await stranger();
    await venue.database.query(
      `insert into app.trader_reports (subject, user_id, reporter_id, reason, content, state, created_at)
       select 'trader', $1, $2, 'spam', '', 'dismissed', $3 from generate_series(1, 20)`,
      [cheap.person.id, person.id, Date.now()],
    );
    const report = { subject: 'trader', id: cheap.person.id, reason: 'spam' };
    expect((await person.post('legal/report', report)).body.error).toBe('too_many_requests');
  });
});
