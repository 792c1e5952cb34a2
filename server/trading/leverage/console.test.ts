import { type LeveragePairRow, leverageCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import type { Person } from '../../testing/running-venue.ts';

const [btcusdt, usdt] = [1, 3];

let time: ManualTime;
let venue: ConsoleVenue;
let risk: StaffClient;
let ann: Person;

beforeAll(async () => {
  time = new ManualTime(Date.now());
  venue = await ConsoleVenue.open({ time: { time } });
  risk = await venue.staff(1, ['risk']);
  ann = await venue.venue.person('ann');
  await ann.post('account/transfer', {
    currency_id: usdt,
    balance: '1000',
    from: 'change_account',
    to: 'lever_account',
  });
});

beforeEach(async () => {
  await price(60_000);
});

afterAll(async () => {
  await venue.close();
});

/** Lets half a second pass and reports the index of BTC. */
async function price(usd: number): Promise<void> {
  time.pass(500);
  await reportPrices(venue.venue, { 1: usd }, time.wallMs());
}

async function pairOf(id: number): Promise<LeveragePairRow> {
  const { data } = await risk.call(leverageCalls.leveragePairs, {});
  const row = data.rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`no row of market ${id}`);
  return row;
}

/** Submits the terms in force with changes. */
async function configure(changes: object) {
  const { id, terms, version } = await pairOf(btcusdt);
  return risk.call(leverageCalls.configureLeverage, { id, version, ...terms, ...changes });
}

async function open(): Promise<number> {
  const order = { currency_match_id: btcusdt, type: 1, status: 1, share: 100, multiple: 200 };
  const { body } = await ann.post<{ readonly id: number }>('lever/submit', order);
  await price(60_000);
  return body.data.id;
}

async function isOpen(id: number): Promise<boolean> {
  const { body } = await ann.post<{ readonly data: readonly { id: number }[] }>('lever/my_trade', { status: 1 });
  return body.data.data.some((one) => one.id === id);
}

describe('the exposure of leverage', () => {
  test('is shown by pair and side, with the largest positions and the funds behind them', async () => {
    const id = await open();
    expect(await pairOf(btcusdt)).toMatchObject({
      symbol: 'BTC/USDT',
      mark: '60000',
      suspended: null,
      net: '6000.6',
      ordered: '0',
      long: { positions: 1, gross: '6000.6' },
      short: { positions: 0, gross: '0' },
      terms: { state: 'open', spread: '0.0001', gross_cap: '40000000' },
    });
    const { data: positions } = await risk.call(leverageCalls.leveragePositions, {});
    expect(positions.rows).toMatchObject([
      { id, user_id: ann.id, side: 'long', amount: '6000.6', profit: '-0.6', risk_rate: '3323', adl_rank: 5 },
    ]);
    const { data: funds } = await risk.call(leverageCalls.leverageFunds, {});
    expect(funds.rows.find(({ currency_id: currency }) => currency === usdt)).toMatchObject({
      house_reserved: '600.06',
      house_floor: '2000000',
      insurance: '2000000',
      day_liquidations: 0,
    });
  });

  test('of a pair whose index is missing says which', async () => {
    expect(await pairOf(2)).toMatchObject({ mark: null, suspended: 'no_price', suspended_by: 'ETH' });
  });

  test('shows the liquidations of the last day and their losses', async () => {
    await price(40_000);
    const { data: liquidations } = await risk.call(leverageCalls.leverageLiquidations, {});
    expect(liquidations.rows).toMatchObject([{ user_id: ann.id, currency_code: 'USDT', closed: 1, fee: '0' }]);
    const { data: funds } = await risk.call(leverageCalls.leverageFunds, {});
    const row = funds.rows.find(({ currency_id: currency }) => currency === usdt);
    expect(row).toMatchObject({ day_liquidations: 1, day_unpaid: '0', liquidations: 1 });
    expect(Number(row?.day_deficits)).toBeGreaterThan(1000);
    expect(row?.day_deficits).toBe(row?.deficits);
  });
});

describe('the terms of leverage', () => {
  test('change in the version that was seen, and the history says who and why', async () => {
    const before = await pairOf(btcusdt);
    const changed = await configure({ spread: '0.0002', multiples: [2, 5, 10] });
    expect(changed.data).toEqual({ approval: null, result: { id: btcusdt, version: before.version + 1 } });
    expect(await configure({ version: before.version })).toMatchObject({ error: 'changed_meanwhile' });
    expect(await configure({})).toMatchObject({ error: 'setting_unchanged' });
    const { data } = await risk.call(leverageCalls.leverageHistory, { id: btcusdt });
    expect(data.rows[0]).toMatchObject({
      before: { spread: '0.0001', multiples: '2 5 10 20 50 100 200' },
      after: { spread: '0.0002', multiples: '2 5 10' },
      by: 'Staff 1',
    });
    expect(data.rows.at(-1)).toMatchObject({ before: null, by: null });
    await configure({ spread: '0.0001', multiples: before.terms?.multiples });
  });

  test.each([
    [{ id: 999 }, 'market_unknown', {}],
    [{ share_decimals: 2 }, 'setting_invalid', { field: 'share_decimals' }],
    [{ share_points: 2 }, 'setting_invalid', { field: 'share_points' }],
    [{ mark_decimals: 2 }, 'setting_invalid', { field: 'mark_decimals' }],
    [{ multiples: [5, 2] }, 'setting_invalid', { field: 'multiples' }],
    [{ shares: [] }, 'setting_invalid', { field: 'shares' }],
    [{ min_share: 0 }, 'setting_invalid', { field: 'min_share' }],
    [{ max_share: 0 }, 'setting_invalid', { field: 'max_share' }],
    [{ spread: '0.2' }, 'setting_invalid', { field: 'spread' }],
    [{ fee: '0.2' }, 'setting_invalid', { field: 'fee' }],
    [{ fee: '0.0000001' }, 'decimal_invalid', { field: 'fee', problem: 'too_precise' }],
    [{ reserve: '0' }, 'setting_invalid', { field: 'reserve' }],
    [{ tiers: [{ limit: '0', multiple: 5 }] }, 'setting_invalid', { field: 'tiers' }],
    [{ gross_cap: '0.0000001' }, 'decimal_invalid', { field: 'gross_cap', problem: 'too_precise' }],
    [{ gross_cap: '-1' }, 'decimal_invalid', { field: 'gross_cap', problem: 'malformed' }],
  ])('are not changed to invalid ones: %o', async (changes, error, details) => {
    const { version } = await pairOf(btcusdt);
    expect(await configure(changes)).toMatchObject({ error, details });
    expect((await pairOf(btcusdt)).version).toBe(version);
  });

  test('that open nothing more still let positions be closed', async () => {
    await ann.post('account/transfer', {
      currency_id: usdt,
      balance: '1000',
      from: 'change_account',
      to: 'lever_account',
    });
    const id = await open();
    await configure({ state: 'reduce_only' });
    const order = { currency_match_id: btcusdt, type: 1, status: 1, share: 100, multiple: 200 };
    expect((await ann.post('lever/submit', order)).body.error).toBe('leverage_closed');

    expect((await ann.post('lever/close', { id })).body).toMatchObject({ code: 1 });
    expect(await isOpen(id)).toBe(true);
    await price(60_000);
    expect(await isOpen(id)).toBe(false);
    await configure({ state: 'open' });
  });
});

describe('the floor of the lever house', () => {
  test('changes in the version that was seen', async () => {
    const input = { currency_id: usdt, version: 1, house_floor: '2500000' };
    const { data } = await risk.call(leverageCalls.configureFloor, input);
    expect(data).toEqual({ currency_id: usdt, version: 2 });
    expect(await risk.call(leverageCalls.configureFloor, input)).toMatchObject({ error: 'changed_meanwhile' });
    const again = await risk.call(leverageCalls.configureFloor, { ...input, version: 2 });
    expect(again).toMatchObject({ error: 'setting_unchanged' });
  });

  test.each([
    [{ currency_id: 99 }, 'currency_unknown'],
    [{ house_floor: '0.0000001' }, 'decimal_invalid'],
  ])('is not changed by %o', async (changes, error) => {
    const input = { currency_id: usdt, version: 2, house_floor: '1', ...changes };
    expect(await risk.call(leverageCalls.configureFloor, input)).toMatchObject({ error });
  });
});
