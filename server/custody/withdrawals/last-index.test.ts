import type { IndexPrice } from '@bourse/contract/index-price';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FaultyWithdrawals } from '../../testing/faulty-withdrawals.ts';
import { reportPrices } from '../../testing/index-prices.ts';

const eth = 2;
const hourMs = 3_600_000;

let faults: FaultyWithdrawals;

beforeAll(async () => {
  faults = await FaultyWithdrawals.open();
});

afterAll(async () => {
  await faults.close();
});

async function indexOf(currency: number): Promise<string | null> {
  const { body } = await faults.ann.get<IndexPrice[]>('index/list');
  return body.data.find(({ currency_id: id }) => id === currency)?.price ?? null;
}

async function worthOf(id: number): Promise<string | undefined> {
  const [row] = await faults.venue.database.query<{ worth: string }>(
    'select worth from app.withdrawals where id = $1',
    [id],
  );
  return row?.worth;
}

test('while an index is not live, limits count its last price of 24 hours and 10 % more', async () => {
  await expect(faults.withdrawCoin()).rejects.toThrow('draw_price_unavailable');
  await reportPrices(faults.venue, { [eth]: 3_000 });
  expect(await worthOf(await faults.withdrawCoin())).toBe('30000000000');
  faults.pass(hourMs);
  await faults.wait(async () => (await indexOf(eth)) === null);
  expect(await worthOf(await faults.withdrawCoin())).toBe('33000000000');
  faults.pass(24 * hourMs);
  // The session has ended.
  await faults.register();
  await expect(faults.withdrawCoin()).rejects.toThrow('draw_price_unavailable');
});
