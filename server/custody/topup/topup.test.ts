import type { Outflow } from '@bourse/contract/credits';
import type { DemoTopup, TopupRedirect, TopupSetting } from '@bourse/contract/topup';
import { accountType, amount, currencyId, userId } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoTokenAddress } from '../chains/index.ts';
import { interrupt } from '../../testing/interrupted-writes.ts';
import type { Person } from '../../testing/running-venue.ts';
import { RunningVenue } from '../../testing/running-venue.ts';
import { TestWorld } from '../../testing/test-world.ts';
import {
  addressOf,
  beginTopup,
  orderOf,
  quoteOf,
  sendReport,
  signedReport,
  topupOf,
  topupsOf,
  verifiedPerson,
} from '../../testing/topping-up.ts';

const [eth, usdt] = [2, 3];
const day = 86_400_000;
const settings = { demo_review_seconds: 0, draw_day_usd_2: 1_000_000 };
const wait = { timeout: 20_000, interval: 20 };
/** While blocks are mined, so that they are read in time. */
const slowly = { timeout: 20_000, interval: 300 };

let world: TestWorld;
let venue: RunningVenue;
let ann: Person;
let people = 0;
let aheadMs = 0;

/** The time of the exchange's requests, which tests set forward. */
const now = (): number => Date.now() + aheadMs;

beforeAll(async () => {
  world = TestWorld.open();
  venue = await RunningVenue.open({ ...world.options, settings, now });
});

beforeEach(async () => {
  people += 1;
  ann = await verifiedPerson(venue, `ann-${people}`);
});

afterAll(async () => {
  await venue.close();
  world.close();
});

async function decide(order: string, decision: string) {
  return (await venue.post<DemoTopup>('demo/topup_decide', { order, decision })).body;
}

async function begun(amount = '100'): Promise<TopupRedirect> {
  const { body } = await beginTopup(ann, amount);
  if (body.code !== 1) throw new Error(body.error);
  return body.data;
}

/** Approves an order and mines its coins. */
async function approved(amount = '100'): Promise<TopupRedirect> {
  const order = await begun(amount);
  await decide(orderOf(order), 'approve');
  await expect.poll(async () => statusInNextBlock(order), slowly).toBe('credited');
  return order;
}

/** The state of an order after another block. Other payments wait for blocks too, such as those of sweeps. */
async function statusInNextBlock({ id }: TopupRedirect): Promise<string | undefined> {
  world.mine();
  return (await topupOf(ann, id))?.status;
}

async function outflow(): Promise<Outflow> {
  return (await ann.get<Outflow>('wallet/outflow')).body.data;
}

/** Holds cents of USDT of the change account for a withdrawal. */
async function hold(cents: number) {
  const { outcome } = await venue.operate({
    type: 'hold',
    kind: 'withdrawal',
    user: userId(ann.id),
    accountType: accountType.change,
    currency: currencyId(usdt),
    amount: amount(cents * 10_000),
    source: 'test',
    n: people,
  });
  return outcome;
}

describe('a card top-up', () => {
  test('is approved, credited, and cannot leave before it matures', async () => {
    const before = Date.now();
    const { id } = await approved();
    expect(await ann.balance(usdt)).toEqual({ available: '100096.5', locked: '0' });
    const shown = await topupOf(ann, id);
    expect(shown).toMatchObject({ amount: '100', fee: '3.5', number: '96.5', credited: '96.5', redirect_url: null });
    expect(shown?.matures_at).toBeGreaterThan(before + 14 * day - 60_000);
    world.mine(7);
    await expect
      .poll(async () => (await outflow()).maturing, wait)
      .toEqual([{ currency_id: usdt, currency_code: 'USDT', amount: '96.5', until: shown?.matures_at }]);
    expect(await outflow()).toMatchObject({ unmatured: [] });
    expect((await outflow()).rooms).toContainEqual({ currency_id: usdt, currency_code: 'USDT', amount: '100000' });

    expect(await hold(100_000_01)).toMatchObject({ type: 'rejected', rejection: { reason: 'coins_maturing' } });
    expect(await hold(100_000_00)).toMatchObject({ type: 'done' });
  });

  test('is delivered although someone has sent other coins to its address', async () => {
    const order = await begun();
    const address = await addressOf(venue, order.id);
    const before = Number((await ann.balance(eth)).available);
    await world.pay(address, demoTokenAddress('USDT'), 1n);
    await world.pay(address, '', 10n ** 17n);
    world.mine(7);
    await expect.poll(async () => Number((await ann.balance(eth)).available) - before, wait).toBeCloseTo(0.1, 6);
    expect(await topupOf(ann, order.id)).toMatchObject({ status: 'pending', credited: null, matures_at: null });
    await decide(orderOf(order), 'approve');
    await expect.poll(async () => statusInNextBlock(order), slowly).toBe('credited');
    expect((await topupOf(ann, order.id))?.credited).toBe('96.5');
  });

  test('is declined without a deposit', async () => {
    const order = await begun();
    expect(await decide(orderOf(order), 'decline')).toMatchObject({ code: 1, data: { decision: 'decline' } });
    await expect.poll(async () => (await topupOf(ann, order.id))?.status, wait).toBe('declined');
    expect(await ann.balance(usdt)).toMatchObject({ available: '100000' });
    await expect
      .poll(async () => (await ann.get<{ data: { template: string }[] }>('notices/list')).body.data.data, wait)
      .toMatchObject([{ template: 'topup_declined' }]);
  });

  test('expires when it is left alone, and cannot be decided then', async () => {
    const order = await begun();
    expect(await decide(orderOf(order), 'lapse')).toMatchObject({ data: { decision: 'lapse' } });
    aheadMs += 31 * 60_000;
    await expect.poll(async () => (await topupOf(ann, order.id))?.status, wait).toBe('expired');
    expect(await decide(orderOf(order), 'approve')).toMatchObject({ error: 'topup_decided' });
  });

  test('is decided once', async () => {
    const order = orderOf(await begun());
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(order, 'decline')));
    expect(answers.every(({ code }) => code === 1)).toBe(true);
    expect(await decide(order, 'approve')).toMatchObject({ error: 'topup_decided' });
  });

  test('is begun once for a quote and for a key, however many requests arrive at a time', async () => {
    const { quote_id } = await quoteOf(ann);
    const key = { 'idempotency-key': `topup-${people}` };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ann.post<TopupRedirect>('topup/create', { quote_id }, key)),
    );
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await topupsOf(ann)).toHaveLength(1);
    const other = await ann.post('topup/create', { quote_id: (await quoteOf(ann)).quote_id }, key);
    expect(other.body.error).toBe('idempotency_key_reused');
  });

  test('keeps the limits of a day, also among requests that arrive at a time', async () => {
    const quotes = await Promise.all(Array.from({ length: 20 }, () => quoteOf(ann, '1000')));
    const replies = await Promise.all(quotes.map(({ quote_id }) => ann.post('topup/create', { quote_id })));
    const errors = replies.map(({ body }) => body.error ?? 'begun').toSorted();
    expect(errors.filter((error) => error === 'begun')).toHaveLength(2);
    expect(errors.filter((error) => error === 'topup_limit')).toHaveLength(18);
  });

  test('can be begun ten times a day, because each has an address', async () => {
    for (let at = 0; at < 10; at += 1) await begun('20');
    expect((await beginTopup(ann, '20')).body).toMatchObject({ error: 'topups_used_up', details: { maximum: 10 } });
    const rows = await venue.database.query<{ address: string }>(
      'select distinct address from app.topups where user_id = $1',
      [ann.id],
    );
    expect(rows).toHaveLength(10);
  });

  test('needs a verified person, and a quote of the same person in its time', async () => {
    const bob = await venue.person(`bob-${people}`);
    expect((await beginTopup(bob)).body.error).toBe('topup_unverified');
    const { quote_id } = await quoteOf(ann);
    expect((await bob.post('topup/create', { quote_id })).body.error).toBe('quote_invalid');
    expect((await ann.post('topup/create', { quote_id: 'x'.repeat(60) })).body.error).toBe('quote_invalid');
    aheadMs += 63_000;
    expect((await ann.post('topup/create', { quote_id })).body.error).toBe('quote_expired');
  });

  test('is seen by its owner only', async () => {
    const order = await begun();
    const bob = await verifiedPerson(venue, `bob-${people}`);
    expect(await topupsOf(bob)).toEqual([]);
    expect((await topupsOf(ann)).map(({ id }) => id)).toEqual([order.id]);
  });
});

describe('a quote', () => {
  test.each([
    ['', 'quantity_required'],
    ['0', 'quantity_required'],
    ['-20', 'invalid_request'],
    ['1e3', 'invalid_request'],
    ['20.001', 'quantity_precision'],
    ['19.99', 'topup_amount'],
    ['1000.01', 'topup_amount'],
    ['99999999999999999999', 'amount_too_large'],
    ['abc', 'invalid_request'],
  ])('of %j is refused as %s', async (amount, error) => {
    const { body } = await ann.get(`topup/quote?currency_id=3&amount=${encodeURIComponent(amount)}`);
    expect(body).toMatchObject({ code: 0, error });
  });

  test('is only for currencies that have a price and no memo', async () => {
    expect((await ann.get('topup/quote?currency_id=999&amount=100')).body.error).toBe('currency_unknown');
    expect((await ann.get('topup/quote?currency_id=1&amount=100')).body.error).toBe('topup_price_unavailable');
    const { body } = await venue.get<TopupSetting>('topup/setting');
    expect(body.data).toMatchObject({ provider: 'demo', is_demo: 1, minimum: '20', maximum: '1000', mature_days: 14 });
    expect(body.data.currencies.map(({ code }) => code)).not.toContain('XRP');
  });
});

describe('a report of the provider', () => {
  const report = (order: number, status: string, id = `${status}-${order}`) =>
    signedReport({ id, order, status }, now());

  test('sets the state of its order once, and credits nothing', async () => {
    const { id } = await begun();
    const paid = report(id, 'paid');
    expect(await Promise.all(Array.from({ length: 20 }, () => sendReport(venue, paid)))).toEqual(Array(20).fill(200));
    expect(await topupOf(ann, id)).toMatchObject({ status: 'paid', credited: null });
    expect(await ann.balance(usdt)).toMatchObject({ available: '100000' });
    const [row] = await venue.database.query<{ n: string }>(
      'select count(*) as n from app.topup_events where topup_id = $1',
      [id],
    );
    expect(row?.n).toBe('1');
  });

  test('only leads forward, in whichever order reports arrive', async () => {
    const { id } = await begun();
    expect(await sendReport(venue, report(id, 'paid'))).toBe(200);
    expect(await sendReport(venue, report(id, 'declined'))).toBe(200);
    expect(await sendReport(venue, report(id, 'expired'))).toBe(200);
    expect((await topupOf(ann, id))?.status).toBe('paid');
    expect(await sendReport(venue, report(id, 'charged_back'))).toBe(200);
    expect(await sendReport(venue, report(id, 'paid', 'again'))).toBe(200);
    expect((await topupOf(ann, id))?.status).toBe('charged_back');
  });

  test('counts after another card was declined', async () => {
    const { id } = await begun();
    expect(await sendReport(venue, report(id, 'declined'))).toBe(200);
    expect(await sendReport(venue, report(id, 'paid'))).toBe(200);
    expect((await topupOf(ann, id))?.status).toBe('paid');
  });

  test('counts before the order has its page, which is then not opened', async () => {
    const fault = await interrupt(venue.database, 'topups', 'update', 'new.redirect_url is not null');
    const { quote_id } = await quoteOf(ann);
    expect((await ann.post('topup/create', { quote_id })).status).toBe(500);
    await fault.end();
    const [order] = await topupsOf(ann);
    expect(order).toMatchObject({ status: 'pending', redirect_url: null });
    expect(await sendReport(venue, report(order?.id ?? 0, 'paid'))).toBe(200);
    expect((await topupsOf(ann))[0]?.status).toBe('paid');
    expect((await ann.post('topup/create', { quote_id })).body.error).toBe('topup_decided');
  });

  test('that is forged, old, altered or unsigned is refused and leaves no row', async () => {
    const { id } = await begun();
    const good = report(id, 'paid');
    const altered = { ...good, body: good.body.replace('paid', 'declined') };
    const old = signedReport({ id: 'old', order: id, status: 'paid' }, now() - 6 * 60_000);
    const { 'x-signature': _signature, ...unsigned } = good.headers;
    const wrong = { ...good, headers: { ...good.headers, 'x-signature': `t=1,v1=${'0'.repeat(64)}` } };
    for (const sent of [altered, old, { ...good, headers: unsigned }, wrong])
      expect(await sendReport(venue, sent)).toBe(401);
    const rows = await venue.database.query('select 1 from app.topup_events where topup_id = $1', [id]);
    expect(rows).toEqual([]);
    expect((await topupOf(ann, id))?.status).toBe('pending');
  });

  test('about an unknown order is not found, and one that says nothing is ignored', async () => {
    expect(await sendReport(venue, report(999_999, 'paid'))).toBe(404);
    const { id } = await begun();
    expect(await sendReport(venue, report(id, 'thinking'))).toBe(200);
    expect((await topupOf(ann, id))?.status).toBe('pending');
  });

  test('has none to hear it without a provider', async () => {
    const without = await RunningVenue.open({ now });
    try {
      expect(await sendReport(without, report(1, 'paid'))).toBe(404);
    } finally {
      await without.close();
    }
  });

  test('has a bounded size', async () => {
    const { id } = await begun();
    const long = signedReport({ id: 'x'.repeat(20_000), order: id, status: 'paid' }, now());
    expect(await sendReport(venue, long)).toBe(413);
    expect((await topupOf(ann, id))?.status).toBe('pending');
  });
});

describe('a charge back', () => {
  test('within the time takes the coins back', async () => {
    const { id } = await approved();
    expect(await sendReport(venue, signedReport({ id: `back-${id}`, order: id, status: 'charged_back' }, now()))).toBe(
      200,
    );
    await expect.poll(async () => ann.balance(usdt), wait).toMatchObject({ available: '100000' });
    expect(await topupOf(ann, id)).toMatchObject({ status: 'charged_back', credited: null, matures_at: null });
    expect((await outflow()).maturing).toEqual([]);
  });
});

describe('a crash', () => {
  test('after any step leaves an order that continues', async () => {
    const { quote_id } = await quoteOf(ann);
    const steps = [
      ['topups', 'insert', 'true'],
      ['deposit_addresses', 'insert', 'new.topup_id is not null'],
      ['topups', 'update', 'new.address is not null and old.address is null'],
      ['topups', 'update', 'new.redirect_url is not null'],
    ] as const;
    for (const [table, event, when] of steps) {
      const fault = await interrupt(venue.database, table, event, when);
      expect((await ann.post('topup/create', { quote_id })).status).toBe(500);
      await fault.end();
    }
    const { body } = await ann.post<TopupRedirect>('topup/create', { quote_id });
    expect(body).toMatchObject({ code: 1 });
    expect(await topupsOf(ann)).toHaveLength(1);
    const rows = await venue.database.query('select 1 from app.deposit_addresses where topup_id = $1', [body.data.id]);
    expect(rows).toHaveLength(1);
  });

  test('of the demo’s provider pays an approved order once', async () => {
    const order = await begun();
    const fault = await interrupt(venue.database, 'demo_topups', 'update', 'new.done');
    await decide(orderOf(order), 'approve');
    await expect.poll(async () => statusInNextBlock(order), slowly).toBe('credited');
    await fault.reached();
    await fault.end();
    await expect
      .poll(async () => venue.database.query('select done from app.demo_topups where topup_id = $1', [order.id]), wait)
      .toEqual([{ done: true }]);
    world.mine(2);
    expect(await ann.balance(usdt)).toMatchObject({ available: '100096.5' });
  });
});
