import { accountLogCauses, type AccountLogRow } from '@bourse/contract/wallet';
import { eventDeclarations, type HoldKind } from '@bourse/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btcusdt, btc, usdt] = [1, 1, 3];
const start = Date.UTC(2026, 0, 2, 12);

/** Whether programs make holds of a kind, which is the cause of their movements. */
const holdKinds: Readonly<Record<HoldKind, boolean>> = { withdrawal: true, bond: true, escrow: false };

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let bob: Person;

interface Page {
  readonly total: number;
  readonly last_page: number;
  readonly data: AccountLogRow[];
}

beforeAll(async () => {
  time = new ManualTime(start);
  venue = await RunningVenue.open({ time: { time } });
  [ann, bob] = [await venue.person('ann'), await venue.person('bob')];
  await traded('60000');
  time.pass(120_000);
  await ann.post('account/transfer', {
    currency_id: usdt,
    balance: '250',
    from: 'change_account',
    to: 'legal_account',
  });
  await traded('61000');
});

afterAll(async () => {
  await venue.close();
});

async function traded(price: string): Promise<void> {
  await bob.sell(btcusdt, '0.01', price);
  expect((await ann.buy(btcusdt, '0.01', price)).body.code).toBe(1);
}

async function log(query = '', account = 'change', person = ann): Promise<Page> {
  return (await person.get<Page>(`account_log/${account}${query}`)).body.data;
}

async function file(query: string, person = ann): Promise<string> {
  const times = `from=${start / 1_000 - 60}&to=${start / 1_000 + 3_600}`;
  return (await person.get<string>(`account_log/export?account=change_account&${times}${query}`)).body.data;
}

test('the log lists the changes of an account with their time, newest first', async () => {
  const { data, total } = await log(`?currency_id=${usdt}`);
  expect(data.map(({ amount, cause }) => [cause, amount]).slice(0, 3)).toEqual([
    ['trade', '-610'],
    ['transfer', '-250'],
    ['trade', '-600'],
  ]);
  expect(total).toBe(data.length);
  expect(data.map((row) => row.time).slice(0, 3)).toEqual([start + 120_000, start + 120_000, start]);
  expect((await log('', 'legal')).data).toMatchObject([{ amount: '250', cause: 'transfer', currency_code: 'USDT' }]);
  expect((await log('', 'lever')).total).toBe(0);
});

test('a row names its cause in the language of the caller, and a transfer its other account', async () => {
  const [transfer] = (await log('?cause=transfer')).data;
  expect(transfer).toMatchObject({
    currency: { id: usdt, code: 'USDT' },
    value: '-250',
    memo: 'Transfer',
    notes: 'Spot account → Fiat account',
    extra_data: { from: 'legal_account' },
    created_at: start + 120_000,
  });
  const [received] = (await log('', 'legal')).data;
  expect(received).toMatchObject({ notes: 'Spot account → Fiat account', extra_data: { from: 'change_account' } });
  const [trade] = (await log('?cause=trade')).data;
  expect(trade).toMatchObject({ memo: 'Trade', notes: '', extra_data: { from: 'trade' } });
  const { body } = await ann.get<Page>('account_log/legal', { lang: 'de' });
  expect(body.data.data).toMatchObject([{ notes: 'Spotkonto → Fiatkonto' }]);
});

test('the log is filtered by currency, cause and time, and paged', async () => {
  expect((await log('?cause=transfer')).total).toBe(1);
  const from = (start + 60_000) / 1_000;
  expect((await log(`?currency_id=${usdt}&from=${from}`)).total).toBe(2);
  expect((await log(`?currency_id=${usdt}&to=${from}&cause=trade`)).data).toMatchObject([{ amount: '-600' }]);
  const [first, second] = [await log('?limit=2'), await log('?limit=2&page=2')];
  expect(first.data).toHaveLength(2);
  expect(first.last_page).toBe(Math.ceil(first.total / 2));
  expect(second.data.some(({ id }) => first.data.some((row) => row.id === id))).toBe(false);
  expect((await ann.get('account_log/change?currency_id=999')).body.error).toBe('currency_unknown');
  expect((await ann.get('account_log/change?cause=%27')).body.error).toBe('invalid_request');
});

test('the file has the rows of the log, oldest first, with their worth at that minute', async () => {
  const rows = (await log('?limit=100')).data.toReversed();
  const [head = '', ...lines] = (await file('&time_zone=Europe/Berlin')).trimEnd().split('\r\n');
  expect(head).toBe('id,time,account,currency,amount,fee,cause,cause_id,worth_usd');
  expect(lines.pop()).toBe('This file is a record of your account and no tax advice.');
  const cells = lines.map((line) => line.split(','));
  expect(cells.map(([id, , , currency, amount, fee, cause]) => [id, currency, amount, fee, cause])).toEqual(
    rows.map((row) => [row.id, row.currency_code, row.amount, row.fee, row.cause]),
  );
  const traded = cells.filter((row) => row[6] === 'trade');
  expect(traded.map((row) => [row[3], row[8]])).toContainEqual(['USDT', '-600']);
  // The minute of the first trade is complete; that of the second has the close of the one before.
  const worths = traded.filter((row) => row[3] === 'BTC').map((row) => Number(row[8]) / Number(row[4]));
  expect(worths[1]).toBeCloseTo(60_000, -2);
  expect(cells.find((row) => row[6] === 'transfer')?.[1]).toBe('2026-01-02T13:02:00.000+01:00');
});

test('files of other users have none of the rows', async () => {
  const lines = (await file('', bob)).split('\r\n');
  for (const { id } of (await log('?cause=transfer')).data)
    expect(lines.some((line) => line.startsWith(id))).toBe(false);
});

test.each([
  ['a period of more than 366 days', 'from=0&to=31708800'],
  ['an end before the beginning', 'from=100&to=99'],
  ['an unknown time zone', 'from=0&to=100&time_zone=Mars/Base'],
  ['an unknown currency', `from=0&to=100&currency_id=${btc + 998}`],
])('%s is refused', async (_name, query) => {
  const { body } = await ann.get(`account_log/export?account=change_account&${query}`);
  expect(body.code).toBe(0);
  expect(body.error).toBe(query.includes('currency') ? 'currency_unknown' : 'invalid_request');
});

test('every movement of money has a name in the account log', () => {
  const named: readonly string[] = accountLogCauses;
  const ofHolds = Object.entries(holdKinds).flatMap(([kind, isUsed]) => (isUsed ? [kind] : []));
  const causes = Object.values(eventDeclarations).flatMap(({ money }) =>
    money === null ? [] : typeof money.cause === 'string' ? [money.cause] : ofHolds,
  );
  expect(causes).toEqual(expect.arrayContaining(['deposit', 'p2p', 'bond']));
  expect(causes.filter((cause) => !named.includes(cause))).toEqual([]);
});
