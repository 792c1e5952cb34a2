import { homeCalls, p2pCalls } from '@bourse/contract/console';
import type { LegalAd, LegalCurrencies, LegalOrderDetail, ShopAd } from '@bourse/contract/p2p';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConsoleVenue } from '../../../testing/console-client.ts';
import type { RunningVenue } from '../../../testing/running-venue.ts';
import { addAd, openShop, openTrader, type Trader } from '../testing/open-shop.ts';
import { documentOf, RateServer } from '../testing/rate-server.ts';

const patience = { interval: 50, timeout: 30_000 } as const;
const floating = { price: undefined, percent: '1' } as const;

let server: RateServer;
let console: ConsoleVenue;
let venue: RunningVenue;
let merchant: Trader;
let shiftMs = 0;
const now = (): number => Date.now() + shiftMs;

/** Serves a rate in units for one dollar. */
function serve(yuan: number): void {
  const day = new Date(now()).toISOString().slice(0, 10);
  server.serve(documentOf(day, { USD: '1.08', CNY: (yuan * 1.08).toFixed(4), CHF: '0.93' }));
}

/** Opens the exchange again, which then reads the rates at once, after a change of its database. */
async function restart(change: string | null = null): Promise<void> {
  const { database } = venue;
  await venue.stop();
  if (change !== null) await database.query(change);
  console = await ConsoleVenue.openOn(database, { now, config: configured() });
  ({ venue } = console);
}

const configured = () => ({ mode: 'demo', simulator: false, rateFactor: 10_000, fiatRatesUrl: server.url }) as const;

async function reference() {
  const { data } = (await venue.get<LegalCurrencies>('legal/currencies')).body;
  return data.pairs.find(({ currency_id, fiat }) => currency_id === 3 && fiat === 'CNY');
}

const isRate = (rate: string | null) => async () => (await reference())?.reference === rate;

async function listed(): Promise<readonly LegalAd[]> {
  return (await venue.get<{ data: LegalAd[] }>('legal/list?side=buy&currency_id=3&fiat=CNY')).body.data.data;
}

beforeAll(async () => {
  server = await RateServer.open();
  serve(7.3);
  console = await ConsoleVenue.open({ now, config: configured(), settings: { demo_review_seconds: 1 } });
  ({ venue } = console);
});

afterAll(async () => {
  await venue.close();
  await server.close();
});

describe('the rates of a source', () => {
  test('do not replace the fixed ones of a demo, which are never stale', async () => {
    await vi.waitUntil(() => server.requests > 0, patience);
    shiftMs = 24 * 3_600_000;
    expect(await reference()).toMatchObject({ reference: '7.18', fixed: 1 });
    shiftMs = 0;
  });

  test('are those of the last reading, and mark ads that follow them', async () => {
    await restart(`update app.fiat_rates set source = 'adapter', at = 1`);
    await vi.waitUntil(isRate('7.3'), patience);
    expect(await reference()).toMatchObject({ fixed: 0 });
    merchant = await openShop(venue, 'ann');
    expect((await addAd(merchant, floating)).data.price_now).toBe('7.38');
    expect((await addAd(merchant, { price: '7.4' })).data.price_now).toBe('7.4');
  });

  test('are stale after ten minutes: floating ads cannot be taken, fixed prices can', async () => {
    const taker = await openTrader(venue, 'bob', '0');
    const submit = async ({ id, price }: LegalAd) =>
      (await taker.person.post<LegalOrderDetail>('legal/submit', { id, price, amount: '720' })).body;
    server.answer = (_request, response) => {
      response.writeHead(503).end();
    };
    const [following, fixed] = await listed();
    if (following === undefined || fixed === undefined) throw new Error('an ad is missing');
    shiftMs = 10 * 60_000 + 1;
    expect(await reference()).toMatchObject({ reference: null });
    expect((await addAd(merchant, floating)).error).toBe('rate_stale');
    expect((await submit(following)).error).toBe('rate_stale');
    expect((await submit(fixed)).code).toBe(1);
    expect((await listed()).map(({ id, obstacle, price }) => [id, obstacle, price])).toEqual([
      [fixed.id, null, '7.4'],
      [following.id, 'rate_stale', null],
    ]);
    await vi.waitUntil(async () => {
      const { data } = (await merchant.person.get<{ data: ShopAd[] }>('shop/ads')).body.data;
      return data.find(({ id }) => id === following.id)?.suspended_by === 'rate';
    }, patience);
  });

  test('raise an alarm while they are stale, and are marked for staff', async () => {
    await restart();
    const finance = await console.staff(31, ['finance']);
    const { data } = await finance.call(homeCalls.home, {});
    const alarm = data.alarms.find(({ name }) => name === 'fiat_rates_stale');
    expect(String(alarm?.details['fiats']).split(', ')).toEqual(expect.arrayContaining(['CNY', 'EUR', 'USD']));
    const rates = await finance.call(p2pCalls.p2pRates, {});
    expect(rates.data.rows.find(({ fiat }) => fiat === 'CNY')).toMatchObject({
      source: 'adapter',
      rate: '7.3',
      stale: true,
    });
  });

  test('are not taken over when they jump, until they are near again', async () => {
    serve(8.1);
    const before = server.requests;
    await restart();
    // A failed reading is tried again, so two requests have seen the jump.
    await vi.waitUntil(() => server.requests >= before + 2, patience);
    expect((await reference())?.reference).toBeNull();
    expect(venue.logged.some((line) => line.includes('fiat currencies jump: CNY'))).toBe(true);
    serve(7.9);
    await vi.waitUntil(isRate('7.9'), patience);
    await vi.waitUntil(async () => (await listed()).every(({ obstacle }) => obstacle === null), patience);
    expect((await listed()).map(({ price }) => price)).toEqual(['7.4', '7.98']);
  });
});
