import type { ConvertSetting } from '@bourse/contract/convert';
import { approvalCalls, convertCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';

const [btc, eth, usdt, bnb] = [1, 2, 3, 4];
const demo = [btc, eth, usdt].map((id) => ({ currency_id: id, spread: '0.002' }));

let venue: ConsoleVenue;
let risk: StaffClient;
let other: StaffClient;

beforeAll(async () => {
  venue = await ConsoleVenue.open({ settings: { console_four_eyes: 'on' } });
  [risk, other] = await Promise.all([venue.staff(1, ['risk']), venue.staff(2, ['risk'])]);
});

afterAll(async () => {
  await venue.close();
});

async function settings() {
  return (await risk.call(convertCalls.convertSettings, {})).data;
}

async function offered() {
  const { body } = await venue.venue.get<ConvertSetting>('account/convert_setting');
  return body.data;
}

describe('the settings of conversions', () => {
  test('show every listed currency with its spread, price and treasury', async () => {
    const { currencies, ...rest } = await settings();
    expect(rest).toEqual({ version: 1, reference_code: 'USDT', tolerance: '0.005' });
    expect(currencies[0]).toEqual({
      currency_id: btc,
      currency_code: 'BTC',
      spread: '0.002',
      price: null,
      treasury: '200',
    });
    expect(currencies[2]).toMatchObject({ currency_code: 'USDT', price: '1', treasury: '10000000' });
    expect(currencies[3]).toMatchObject({ currency_code: 'BNB', spread: null, treasury: '0' });
  });

  test('change at once in the version that was seen, unless a currency is added', async () => {
    const fewer = { version: 1, tolerance: '0.01', currencies: [{ currency_id: usdt, spread: '0.003' }, demo[0]] };
    const changed = await risk.call(convertCalls.configureConvert, fewer);
    expect(changed.data).toEqual({ approval: null, result: { version: 2 } });
    expect(await offered()).toMatchObject({
      tolerance: '0.01',
      currencies: [
        { code: 'BTC', spread: '0.002' },
        { code: 'USDT', spread: '0.003' },
      ],
    });
    expect(await risk.call(convertCalls.configureConvert, fewer)).toMatchObject({ error: 'changed_meanwhile' });
    expect(await risk.call(convertCalls.configureConvert, { ...fewer, version: 2 })).toMatchObject({
      error: 'setting_unchanged',
    });
  });

  test('need a second person for a currency that is added', async () => {
    const more = { version: 2, tolerance: '0.01', currencies: [...demo, { currency_id: bnb, spread: '0.01' }] };
    const asked = await risk.call(convertCalls.configureConvert, more);
    const id = asked.data.approval;
    expect(id).toBeGreaterThan(0);
    expect((await offered()).currencies).toHaveLength(2);
    const shown = (await other.call(approvalCalls.approval, { id })).data;
    await other.call(approvalCalls.voteOnApproval, { id, verdict: 'approve', payload_hash: shown.payload_hash });
    for (;;) {
      const { data } = await other.call(approvalCalls.approval, { id });
      if (data.stage !== 'ready') break;
    }
    expect((await offered()).currencies.map(({ code }) => code)).toEqual(['BTC', 'ETH', 'USDT', 'BNB']);
  });

  test('stop all conversions at once', async () => {
    const { version } = await settings();
    await risk.call(convertCalls.configureConvert, { version, tolerance: '0.01', currencies: [] });
    expect((await offered()).currencies).toEqual([]);
  });

  test('are listed with who changed them and why, newest first', async () => {
    const { data } = await risk.call(convertCalls.convertHistory, { limit: 10 });
    expect(data.rows).toMatchObject([
      { before: { BNB: '0.01', tolerance: '0.01' }, after: { tolerance: '0.01' }, by: 'Staff 1' },
      { before: { USDT: '0.003' }, after: { BNB: '0.01', USDT: '0.002' }, by: 'Staff 1' },
      { before: { ETH: '0.002', tolerance: '0.005' }, after: { USDT: '0.003' }, reason: 'Requested in ticket 4711' },
      { before: null, after: { BTC: '0.002', tolerance: '0.005' }, by: null, reason_code: 'setup' },
    ]);
    const page = await risk.call(convertCalls.convertHistory, { limit: 1 });
    const next = await risk.call(convertCalls.convertHistory, { limit: 1, cursor: page.data.next });
    expect(next.data.rows).toMatchObject([data.rows[1]]);
  });

  test.each([
    [{ currencies: [{ currency_id: 99, spread: '0' }] }, 'currency_unknown', {}],
    [{ currencies: [{ currency_id: btc, spread: '1' }] }, 'setting_invalid', { field: 'spread' }],
    [{ currencies: [demo[0], demo[0]] }, 'setting_invalid', { field: 'spread' }],
    [{ currencies: [{ currency_id: btc, spread: '0.0000001' }] }, 'decimal_invalid', { field: 'spread' }],
    [{ tolerance: '1' }, 'setting_invalid', { field: 'tolerance' }],
    [{ tolerance: '-1' }, 'decimal_invalid', { field: 'tolerance' }],
  ])('are not changed to invalid values: %o', async (input, error, details) => {
    // A request is checked before it waits for a second person.
    const { version } = await settings();
    const valid = { version, tolerance: '0.01', currencies: [] };
    expect(await risk.call(convertCalls.configureConvert, { ...valid, ...input })).toMatchObject({ error, details });
  });
});
