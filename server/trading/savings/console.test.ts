import { savingsCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../testing/console-client.ts';
import type { Person } from '../../testing/running-venue.ts';

let venue: ConsoleVenue;
let risk: StaffClient;
let ann: Person;

beforeAll(async () => {
  venue = await ConsoleVenue.open();
  risk = await venue.staff(1, ['risk']);
  ann = await venue.venue.person('ann');
});

afterAll(async () => {
  await venue.close();
});

const terms = { currency_id: 3, amount: '500', days: 14, rate: '0.04', quota: 10, user_quota: 2, state: 'open' };

async function productOf(id: number) {
  const { data } = await risk.call(savingsCalls.savingsProducts, {});
  return data.rows.find((row) => row.id === id);
}

describe('a product of fixed-term deposits', () => {
  test('is created under the next id and accepts deposits at once', async () => {
    const made = await risk.call(savingsCalls.configureProduct, { id: null, version: 0, ...terms });
    expect(made.data).toEqual({ approval: null, result: { id: 8, version: 1 } });
    expect((await ann.post('storage_currency/submit_lock', { id: 8 })).body).toMatchObject({ code: 1 });
    expect(await productOf(8)).toMatchObject({
      ...terms,
      running: 1,
      running_principal: '500',
      reserved_interest: '0.767123',
      version: 1,
    });
    const { data } = await risk.call(savingsCalls.savingsHouse, {});
    expect(data.rows[2]).toMatchObject({ currency_code: 'USDT', reserved: '0.767123' });
  });

  test('changes for new deposits only, in the version that was seen', async () => {
    const closed = { ...terms, id: 8, version: 1, state: 'closed', rate: '0.05', reason: 'The reserve is nearly used' };
    const changed = await risk.call(savingsCalls.configureProduct, closed);
    expect(changed.data).toEqual({ approval: null, result: { id: 8, version: 2 } });
    expect(await risk.call(savingsCalls.configureProduct, closed)).toMatchObject({ error: 'changed_meanwhile' });
    const again = { ...closed, version: 2 };
    expect(await risk.call(savingsCalls.configureProduct, again)).toMatchObject({ error: 'setting_unchanged' });
    expect(await productOf(8)).toMatchObject({ state: 'closed', reserved_interest: '0.767123' });
    const { data } = await risk.call(savingsCalls.savingsHistory, { id: 8 });
    expect(data.rows).toMatchObject([
      {
        before: { rate: '0.04', state: 'open' },
        after: { rate: '0.05', state: 'closed' },
        by: 'Staff 1',
        reason: 'The reserve is nearly used',
      },
      { before: null, after: { amount: '500', days: 14 }, by: 'Staff 1' },
    ]);
  });

  test.each([
    [{ id: 99 }, 'product_unknown', {}],
    [{ currency_id: 1 }, 'setting_invalid', { field: 'currency_id' }],
    [{ amount: '0.0000001' }, 'decimal_invalid', { field: 'amount', problem: 'too_precise', unit: '0.000001' }],
    [{ rate: '0' }, 'setting_invalid', { field: 'rate' }],
    [{ rate: '1.5' }, 'setting_invalid', { field: 'rate' }],
  ])('is not changed to invalid terms: %o', async (input, error, details) => {
    const answer = await risk.call(savingsCalls.configureProduct, { ...terms, id: 8, version: 2, ...input });
    expect(answer).toMatchObject({ error, details });
  });
});
