import { depositCalls, topupCalls } from '@bourse/contract/console';
import type { TopupRedirect, TopupSetting } from '@bourse/contract/topup';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { FaultyWorld } from '../../testing/faulty-world.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';
import { addressOf, quoteOf, topupOf, verifiedPerson } from '../../testing/topping-up.ts';
import { signReport } from './signature.ts';

const keys = { publishable: 'pk_test_abcdefgh', secret: 'sk_test_abcdefgh', webhook: 'wk_test_abcdefghijkl' };
const eth = 2;
const ethereum = 2;
const wait = { timeout: 30_000, interval: 20 };
/** The coins for 1,000 dollars, in units of the chain. */
const coins = 25n * 10n ** 16n;

let world: FaultyWorld;
let console: ConsoleVenue;
let risk: StaffClient;
let ann: Person;
let people = 0;
let aheadMs = 0;

const now = (): number => Date.now() + aheadMs;

/** An exchange whose chain counts as Ethereum, because MoonPay delivers on no demo chain. */
beforeAll(async () => {
  world = FaultyWorld.open();
  const { chains } = world.options;
  const first = await RunningVenue.open({ chains, settings: { demo_review_seconds: 0 } });
  await first.stop();
  await first.database.query('update app.currency_protocols set chain_id = $1 where currency_id = $2', [ethereum, eth]);
  world.terms = { id: ethereum };
  answerQuotes();
  const config = { mode: 'demo', simulator: false, rateFactor: 10_000, moonPay: keys } as const;
  console = await ConsoleVenue.openOn(first.database, { chains, config, now });
});

beforeEach(async () => {
  people += 1;
  ann = await verifiedPerson(console.venue, `ann-${people}`);
  risk = await console.staff(1, ['risk'], now());
});

afterAll(async () => {
  vi.restoreAllMocks();
  await console.close();
  world.close();
});

/** Answers the quotes of MoonPay in its place, at 4,000 dollars for an ETH. */
function answerQuotes(): void {
  const outside = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.host !== 'api.moonpay.com') return outside(input, init);
    const total = Number(url.searchParams.get('baseCurrencyAmount'));
    const fees = { feeAmount: total * 0.03, extraFeeAmount: 0, networkFeeAmount: 1 };
    return Response.json({ quoteCurrencyAmount: total / 4_000, ...fees, totalAmount: total });
  });
}

async function begin(amount = '1000') {
  const { quote_id } = await quoteOf(ann, amount, eth);
  return (await ann.post<TopupRedirect>('topup/create', { quote_id })).body;
}

async function report(order: number, status: string, key = keys.webhook): Promise<number> {
  const data = { id: `transaction-${order}`, status, externalTransactionId: `bourse-${order}` };
  const body = JSON.stringify({ type: 'transaction_updated', data });
  const headers = {
    'content-type': 'application/json',
    'moonpay-signature-v2': signReport(key, body, now(), 's'),
  };
  return (await fetch(`${console.venue.url}/api/topup/webhook`, { method: 'POST', headers, body })).status;
}

/** Delivers coins to the address of an order, and waits until they are recorded. */
async function deliver(order: number, amount: bigint): Promise<void> {
  const tx = await world.world.pay(await addressOf(console.venue, order), '', amount);
  world.world.mine();
  const isRead = async (): Promise<number> => (await risk.call(depositCalls.deposits, { tx })).data.rows.length;
  await expect.poll(isRead, wait).toBe(1);
}

describe('a provider of a live exchange', () => {
  test('sells the coins that it delivers, and opens its page', async () => {
    const { body } = await console.venue.get<TopupSetting>('topup/setting');
    expect(body.data).toMatchObject({ provider: 'moonpay', is_demo: 0, currencies: [{ id: eth, code: 'ETH' }] });
    const { data } = await begin();
    const page = new URL(data.redirect_url);
    expect([page.origin, page.searchParams.get('currencyCode')]).toEqual(['https://buy-sandbox.moonpay.com', 'eth']);
    expect(page.searchParams.get('walletAddress')).toBe(await addressOf(console.venue, data.id));
  });

  test('reports with its signature, and its coins are credited', async () => {
    const { data } = await begin();
    expect(await report(data.id, 'completed', 'another key')).toBe(401);
    expect((await topupOf(ann, data.id))?.status).toBe('pending');
    expect(await report(data.id, 'failed')).toBe(200);
    expect((await topupOf(ann, data.id))?.status).toBe('declined');
    expect(await report(data.id, 'completed')).toBe(200);
    expect((await topupOf(ann, data.id))?.status).toBe('paid');
    await deliver(data.id, coins);
    world.world.mine(6);
    await expect.poll(async () => (await topupOf(ann, data.id))?.credited, wait).toBe('0.25');
  });

  test('can be paid after an order has expired, which counts for the limit of its day', async () => {
    expect([(await begin()).code, (await begin()).code]).toEqual([1, 1]);
    aheadMs += 31 * 60_000;
    await expect
      .poll(async () => console.venue.database.query(`select 1 from app.topups where status = 'pending'`), wait)
      .toEqual([]);
    expect(await begin('100')).toMatchObject({ error: 'topup_limit', details: { left: '0' } });
  });

  test('that delivers a day later counts for the limit of that day', async () => {
    const { data } = await begin();
    // As if it had been begun the day before: sessions would not last that long.
    const dayEarlier = 'update app.topups set created_at = created_at - $2 where id = $1';
    await console.venue.database.query(dayEarlier, [data.id, 25 * 3_600_000]);
    expect((await begin('100')).code).toBe(1);
    await deliver(data.id, coins);
    expect(await begin('1000')).toMatchObject({ error: 'topup_limit', details: { left: '900' } });
  });

  test('that delivers more than an order bought makes a case that bars its owner', async () => {
    const { data } = await begin('100');
    await deliver(data.id, coins / 10n);
    await deliver(data.id, coins / 10n);
    const caseOf = async () => (await risk.call(topupCalls.topups, { user: ann.id, cases: 'open' })).data.rows;
    await expect.poll(async () => (await caseOf()).map(({ id }) => id), wait).toEqual([data.id]);
    expect((await begin('100')).error).toBe('topup_held');
    expect(await risk.call(topupCalls.closeTopupCase, { id: data.id })).toMatchObject({ code: 1 });
    expect((await begin('100')).code).toBe(1);
    await deliver(data.id, coins / 10n);
    await expect.poll(async () => (await caseOf()).map(({ id }) => id), wait).toEqual([data.id]);
  });
});

test('an exchange without a provider offers no top-ups', async () => {
  const without = await RunningVenue.open({ now });
  try {
    const { body } = await without.get<TopupSetting>('topup/setting');
    expect(body.data).toMatchObject({ currencies: [], provider: null, is_demo: 0 });
    const bob = await without.person('bob');
    expect((await bob.get(`topup/quote?currency_id=${eth}&amount=100`)).body.error).toBe('topup_unavailable');
    expect((await bob.post('topup/create', { quote_id: 'x'.repeat(60) })).body.error).toBe('topup_unavailable');
  } finally {
    await without.close();
  }
});
