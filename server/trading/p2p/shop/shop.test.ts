import type { ShopAd, ShopInfo } from '@bourse/contract/p2p';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Envelope, RunningVenue } from '../../../testing/running-venue.ts';
import {
  addAd,
  addFactor,
  adOf,
  application,
  applyFor,
  btc,
  fiatAccount,
  openShop,
  openTrader,
  shopOf,
  type Trader,
} from '../testing/open-shop.ts';

let venue: RunningVenue;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open({ settings: { demo_review_seconds: 1 } });
});

afterAll(async () => {
  await venue.close();
});

function name(): string {
  people += 1;
  return `trader-${people}`;
}

async function post<Data>(trader: Trader, path: string, body: object, headers = {}): Promise<Envelope<Data>> {
  return (await trader.person.post<Data>(path, body, headers)).body;
}

async function ads(trader: Trader, query = ''): Promise<ShopAd[]> {
  return (await trader.person.get<{ data: ShopAd[] }>(`shop/ads${query}`)).body.data.data;
}

/** The terms of an edit: those of an ad without the parts that never change. */
function editOf(trader: Trader, id: number, changes: Readonly<Record<string, unknown>> = {}) {
  const { currency_id: _currency, fiat: _fiat, side: _side, ...terms } = adOf(trader);
  return { id, ...terms, ...changes };
}

describe('an application', () => {
  test('holds the bond in five parts, and is approved by a demo', async () => {
    const trader = await openTrader(venue, name());
    await addFactor(venue, trader.person);
    expect(await shopOf(trader)).toMatchObject({ state: 'none', level: null, bond: { needed: '500', held: '0' } });
    const applied = await applyFor(trader);
    expect(applied).toMatchObject({ code: 1, data: { state: 'pending', name: 'Lee Exchange', bond: { held: '500' } } });
    expect(await fiatAccount(trader)).toEqual(['19500', '500']);
    const parts = await venue.database.query(`select amount::text, stage from app.merchant_bonds where user_id = $1`, [
      trader.person.id,
    ]);
    expect(parts).toEqual(Array.from({ length: 5 }, () => ({ amount: '100000000', stage: 'held' })));
    await vi.waitUntil(async () => (await shopOf(trader)).state === 'approved', { interval: 50, timeout: 30_000 });
    expect(await shopOf(trader)).toMatchObject({ level: 1, ads_maximum: 3, order_maximum_usd: '10000' });
    expect((await trader.person.get('user/info')).body.data).toMatchObject({ is_seller: true });
  });

  test('names the first condition that is not met, and holds nothing', async () => {
    const person = await venue.person(name());
    const stranger = { person, method: 1 };
    expect((await applyFor(stranger)).error).toBe('verification_required');
    const trader = await openTrader(venue, name(), '499');
    expect((await applyFor(trader)).error).toBe('second_factor_missing');
    await addFactor(venue, trader.person);
    expect((await post(trader, 'shop/apply', { ...application, method: 999_999 })).error).toBe('method_unknown');
    expect(await applyFor(trader)).toMatchObject({
      error: 'bond_required',
      details: { needed: '500', currency: 'USDT' },
    });
    expect((await post(trader, 'shop/apply', { ...application, name: '  a  ', method: trader.method })).error).toBe(
      'invalid_request',
    );
    expect(await fiatAccount(trader)).toEqual(['499', '0']);
    expect((await shopOf(trader)).state).toBe('none');
  });

  test('waits after a password was changed', async () => {
    const trader = await openTrader(venue, name());
    await addFactor(venue, trader.person);
    await venue.database.query('update app.users set password_changed_at = $1 where id = $2', [
      Date.now(),
      trader.person.id,
    ]);
    expect((await applyFor(trader)).error).toBe('p2p_cooling_off');
  });

  test('under one key is stored once, and twenty at once hold one bond', async () => {
    const trader = await openTrader(venue, name());
    await addFactor(venue, trader.person);
    const headers = { 'idempotency-key': 'apply-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => applyFor(trader, headers)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1]));
    expect(await fiatAccount(trader)).toEqual(['19500', '500']);
    const other = { ...application, words: 'Another text for the same key.', method: trader.method };
    expect((await post(trader, 'shop/apply', other, headers)).error).toBe('idempotency_key_reused');
    const again = await applyFor(trader);
    expect(['application_pending', 'merchant_already']).toContain(again.error);
  });

  test('can be withdrawn, which returns the bond at once', async () => {
    const trader = await openTrader(venue, name());
    await addFactor(venue, trader.person);
    await applyFor(trader);
    await venue.database.query(`update app.merchants set state = 'pending', decided_at = null where user_id = $1`, [
      trader.person.id,
    ]);
    expect(await post<ShopInfo>(trader, 'shop/leave', {})).toMatchObject({ code: 1 });
    await vi.waitUntil(async () => (await fiatAccount(trader))[0] === '20000', { interval: 20, timeout: 10_000 });
  });
});

describe('an ad that sells', () => {
  test('locks its coins whatever keys its merchant has used', async () => {
    const trader = await openShop(venue, name());
    const sequence = `select nextval(pg_get_serial_sequence('app.ad_moves', 'id'))::int as n`;
    const [last] = await venue.database.query<{ n: number }>(sequence);
    const move = { currency_id: 3, from: 'change_account', to: 'lever_account', balance: '1' };
    // The movement of the new ad has the next number.
    const headers = { 'idempotency-key': `p2p-ad-${(last?.n ?? 0) + 1}` };
    expect((await post(trader, 'account/transfer', move, headers)).code).toBe(1);
    expect(await addAd(trader)).toMatchObject({ code: 1, data: { state: 'open', left: '1000' } });
    expect(await fiatAccount(trader)).toEqual(['18500', '1500']);
  });

  test('locks its total, is listed for takers, and can be edited and taken off the shelf', async () => {
    const trader = await openShop(venue, name());
    const added = await addAd(trader, { percent: '0.5', price: undefined, terms: 'Own account only.' });
    expect(added).toMatchObject({
      code: 1,
      data: {
        side: 'sell',
        state: 'open',
        total: '1000',
        left: '1000',
        percent: '0.5',
        price: null,
        price_now: '7.22',
      },
    });
    const { id } = added.data;
    expect(await fiatAccount(trader)).toEqual(['18500', '1500']);
    const edited = await post<ShopAd>(trader, 'shop/ad_edit', editOf(trader, id, { total: '1500', price: '7.25' }));
    expect(edited.data).toMatchObject({ version: 2, total: '1500', price: '7.25', percent: null });
    expect(await fiatAccount(trader)).toEqual(['18000', '2000']);
    await post(trader, 'shop/ad_edit', editOf(trader, id, { total: '700' }));
    expect(await fiatAccount(trader)).toEqual(['18800', '1200']);
    const suspended = await post<ShopAd>(trader, 'shop/ad_state', { id, state: 'suspended' });
    expect(suspended.data).toMatchObject({ state: 'suspended', suspended_by: 'merchant' });
    expect((await post<ShopAd>(trader, 'shop/ad_state', { id, state: 'open' })).data.state).toBe('open');
    const off = await post<ShopAd>(trader, 'shop/ad_state', { id, state: 'off_shelf' });
    expect(off.data).toMatchObject({ state: 'off_shelf', suspended_by: null });
    expect(await fiatAccount(trader)).toEqual(['19500', '500']);
    expect((await post(trader, 'shop/ad_state', { id, state: 'open' })).error).toBe('ad_not_open');
    expect((await post(trader, 'shop/ad_edit', editOf(trader, id))).error).toBe('ad_not_open');
    expect(await ads(trader)).toEqual([]);
    expect((await ads(trader, '?state=off_shelf')).map((ad) => ad.id)).toEqual([id]);
  });

  test('is refused with what is wrong with it, and locks nothing', async () => {
    const trader = await openShop(venue, name());
    const cases: readonly [Readonly<Record<string, unknown>>, string][] = [
      [{ currency_id: 999 }, 'currency_unknown'],
      [{ fiat: 'ZZZ' }, 'fiat_unknown'],
      [{ price: undefined }, 'price_required'],
      [{ price: '7.2', percent: '1' }, 'invalid_request'],
      [{ price: '7.201' }, 'price_precision'],
      [{ price: '-7' }, 'invalid_request'],
      [{ price: '1e1' }, 'invalid_request'],
      [{ price: '99' }, 'price_out_of_range'],
      [{ price: undefined, percent: '20.01' }, 'price_out_of_range'],
      [{ price: undefined, percent: '1.255' }, 'invalid_request'],
      [{ min: '0' }, 'quantity_required'],
      [{ min: '1.001' }, 'quantity_precision'],
      [{ total: '0.0000001' }, 'quantity_precision'],
      [{ total: '9'.repeat(30) }, 'amount_too_large'],
      [{ min: '5001' }, 'ad_range_invalid'],
      [{ total: '10', min: '100' }, 'ad_range_invalid'],
      [{ methods: [999_999] }, 'method_unknown'],
      [{ methods: [trader.method, trader.method] }, 'method_unknown'],
      [{ pay_minutes: 16 }, 'pay_minutes_unknown'],
      [{ total: '999999' }, 'insufficient_balance'],
      [{ side: 'both' }, 'invalid_request'],
      [{ terms: 'x'.repeat(501) }, 'invalid_request'],
      [{ orders: -1 }, 'invalid_request'],
      [{ hours: { from: 0, to: 1_440 } }, 'invalid_request'],
    ];
    for (const [changes, error] of cases)
      expect([changes, (await addAd(trader, changes)).error]).toEqual([changes, error]);
    expect(await fiatAccount(trader)).toEqual(['19500', '500']);
    expect(await ads(trader)).toEqual([]);
  });

  test('is for merchants only, with as many ads as their level has', async () => {
    const person = await openTrader(venue, name());
    expect((await addAd(person)).error).toBe('forbidden');
    const trader = await openShop(venue, name());
    const answers = await Promise.all(Array.from({ length: 20 }, () => addAd(trader, { total: '100' })));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(3);
    expect(new Set(answers.filter(({ code }) => code !== 1).map(({ error }) => error))).toEqual(
      new Set(['ads_too_many']),
    );
    expect(await fiatAccount(trader)).toEqual(['19200', '800']);
  });

  test('is published once under one key, also by twenty requests at once', async () => {
    const trader = await openShop(venue, name());
    const headers = { 'idempotency-key': 'publish-1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => addAd(trader, {}, headers)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await fiatAccount(trader)).toEqual(['18500', '1500']);
    expect((await addAd(trader, { total: '1' }, headers)).error).toBe('idempotency_key_reused');
    const id = answers[0]?.data.id ?? 0;
    const key = { 'idempotency-key': 'edit-1' };
    const edits = Array.from({ length: 20 }, () =>
      post(trader, 'shop/ad_edit', editOf(trader, id, { total: '1200' }), key),
    );
    const edited = await Promise.all(edits);
    expect(edited.every(({ code, error }) => code === 1 || error === 'outcome_pending')).toBe(true);
    expect(await fiatAccount(trader)).toEqual(['18300', '1700']);
  });

  test('belongs to its owner alone', async () => {
    const [trader, other] = [await openShop(venue, name()), await openShop(venue, name())];
    const { data } = await addAd(trader);
    expect((await post(other, 'shop/ad_edit', editOf(other, data.id))).error).toBe('ad_unknown');
    expect((await post(other, 'shop/ad_state', { id: data.id, state: 'off_shelf' })).error).toBe('ad_unknown');
    expect((await post(other, 'shop/ad_state', { id: 999_999, state: 'off_shelf' })).error).toBe('ad_unknown');
    expect(await ads(other)).toEqual([]);
    expect((await ads(trader)).map(({ state }) => state)).toEqual(['open']);
  });

  test('can be taken off the shelf by an owner who has lost the shop', async () => {
    const trader = await openShop(venue, name());
    const { data } = await addAd(trader, { auto_open: 0 });
    expect(data).toMatchObject({ state: 'suspended', suspended_by: 'merchant' });
    await venue.database.query(`update app.merchants set state = 'suspended' where user_id = $1`, [trader.person.id]);
    await venue.database.query(`update app.users set is_seller = false where id = $1`, [trader.person.id]);
    expect((await post(trader, 'shop/ad_state', { id: data.id, state: 'open' })).error).toBe('forbidden');
    expect((await post(trader, 'shop/ad_edit', editOf(trader, data.id))).error).toBe('forbidden');
    expect((await post(trader, 'shop/pause', { on: 1 })).error).toBe('forbidden');
    expect((await post(trader, 'shop/ad_state', { id: data.id, state: 'off_shelf' })).code).toBe(1);
    expect(await fiatAccount(trader)).toEqual(['19500', '500']);
  });

  test('needs the whole bond to be published, changed and opened', async () => {
    const trader = await openShop(venue, name());
    const { data } = await addAd(trader);
    await venue.database.query(
      `update app.merchant_bonds set stage = 'paid' where id = (
        select min(id) from app.merchant_bonds where user_id = $1 and stage = 'held')`,
      [trader.person.id],
    );
    expect(await addAd(trader)).toMatchObject({ error: 'bond_required', details: { needed: '500', currency: 'USDT' } });
    expect((await post(trader, 'shop/ad_edit', editOf(trader, data.id))).error).toBe('bond_required');
    await post(trader, 'shop/ad_state', { id: data.id, state: 'suspended' });
    expect((await post(trader, 'shop/ad_state', { id: data.id, state: 'open' })).error).toBe('bond_required');
  });
});

describe('an ad that buys', () => {
  test('locks nothing and names payment types', async () => {
    const trader = await openShop(venue, name());
    const changes = { side: 'buy', currency_id: btc, price: undefined, percent: '-1', methods: [3], total: '0.5' };
    const { error } = await addAd(trader, changes);
    // Without bots there is no price of BTC.
    expect(error).toBe('rate_stale');
    const bought = await addAd(trader, { side: 'buy', price: '7.1', methods: [1, 3] });
    expect(bought.data.methods).toMatchObject([
      { id: null, account: '', method: { code: 'alipay' } },
      { id: null, account: '', method: { code: 'bank' } },
    ]);
    expect((await addAd(trader, { side: 'buy', price: '7.1', methods: [4] })).error).toBe('method_unknown');
    expect(await fiatAccount(trader)).toEqual(['19500', '500']);
  });
});

describe('a merchant', () => {
  test('can pause all ads', async () => {
    const trader = await openShop(venue, name());
    await addAd(trader);
    expect((await post<ShopInfo>(trader, 'shop/pause', { on: 1 })).data.paused).toBe(1);
    await vi.waitUntil(async () => (await ads(trader))[0]?.suspended_by === 'offline', {
      interval: 50,
      timeout: 30_000,
    });
    expect((await post<ShopInfo>(trader, 'shop/pause', { on: 0 })).data.paused).toBe(0);
    await vi.waitUntil(async () => (await ads(trader))[0]?.state === 'open', { interval: 50, timeout: 30_000 });
  });

  test('leaves with all ads, and gets the bond back seven days later', async () => {
    const trader = await openShop(venue, name());
    await addAd(trader);
    const left = await post<ShopInfo>(trader, 'shop/leave', {});
    expect(left.data).toMatchObject({ state: 'leaving', bond: { held: '500' } });
    expect(await fiatAccount(trader)).toEqual(['19500', '500']);
    expect((await trader.person.get('user/info')).body.data).toMatchObject({ is_seller: false });
    expect(await post<ShopInfo>(trader, 'shop/leave', {})).toMatchObject({ code: 1, data: { state: 'leaving' } });
    expect((await applyFor(trader)).error).toBe('merchant_already');
    await venue.database.query(`update app.merchants set left_at = left_at - 7 * 86400000 where user_id = $1`, [
      trader.person.id,
    ]);
    await vi.waitUntil(async () => (await shopOf(trader)).state === 'left', { interval: 200, timeout: 90_000 });
    await vi.waitUntil(async () => (await fiatAccount(trader))[0] === '20000', { interval: 50, timeout: 30_000 });
  }, 120_000);
});
