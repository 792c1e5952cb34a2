import type { AccountGroup, ValuePoint } from '@bourse/contract/wallet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btcusdt, usdt] = [1, 3];
const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 2, 12);

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  time = new ManualTime(start);
  venue = await RunningVenue.open({ time: { time } });
  [ann, bob] = [await venue.person('ann'), await venue.person('bob')];
});

afterAll(async () => {
  await venue.close();
});

async function traded(price: string): Promise<void> {
  await bob.sell(btcusdt, '0.5', price);
  expect((await ann.buy(btcusdt, '0.5', price)).body.code).toBe(1);
}

/** The present value of ann's accounts. */
async function worth(): Promise<number> {
  const { body } = await ann.get<AccountGroup[]>('account/list');
  return body.data.reduce((sum, { convert_usd: usd }) => sum + Number(usd), 0);
}

async function history(): Promise<ValuePoint[]> {
  return (await ann.get<ValuePoint[]>('account/value_history')).body.data;
}

test('the history values the balances of each day at its closing price, and the present ones at the last price', async () => {
  await traded('60000');
  const firstDay = await worth();
  time.pass(dayMs);
  // A transfer between two accounts changes no value.
  const moved = { currency_id: usdt, balance: '250', from: 'change_account', to: 'legal_account' };
  expect((await ann.post('account/transfer', moved)).body.code).toBe(1);
  await traded('61000');
  const secondDay = await worth();
  time.pass(dayMs);
  await traded('50000');

  const points = await history();
  expect(points).toHaveLength(30);
  expect(points.at(-1)?.time).toBe(start + 2 * dayMs);
  const lastThree = points.slice(-3).map(({ convert_usd: usd }) => Number(usd));
  expect(lastThree).toEqual([firstDay, secondDay, await worth()]);
  const midnight = Date.UTC(2026, 0, 3);
  expect(points.slice(-3, -1).map((point) => point.time)).toEqual([midnight, midnight + dayMs]);
  // The account did not exist before.
  expect(points.slice(0, -3).every(({ convert_usd: usd }) => usd === '0')).toBe(true);
  expect(points.map((point) => point.time)).toEqual(points.map((point) => point.time).toSorted((a, b) => a - b));
});
