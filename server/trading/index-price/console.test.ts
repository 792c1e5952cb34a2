import { indexCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';

let venue: ConsoleVenue;
let risk: StaffClient;

beforeAll(async () => {
  venue = await ConsoleVenue.open();
  risk = await venue.staff(1, ['risk']);
});

afterAll(async () => {
  await venue.close();
});

const rule = {
  currency_id: 3,
  version: 0,
  waiting_sequence: null,
  price_decimals: 6,
  sources: ['kraken', 'coinbase'],
  min_sources: 1,
  max_deviation: '0.005',
  staleness_ms: 3_000,
};

describe('an index', () => {
  test('is configured with its version, and its history says who and why', async () => {
    const made = await risk.call(indexCalls.configureIndex, rule);
    expect(made.data).toEqual({ approval: null, result: { version: 1 } });
    expect(await risk.call(indexCalls.configureIndex, rule)).toMatchObject({ error: 'changed_meanwhile' });
    const same = { ...rule, version: 1 };
    expect(await risk.call(indexCalls.configureIndex, same)).toMatchObject({ error: 'setting_unchanged' });
    const wider = { ...same, max_deviation: '0.01', reason: 'Quiet hours of one source' };
    expect((await risk.call(indexCalls.configureIndex, wider)).data.result).toEqual({ version: 2 });
    const { data } = await risk.call(indexCalls.indexHistory, { currency_id: 3 });
    expect(data.rows).toMatchObject([
      { version: 2, max_deviation: '0.01', by: 'Staff 1', reason: 'Quiet hours of one source' },
      { version: 1, max_deviation: '0.005', sources: ['coinbase', 'kraken'], by: 'Staff 1' },
    ]);
  });

  test('shows each source with its last price, its time and why it is left out', async () => {
    const { data } = await risk.call(indexCalls.indices, {});
    expect(data.rows.find(({ currency_id: id }) => id === 3)).toMatchObject({
      currency_code: 'USDT',
      price: null,
      live_sources: 0,
      version: 2,
      sources: [
        { name: 'coinbase', price: null, observed_at: null, left_out: 'silent' },
        { name: 'kraken', price: null, observed_at: null, left_out: 'silent' },
      ],
    });
  });

  test.each([
    [{ currency_id: 99 }, 'currency_unknown', {}],
    [{ price_decimals: 8 }, 'setting_invalid', { field: 'price_decimals' }],
    [{ min_sources: 3 }, 'setting_invalid', { field: 'min_sources' }],
    [{ max_deviation: '2' }, 'setting_invalid', { field: 'max_deviation' }],
    [{ max_deviation: '0.0000001' }, 'decimal_invalid', { field: 'max_deviation', problem: 'too_precise' }],
  ])('is not configured by %o', async (input, error, details) => {
    const answer = await risk.call(indexCalls.configureIndex, { ...rule, version: 2, ...input });
    expect(answer).toMatchObject({ error, details });
  });
});
