import type { SavingsLock, SavingsLogEntry, SavingsProduct } from '@bourse/contract/savings';
import { amount, currencyId, venue as theVenue } from '@bourse/engine';
import { dayMs, savingsProductId, type SavingsTerms } from '@bourse/engine/savings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const usdt = 3;
const midnight = Date.UTC(2026, 0, 2);
const noon = midnight - dayMs / 2;

/** The products of the demo that these tests use. */
const [weekly, monthly] = [1, 2];

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let people = 0;
let products = 100;

beforeAll(async () => {
  time = new ManualTime(noon);
  venue = await RunningVenue.open({ time: { time } });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
});

afterAll(async () => {
  await venue.close();
});

interface Page<Row> {
  readonly total: number;
  readonly last_page: number;
  readonly data: Row[];
}

type Headers = Readonly<Record<string, string>>;

async function lock(id: unknown, headers: Headers = {}, person = ann): Promise<Envelope<SavingsLock>> {
  return (await person.post<SavingsLock>('storage_currency/submit_lock', { id }, headers)).body;
}

async function lockAt(version: unknown, id: number, headers: Headers = {}): Promise<Envelope<SavingsLock>> {
  return (await ann.post<SavingsLock>('storage_currency/submit_lock', { id, version }, headers)).body;
}

async function redeem(id: unknown, headers: Headers = {}, person = ann): Promise<Envelope<SavingsLock>> {
  return (await person.post<SavingsLock>('storage_currency/redeem', { id }, headers)).body;
}

async function locks(query = '', person = ann): Promise<Page<SavingsLock>> {
  return (await person.get<Page<SavingsLock>>(`storage_currency/my_locks${query}`)).body.data;
}

async function offers(person = ann): Promise<SavingsProduct[]> {
  return (await person.get<SavingsProduct[]>('storage_currency/lock_list')).body.data;
}

async function offer(id: number, person = ann): Promise<SavingsProduct> {
  const found = (await offers(person)).find((product) => product.id === id);
  if (found === undefined) throw new Error(`product ${id} is not offered`);
  return found;
}

/** Available and locked balance of an account type. */
async function balance(type: number, person = ann, currency = usdt): Promise<string[]> {
  const path = `account/detail?currency_id=${currency}&account_type_id=${type}`;
  const { body } = await person.get<{ balance: string; lock_balance: string }>(path);
  return [body.data.balance, body.data.lock_balance];
}

/** Offers a new product: 10 USDT for 2 days at 36.5 %, with changes. */
async function offered(changes: Partial<SavingsTerms> = {}): Promise<number> {
  products += 1;
  await configured(products, changes);
  return products;
}

async function configured(id: number, changes: Partial<SavingsTerms>): Promise<void> {
  const terms: SavingsTerms = {
    currency: currencyId(usdt),
    amount: amount(10_000_000),
    days: 2,
    ratePpm: 365_000,
    quota: 1_000,
    userQuota: 1_000,
    state: 'open',
    ...changes,
  };
  const audit = { operator: theVenue, cause: 'setup' } as const;
  const product = savingsProductId(id);
  const { outcome } = await venue.operate({ type: 'configure_savings_product', product, ...terms, ...audit });
  expect(outcome).toEqual({ type: 'done' });
}

/** Advances the exchange's time. The refused request makes the engine process everything that is due. */
async function pass(ms: number): Promise<void> {
  time.pass(ms);
  expect((await redeem(999_999)).error).toBe('deposit_unknown');
}

describe('the list of products', () => {
  test('has the terms, dates and interest of a deposit made now, by currency, then by days', async () => {
    const { body } = await venue.get<SavingsProduct[]>('storage_currency/lock_list');
    const demo = body.data.filter(({ id }) => id < 100);
    expect(demo.map(({ name }) => name)).toEqual([
      'BTC 30 days',
      'BTC 90 days',
      'ETH 30 days',
      'ETH 90 days',
      'USDT 7 days',
      'USDT 30 days',
      'USDT 90 days',
    ]);
    expect(demo.find(({ id }) => id === monthly)).toEqual({
      id: monthly,
      version: 1,
      name: 'USDT 30 days',
      limit_days: 30,
      display_rate: '5',
      limit_number: '1000',
      currency: { id: usdt, code: 'USDT' },
      quota_left: 1_000,
      mine_left: 10,
      interest: '4.109589',
      starts_at: midnight,
      matures_at: midnight + 30 * dayMs,
    });
  });

  test('is the same under both routes, with the requested length and language', async () => {
    const list = async (query: string, headers: Headers = {}) =>
      (await venue.get<SavingsProduct[]>(`storage_currency/${query}`, headers)).body;
    expect((await list('current_setting')).data).toEqual((await list('lock_list')).data);
    expect((await list('lock_list?limit=2')).data).toHaveLength(2);
    for (const limit of ['0', '101']) {
      expect((await list(`current_setting?limit=${limit}`)).error).toBe('invalid_request');
    }
    const single = await offered({ days: 1 });
    const german = (await list('lock_list', { lang: 'de' })).data;
    expect(german.find(({ id }) => id === monthly)?.name).toBe('USDT 30 Tage');
    expect(german.find(({ id }) => id === single)?.name).toBe('USDT 1 Tag');
  });

  test('excludes closed products and shows the remaining quota, in total and for the caller', async () => {
    const product = await offered({ quota: 5, userQuota: 2 });
    const bob = await venue.person(`bob-${people}`);
    expect((await lock(product)).code).toBe(1);
    expect(await offer(product)).toMatchObject({ quota_left: 4, mine_left: 1 });
    expect(await offer(product, bob)).toMatchObject({ quota_left: 4, mine_left: 2 });
    const visitors = (await venue.get<SavingsProduct[]>('storage_currency/lock_list')).body.data;
    expect(visitors.find(({ id }) => id === product)).toMatchObject({ quota_left: 4, mine_left: 2 });
    await configured(product, { quota: 0, userQuota: 0 });
    expect(await offer(product)).toMatchObject({ quota_left: 0, mine_left: 0 });
    await configured(product, { state: 'closed' });
    expect((await offers()).map(({ id }) => id)).not.toContain(product);
  });
});

describe('a deposit', () => {
  test('locks its amount in the savings account, and is answered with its interest and dates', async () => {
    const { code, message, data, sequence } = await lock(monthly);
    expect([code, message]).toEqual([1, 'Your subscription is active.']);
    const startsAt = time.wallMs() - (time.wallMs() % dayMs) + dayMs;
    expect(data).toEqual({
      id: data.id,
      product_id: monthly,
      currency: { id: usdt, code: 'USDT' },
      name: 'USDT 30 days',
      number: '1000',
      limit_days: 30,
      display_rate: '5',
      status: 1,
      status_name: 'In force',
      locked_at: time.wallMs(),
      started: startsAt,
      matures_at: startsAt + 30 * dayMs,
      ended_at: null,
      redeemable_at: time.wallMs() + dayMs,
      accrued: '0',
      interest: '4.109589',
      remaining_days: 30,
    });
    expect([await balance(1), await balance(5)]).toEqual([
      ['99000', '0'],
      ['0', '1000'],
    ]);
    expect(sequence).toBeGreaterThan(0);
    expect(await locks()).toMatchObject({ total: 1, data: [data] });
  });

  test('is refused for the first applicable reason in a fixed order, without moving money', async () => {
    const closed = await offered({ state: 'closed', quota: 0, userQuota: 0, amount: amount(2 ** 49) });
    const sold = await offered({ quota: 0, userQuota: 0, amount: amount(2 ** 49) });
    const none = await offered({ userQuota: 0, amount: amount(2 ** 49) });
    const costly = await offered({ amount: amount(2 ** 49), ratePpm: 1_000_000, days: 3_650 });
    const dear = await offered({ amount: amount(200_000_000_000) });
    const refusals = [];
    for (const id of [99, closed, sold, none, costly, dear]) {
      const { code, error, details, message } = await lock(id);
      refusals.push({ code, error, details: details ?? {}, message });
    }
    expect(refusals).toEqual([
      { code: 0, error: 'product_unknown', details: {}, message: 'This savings product does not exist.' },
      {
        code: 0,
        error: 'product_closed',
        details: {},
        message: 'This savings product is not open for subscription at the moment.',
      },
      { code: 0, error: 'quota_exhausted', details: {}, message: 'This savings product is sold out at the moment.' },
      {
        code: 0,
        error: 'user_quota_exhausted',
        details: { maximum: 0 },
        message: 'You can hold at most 0 subscriptions to this product at a time.',
      },
      {
        code: 0,
        error: 'savings_house_full',
        details: {},
        message:
          'The interest on this subscription cannot be guaranteed at the moment, so nothing was locked. Please try again later.',
      },
      {
        code: 0,
        error: 'insufficient_balance',
        details: { available: '100000', needed: '200000', currency: 'USDT' },
        message: 'Insufficient USDT balance: 100000 available, 200000 needed.',
      },
    ]);
    expect([await balance(1), await balance(5)]).toEqual([
      ['100000', '0'],
      ['0', '0'],
    ]);
    expect(await locks()).toMatchObject({ total: 0, last_page: 1, data: [] });
  });

  test('is refused first of all if its terms have changed, and accepted at the current terms', async () => {
    const product = await offered();
    const { version } = await offer(product);
    await configured(product, { state: 'closed', quota: 0, userQuota: 0, amount: amount(2 ** 49) });
    const changed = {
      code: 0,
      error: 'terms_changed',
      message: 'The terms of this savings product have changed. Please review them and confirm again.',
    };
    const key = { 'idempotency-key': 'terms' };
    expect(await lockAt(version, product, key)).toMatchObject(changed);
    expect(await lockAt(version + 2, product)).toMatchObject(changed);
    expect((await lockAt(version + 1, product)).error).toBe('product_closed');
    expect((await lockAt(1, 65_000)).error).toBe('product_unknown');

    await configured(product, {});
    expect(await lockAt(version, product, key)).toMatchObject(changed);
    expect(await lockAt(String(version + 2), product, key)).toMatchObject({ code: 1, data: { number: '10' } });
    expect((await lockAt(version, product, key)).error).toBe('idempotency_key_reused');
  });

  test.each([0, Number.MAX_SAFE_INTEGER, '999999999999999'])(
    'at the terms version %j is refused, because the terms have changed',
    async (version) => {
      expect((await lockAt(version, monthly)).error).toBe('terms_changed');
    },
  );

  test.each([-1, 1.5, '', null, true, [1]])('with the invalid terms version %j is refused', async (version) => {
    expect((await lockAt(version, monthly)).error).toBe('invalid_request');
  });

  test.each([0, '0', 65_536, Number.MAX_SAFE_INTEGER, '999999999999999'])(
    'with the unknown id %j is refused',
    async (id) => {
      expect((await lock(id)).error).toBe('product_unknown');
      expect((await redeem(id)).error).toBe('deposit_unknown');
    },
  );

  test.each([-1, '-1', 1.5, '1e3', '', null, true, [1], { id: 1 }, undefined, 2 ** 53, '1234567890123456'])(
    'with the invalid id %j is refused',
    async (id) => {
      expect((await lock(id)).error).toBe('invalid_request');
      expect((await redeem(id)).error).toBe('invalid_request');
    },
  );

  test('can be made up to the user’s quota, and again after one has ended', async () => {
    const product = await offered({ quota: 2, userQuota: 1 });
    const bob = await venue.person(`bob-${people}`);
    const { data } = await lock(product);
    expect(await lock(product)).toMatchObject({
      error: 'user_quota_exhausted',
      details: { maximum: 1 },
      message: 'You can hold at most 1 subscription to this product at a time.',
    });
    expect((await lock(product, {}, bob)).code).toBe(1);
    const carl = await venue.person(`carl-${people}`);
    expect((await lock(product, {}, carl)).error).toBe('quota_exhausted');
    await pass(dayMs);
    expect((await redeem(data.id)).code).toBe(1);
    expect((await lock(product, {}, carl)).code).toBe(1);
  });

  test('keeps its terms when those of the product change', async () => {
    const product = await offered();
    const { data } = await lock(product);
    await configured(product, { days: 9, ratePpm: 1, amount: amount(1), state: 'closed' });
    expect(await locks()).toMatchObject({ data: [data] });
  });

  test('is made once per idempotency key, also for concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => lock(weekly, { 'idempotency-key': 'one' })),
    );
    expect(answers.filter(({ repeated }) => repeated === true)).toHaveLength(4);
    expect(new Set(answers.map(({ data, sequence }) => JSON.stringify([data, sequence]))).size).toBe(1);
    expect(await balance(5)).toEqual(['0', '1000']);
    const first = answers.find(({ repeated }) => repeated === undefined);
    await pass(dayMs - 1);
    expect(await lock(weekly, { 'idempotency-key': 'one' })).toEqual({ ...first, repeated: true });
    expect((await lock(monthly, { 'idempotency-key': 'one' })).error).toBe('idempotency_key_reused');
    expect(await balance(5)).toEqual(['0', '1000']);
  });

  test('accrues daily from the first midnight and pays all interest once, at maturity', async () => {
    const product = await offered();
    const { data } = await lock(product);
    const state = async () => {
      const [own] = (await locks()).data;
      return [own?.status, own?.accrued, own?.remaining_days, own?.ended_at];
    };
    await pass(data.started - time.wallMs() + dayMs - 1);
    expect(await state()).toEqual([1, '0', 2, null]);
    await pass(1);
    expect(await state()).toEqual([1, '0.01', 1, null]);
    await pass(dayMs - 1);
    expect(await state()).toEqual([1, '0.01', 1, null]);
    expect(await balance(5)).toEqual(['0', '10']);
    await pass(1);
    expect(await state()).toEqual([2, '0.02', 0, data.matures_at]);
    await pass(dayMs);
    expect(await state()).toEqual([2, '0.02', 0, data.matures_at]);
    expect([await balance(1), await balance(5)]).toEqual([
      ['99990', '0'],
      ['10.02', '0'],
    ]);
    expect((await locks()).data[0]?.status_name).toBe('Expired');
    expect((await redeem(data.id)).error).toBe('deposit_unknown');
  });
});

describe('redeeming a deposit', () => {
  test('is refused for 24 hours and then pays the amount without interest, once per idempotency key', async () => {
    const { data } = await lock(weekly);
    await pass(dayMs - 1);
    const from = `${new Date(Math.ceil(data.redeemable_at / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    expect(await redeem(data.id)).toMatchObject({
      error: 'redeem_too_early',
      details: { from },
      message: `You can redeem this subscription from ${from}.`,
    });
    await pass(1);
    const key = { 'idempotency-key': 'redeem' };
    const answers = await Promise.all(Array.from({ length: 3 }, async () => redeem(data.id, key)));
    const ended = { status: 3, status_name: 'Redeemed', ended_at: time.wallMs(), accrued: '0', remaining_days: 0 };
    const [first] = answers.filter(({ repeated }) => repeated === undefined);
    expect(first).toMatchObject({ code: 1, message: 'Your subscription was redeemed.', data: { ...data, ...ended } });
    expect(answers.filter(({ repeated }) => repeated === true)).toEqual([
      { ...first, repeated: true },
      { ...first, repeated: true },
    ]);
    expect((await redeem(data.id)).error).toBe('deposit_unknown');
    expect([await balance(1), await balance(5)]).toEqual([
      ['99000', '0'],
      ['1000', '0'],
    ]);
  });

  test('is possible for its owner only', async () => {
    const { data } = await lock(weekly);
    const bob = await venue.person(`bob-${people}`);
    await pass(2 * dayMs);
    expect((await redeem(data.id, {}, bob)).error).toBe('deposit_unknown');
    expect((await locks()).data).toMatchObject([{ id: data.id, status: 1 }]);
    expect((await locks('', bob)).total).toBe(0);
  });
});

describe('the list of own deposits', () => {
  test('contains active and ended deposits in one order, by status and page', async () => {
    const product = await offered({ days: 3 });
    const made: number[] = [];
    const make = async (): Promise<void> => {
      made.unshift((await lock(product)).data.id);
    };
    for (let count = 0; count < 3; count += 1) await make();
    await pass(dayMs);
    const [third, , first] = made;
    expect((await redeem(third)).code).toBe(1);
    await make();
    await pass(3 * dayMs);
    // The first two have matured, the third was redeemed, the fourth has one day left.
    await make();
    const statuses = new Map((await locks()).data.map(({ id, status }) => [id, status]));
    expect([...statuses.keys()]).toEqual(made);
    expect([...statuses.values()]).toEqual([1, 1, 3, 2, 2]);
    expect(statuses.get(first ?? 0)).toBe(2);
    for (const limit of [1, 2, 3]) {
      const pages = Math.ceil(5 / limit);
      const ids: number[] = [];
      for (let page = 1; page <= pages; page += 1) {
        const { data, last_page, total } = await locks(`?page=${page}&limit=${limit}`);
        expect([total, last_page]).toEqual([5, pages]);
        ids.push(...data.map(({ id }) => id));
      }
      expect(ids).toEqual(made);
    }
    const of = async (status: number) => {
      const { data, total } = await locks(`?status=${status}&limit=1&page=2`);
      return [total, ...data.map(({ id }) => made.indexOf(id))];
    };
    expect([await of(1), await of(2), await of(3)]).toEqual([[2, 1], [2, 4], [1]]);
    for (const query of ['?status=0', '?status=4', '?status=x', '?page=0', '?limit=101', '?limit=0']) {
      const { body } = await ann.get(`storage_currency/my_locks${query}`);
      expect({ query, error: body.error }).toEqual({ query, error: 'invalid_request' });
    }
  });

  test('comes with a log of each deposit’s events, newest first', async () => {
    const product = await offered();
    const [matured, redeemed] = [(await lock(product)).data, (await lock(product)).data];
    const log = async (query = '') =>
      (await ann.get<Page<SavingsLogEntry>>(`storage_currency/coin_log${query}`)).body.data;
    await pass(redeemed.started - time.wallMs() + dayMs);
    expect((await log()).data.map(({ rows }) => rows.map(({ type }) => type))).toEqual([
      ['interest', 'lock'],
      ['interest', 'lock'],
    ]);
    await redeem(redeemed.id);
    await pass(dayMs);
    const { data, total } = await log();
    expect(total).toBe(2);
    expect(data).toMatchObject([{ lock: { id: redeemed.id } }, { lock: { id: matured.id } }]);
    expect(data.map(({ rows }) => rows)).toEqual([
      [
        { type: 'redeemed', time: redeemed.started + dayMs, amount: '10' },
        { type: 'lock', time: redeemed.locked_at, amount: '10' },
      ],
      [
        { type: 'matured', time: matured.matures_at, amount: '10' },
        { type: 'interest', time: matured.started + 2 * dayMs, amount: '0.01' },
        { type: 'interest', time: matured.started + dayMs, amount: '0.01' },
        { type: 'lock', time: matured.locked_at, amount: '10' },
      ],
    ]);
    expect((await log('?page=2&limit=1')).data).toEqual(data.slice(1));
    expect(await balance(1, ann, usdt)).toEqual(['99980', '0']);
  });
});
