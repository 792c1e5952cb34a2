import { marketCalls } from '@bourse/contract/console';
import type { CallOutput } from '@bourse/contract';
import type { currencyMatches, deal } from '@bourse/contract/markets';
import type { Order } from '@bourse/contract/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient, testReason } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';

let venue: ConsoleVenue;
let admin: StaffClient;
let risk: StaffClient;
let finance: StaffClient;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  venue = await ConsoleVenue.open();
  [admin, risk, finance] = await Promise.all([
    venue.staff(1, ['admin']),
    venue.staff(2, ['risk']),
    venue.staff(3, ['finance']),
  ]);
  [ann, ben] = await Promise.all([venue.venue.person('ann'), venue.venue.person('ben')]);
});

afterAll(async () => {
  await venue.close();
});

const xrp = 6;
const btc = 1;
const units = { base: xrp, quote: btc, price_decimals: 8, tick: '0.00000001', amount_decimals: 0, lot: '1' };
const terms = {
  ...units,
  price_step: '0.00000001',
  quantity_step: '1',
  min_notional: '0.00005',
  slippage: '0.02',
  price_band: '4',
  max_open_orders: 200,
  self_trade_prevention: 'expire_maker',
  sell_blocked: false,
  maker_fee: '0.001',
  taker_fee: '0.001',
  state: 'open',
};

async function marketOf(id: number) {
  const { data } = await risk.call(marketCalls.market, { id });
  return data;
}

describe('a currency', () => {
  test('is listed under the next id, once, by an admin', async () => {
    expect((await risk.call(marketCalls.listCurrency, { code: 'NEW', decimals: 6 })).error).toBe('forbidden');
    const listed = await admin.call(marketCalls.listCurrency, { code: 'NEW', decimals: 6 });
    expect(listed.data).toEqual({ approval: null, result: { id: 15 } });
    const again = await admin.call(marketCalls.listCurrency, { code: 'NEW', decimals: 2 });
    expect(again).toMatchObject({ error: 'currency_listed', details: { code: 'NEW' } });
    const { data } = await finance.call(marketCalls.currencies, {});
    expect(data.rows.at(-1)).toMatchObject({ id: 15, code: 'NEW', decimals: 6, markets: 0, listed_by: 'Staff 1' });
    expect(data.rows[0]).toMatchObject({ code: 'BTC', markets: 4, listed_by: null });
    const accounts = await ann.get<{ accounts: { currency_code: string }[] }[]>('account/list');
    expect(accounts.body.data[0]?.accounts.map(({ currency_code: code }) => code)).toContain('NEW');
  });
});

describe('a new market', () => {
  test.each([
    [{ base: 99 }, 'currency_unknown', { field: 'base' }],
    [{ quote: xrp }, 'pair_invalid', {}],
    [{ quote: 3 }, 'pair_listed', { market: 5 }],
    [{ amount_decimals: 7, lot: '0.0000001' }, 'lot_inexact', { lot: '0.0000001', unit: '0.000001' }],
    [{ amount_decimals: 2, lot: '0.05' }, 'tick_inexact', { amount: '0.0000000005', unit: '0.00000001' }],
    [{ tick: '0' }, 'decimal_invalid', { field: 'tick', problem: 'zero', unit: '0.00000001' }],
    [{ tick: '0.000000001' }, 'decimal_invalid', { field: 'tick', problem: 'too_precise', unit: '0.00000001' }],
  ])('is refused with a reason while its form is filled in: %o', async (changes, error, details) => {
    expect(await admin.call(marketCalls.checkUnits, { ...units, ...changes })).toMatchObject({ error, details });
    expect(await admin.call(marketCalls.listMarket, { ...terms, ...changes })).toMatchObject({ error, details });
  });

  test('shows an exact order as an example', async () => {
    const { data } = await admin.call(marketCalls.checkUnits, units);
    expect(data).toEqual({ price: '0.00001', quantity: '100', total: '0.001', lot_value: '0.00001' });
  });

  test.each([
    [{ price_step: '0.000000015' }, 'decimal_invalid', { field: 'price_step', problem: 'too_precise' }],
    [{ slippage: '1' }, 'setting_invalid', { field: 'slippage' }],
    [{ price_band: '0' }, 'setting_invalid', { field: 'price_band' }],
    [{ taker_fee: '-0.1' }, 'decimal_invalid', { field: 'taker_fee', problem: 'malformed' }],
    [{ maker_fee: '1' }, 'setting_invalid', { field: 'maker_fee' }],
  ])('is refused for settings out of range: %o', async (changes, error, details) => {
    expect(await admin.call(marketCalls.listMarket, { ...terms, ...changes })).toMatchObject({ error, details });
  });

  test('trades at once: list, socket, orders, candles and logs know it without a restart', async () => {
    const client = await venue.venue.socket();
    client.say('sub', 'DAY_MARKET');
    await client.message(({ type }) => type === 'DAY_MARKET');
    const { data, sequence } = await admin.call(marketCalls.listMarket, terms);
    expect(data).toMatchObject({ approval: null, result: { id: 65 } });
    expect(sequence).toBeGreaterThanOrEqual(data.result?.version ?? Number.MAX_SAFE_INTEGER);
    await client.message(({ type, symbol }) => type === 'MARKET_CHANGED' && symbol === 'XRP/BTC');

    const groups = await ann.get<CallOutput<typeof currencyMatches>>('market/currency_matches');
    const shown = groups.body.data.flatMap(({ matches }) => matches).find(({ id }) => id === 65);
    expect(shown).toMatchObject({ symbol: 'XRP/BTC', price_step: '0.00000001', amount_step: '1', state: 'open' });

    client.say('sub', 'MARKET_DEPTH.XRP/BTC');
    client.say('sub', 'GLOBAL_TX.XRP/BTC');
    client.say('sub', 'KLINE.XRP/BTC.1min');
    const sold = await ann.sell<Order>(65, '10', '0.00004');
    expect(sold.body).toMatchObject({ code: 1 });
    const bought = await ben.buy<Order>(65, '4', '0.00004');
    expect(bought.body.data).toMatchObject({ status: 'completed', average_price: '0.00004' });
    await client.message(({ type }) => type === 'GLOBAL_TX.XRP/BTC' || type === 'GLOBAL_TX');
    await client.message(({ type, symbol }) => type.startsWith('KLINE') && symbol === 'XRP/BTC');
    await client.message(({ type, symbol }) => type.startsWith('MARKET_DEPTH') && symbol === 'XRP/BTC');
    const page = await ann.get<CallOutput<typeof deal>>('market/deal?currency_match_id=65');
    expect(page.body.data.depth.out).toEqual([{ price: '0.00004', amount: '6' }]);
    expect(page.body.data.quotation).toMatchObject({ close: '0.00004', volume: '4' });
    const lines = await ann.get<{ lines: { currency_match_id: number }[] }>('market/sparklines');
    expect(lines.body.data.lines.map(({ currency_match_id: id }) => id)).toContain(65);
    await client.close();

    const row = (await risk.call(marketCalls.markets, { q: 'xrp/b' })).data.rows;
    expect(row).toMatchObject([{ id: 65, last_price: '0.00004', open_orders: 1, volume: '4', state: 'open' }]);
    expect(await admin.call(marketCalls.listMarket, terms)).toMatchObject({ error: 'pair_listed' });
  });
});

describe('a decision about a market', () => {
  test('applies to the version that was seen, at once, and is in its history with who and why', async () => {
    const before = await marketOf(2);
    const about = { id: 2, version: before.version };
    expect((await finance.call(marketCalls.changeState, { ...about, state: 'halted' })).error).toBe('forbidden');
    const halted = await risk.call(marketCalls.changeState, { ...about, state: 'halted' });
    expect(halted.data.version).toBeGreaterThan(before.version);
    expect((await ann.buy<Order>(2, '0.1', '2000')).body).toMatchObject({ error: 'market_closed' });
    const stale = { ...about, price_step: '0.05' };
    expect(await risk.call(marketCalls.changeSettings, stale)).toMatchObject({ error: 'changed_meanwhile' });
    const { version } = halted.data;
    const same = { id: 2, version, state: 'halted' };
    expect(await risk.call(marketCalls.changeState, same)).toMatchObject({ error: 'setting_unchanged' });
    const odd = { id: 2, version, price_step: '0.055' };
    expect(await risk.call(marketCalls.changeSettings, odd)).toMatchObject({
      error: 'decimal_invalid',
      details: { field: 'price_step', problem: 'too_precise', unit: '0.01' },
    });
    const settings = { id: 2, version, price_step: '0.05', price_band: null, reason: 'Fewer levels in the book' };
    const stepped = await risk.call(marketCalls.changeSettings, settings);
    const rates = { maker_fee: '-0.0001', taker_fee: '0.0005' };
    const fees = await finance.call(marketCalls.setFees, { id: 2, version: stepped.data.version, tier: 2, rates });
    const reopened = { id: 2, version: fees.data.result?.version, state: 'open' };
    expect((await risk.call(marketCalls.changeState, reopened)).code).toBe(1);

    const after = await marketOf(2);
    expect(after).toMatchObject({ state: 'open', price_step: '0.05', price_band: null, quantity_step: '0.0001' });
    expect(after.tiers).toEqual([
      { tier: 0, maker_fee: '0.001', taker_fee: '0.001' },
      { tier: 2, ...rates },
    ]);
    const first = await risk.call(marketCalls.marketHistory, { id: 2, limit: 2 });
    expect(first.data.rows).toMatchObject([
      { change: 'market_state_changed', before: { state: 'halted' }, after: { state: 'open' }, by: 'Staff 2' },
      { change: 'fee_tier_set', tier: 2, before: null, after: rates, by: 'Staff 3' },
    ]);
    const rest = await risk.call(marketCalls.marketHistory, { id: 2, cursor: first.data.next });
    expect(rest.data).toMatchObject({
      next: null,
      rows: [
        {
          change: 'market_settings_changed',
          before: { price_step: '0.01', price_band: '4' },
          after: { price_step: '0.05', price_band: null },
          reason: 'Fewer levels in the book',
        },
        { change: 'market_state_changed', reason_code: testReason.reason_code, reason: testReason.reason },
        { change: 'market_listed', before: null, by: null, reason: null, after: { tick: '0.01', price_step: '0.01' } },
      ],
    });
  });

  test('shows what changes in decimals and the command in units in the audit log', async () => {
    const rows = await venue.venue.database.query<{ kind: string; before: unknown; after: unknown }>(
      `select kind, before, after from app.operator_log where action = 'markets/settings' order by id`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['refusal', 'refusal', 'intent', 'outcome']);
    const [, , intent, outcome] = rows;
    expect(intent?.after).toMatchObject({
      command: {
        type: 'change_market_settings',
        market: 2,
        settings: { priceStep: 5, priceBandPpm: null },
        operator: 2,
      },
    });
    expect(outcome).toMatchObject({
      before: { price_step: '0.01', price_band: '4' },
      after: { price_step: '0.05', price_band: null },
    });
  });

  test('cannot remove the default fees, and refuses rates that are none', async () => {
    const { version } = await marketOf(3);
    const call = async (input: object) => finance.call(marketCalls.setFees, { id: 3, version, tier: 0, ...input });
    expect(await call({ rates: null })).toMatchObject({ error: 'setting_invalid', details: { field: 'tier' } });
    expect(await call({ rates: { maker_fee: '0', taker_fee: '1' } })).toMatchObject({
      error: 'setting_invalid',
      details: { field: 'taker_fee' },
    });
    const same = { rates: { maker_fee: '0.001', taker_fee: '0.001' } };
    expect(await call(same)).toMatchObject({ error: 'setting_unchanged' });
  });
});
