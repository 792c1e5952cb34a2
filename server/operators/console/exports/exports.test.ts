import { exportCalls } from '@bourse/contract/console';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConsoleVenue, type StaffClient } from '../../../testing/console-client.ts';
import type { Person } from '../../../testing/running-venue.ts';

let console: ConsoleVenue;
let fay: StaffClient;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  console = await ConsoleVenue.open();
  fay = await console.staff(1, ['finance']);
  ann = await console.venue.person('ann');
  bob = await console.venue.person('bobby');
  await ann.sell(1, '0.02', '20000');
  await bob.buy(1, '0.01', '20000');
  await bob.buy(1, '0.01', '20000');
});

afterAll(async () => {
  await console.close();
});

type Export = (typeof exportCalls)[keyof typeof exportCalls];

/** The rows of a file by column. */
async function rowsOf(call: Export, input: object = {}): Promise<Record<string, string>[]> {
  const { data } = await fay.call(call, input);
  const [head = '', ...lines] = data.trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])));
}

test('trades have both sides with their fees, and are chosen by market and time', async () => {
  const trades = await rowsOf(exportCalls.exportTrades);
  expect(trades).toHaveLength(2);
  expect(trades[0]).toMatchObject({
    market: 'BTC/USDT',
    taker_side: 'buy',
    price: '20000',
    quantity: '0.01',
    total: '200',
    maker_user: String(ann.id),
    maker_fee: '0.2',
    taker_user: String(bob.id),
    taker_fee: '0.00001',
  });
  const at = Date.parse(trades[1]?.['time'] ?? '');
  expect(await rowsOf(exportCalls.exportTrades, { to: at - 60_000 })).toEqual([]);
  expect(await rowsOf(exportCalls.exportTrades, { from: at + 1 })).toEqual([]);
  expect((await rowsOf(exportCalls.exportTrades, { from: at, market: 1 })).at(-1)).toEqual(trades[1]);
  expect(await rowsOf(exportCalls.exportTrades, { market: 2 })).toEqual([]);
});

test('orders, changes of balances and fees are chosen by user', async () => {
  const orders = await rowsOf(exportCalls.exportOrders);
  expect(orders.map(({ user }) => Number(user))).toEqual([ann.id, bob.id, bob.id]);
  expect(await rowsOf(exportCalls.exportOrders, { user: ann.id })).toEqual([orders[0]]);
  expect(orders[0]).toMatchObject({
    market: 'BTC/USDT',
    side: 'sell',
    filled: '0.02',
    fee: '0.4',
    end_reason: 'filled',
  });

  const log = await rowsOf(exportCalls.exportAccountLog, { user: bob.id });
  expect(new Set(log.map(({ user }) => user))).toEqual(new Set([String(bob.id)]));
  const paid = log.filter(({ cause, currency }) => cause === 'trade' && currency === 'USDT');
  expect(paid.map(({ account, amount }) => [account, amount])).toEqual([
    ['change', '-200'],
    ['change', '-200'],
  ]);
  const last = paid.at(-1)?.['sequence'] ?? '';
  const found = await rowsOf(exportCalls.exportAccountLog, { user: bob.id, first: last, last });
  expect(found.map(({ currency, sequence }) => [sequence, currency])).toEqual([
    [last, 'USDT'],
    [last, 'BTC'],
  ]);

  const fees = await rowsOf(exportCalls.exportFees);
  const inUsdt = fees.filter(({ currency }) => currency === 'USDT').map(({ amount }) => Number(amount));
  expect(inUsdt.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(0.4);
  expect(fees.every(({ account, user }) => account === 'fees' && user === '0')).toBe(true);
});

test('users have masked addresses, and transfers of the venue their operator and cause', async () => {
  const users = await rowsOf(exportCalls.exportUsers);
  expect(users.map(({ email, id }) => [Number(id), email])).toEqual([
    [ann.id, 'a***@example.com'],
    [bob.id, 'bo***@example.com'],
  ]);
  const transfers = await rowsOf(exportCalls.exportVenueTransfers);
  expect(transfers[0]).toMatchObject({ from_account: 'external', operator: '0' });
  expect(await rowsOf(exportCalls.exportVenueTransfers, { to: 1 })).toEqual([]);
});

test('each file is a row of the audit log with its filter and number of rows', async () => {
  await rowsOf(exportCalls.exportTrades, { market: 1 });
  await expect
    .poll(() =>
      console.venue.database.query(
        `select operator_id, subject_id, after from app.operator_log where kind = 'export' order by id desc limit 1`,
      ),
    )
    .toEqual([
      { operator_id: '1', subject_id: 'trades', after: { filter: { market: '1' }, state: 'complete', rows: 2 } },
    ]);
});
