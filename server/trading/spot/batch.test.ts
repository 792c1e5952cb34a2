import type { Order } from '@bourse/contract/spot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../ground/database/test-database.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const btcUsdt = 1;
const usdt = 3;
const buy = 2;
const sell = 1;

interface Results {
  readonly results: readonly Envelope<Order>[];
}

let venue: RunningVenue;
let ann: Person;
let ben: Person;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open();
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  ben = await venue.person(`ben-${people}`);
});

afterEach(async () => {
  for (const person of [ann, ben]) {
    for (const side of ['tx_in', 'tx_out']) await person.post(`${side}/cancel_all`, {});
  }
});

afterAll(async () => {
  await venue.close();
});

const order = (changes: Readonly<Record<string, unknown>> = {}) => ({
  way: buy,
  currency_match_id: btcUsdt,
  number: '0.01',
  price: '20000',
  ...changes,
});

async function place(person: Person, orders: readonly object[], key?: string): Promise<Envelope<Results>> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return (await person.post<Results>('tx_batch/add', { orders }, headers)).body;
}

async function cancel(person: Person, body: object, key?: string): Promise<Envelope<Results>> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return (await person.post<Results>('tx_batch/cancel', body, headers)).body;
}

/** The result of each entry: `ok` or its error key. */
const outcomes = ({ data }: Envelope<Results>) =>
  data.results.map(({ code, error }) => (code === 1 ? 'ok' : (error ?? 'no error')));

describe('a batch of orders', () => {
  test('answers each entry in place as a single call would, successes and refusals alike', async () => {
    const body = await place(ann, [
      order({ client_order_id: `first-${people}` }),
      order({ price: '20000.55' }),
      order({ number: '100' }),
      order({ currency_match_id: 999 }),
      order({ way: 3 }),
      order({ way: '1', price: '30000' }),
      order({ way: sell, currency_match_id: 64, number: '100', price: '0.1' }),
    ]);
    expect(body).toMatchObject({ code: 1, message: '' });
    expect(outcomes(body)).toEqual([
      'ok',
      'price_precision',
      'insufficient_balance',
      'market_unknown',
      'invalid_request',
      'ok',
      'sell_blocked',
    ]);
    const [first, precise, poor, , , sold] = body.data.results;
    expect(first).toMatchObject({ message: 'The order was placed.', data: { way: buy, status: 'submitted' } });
    expect(sold).toMatchObject({ data: { way: sell, way_name: 'Sell', price: '30000' } });
    expect(precise).toMatchObject({ code: 0, data: null, details: { decimals: 1 } });
    expect(poor).toMatchObject({ details: { available: '99800', needed: '2000000', currency: 'USDT' } });
    const single = await ann.post('tx_in/add', order({ number: '100' }));
    expect({ ...poor, sequence: 0 }).toEqual({ ...single.body, sequence: 0 });
  });

  test('may contain stop orders, which can be cancelled by client order id before they trigger', async () => {
    await ben.sell(btcUsdt, '0.001', '20000');
    await ann.buy(btcUsdt, '0.001', '20000');
    const stop = { order_type: 'stop_limit', stop_price: '21000', price: '21000' };
    const body = await place(ann, [order(), order({ ...stop, client_order_id: 'waits' })]);
    expect(body.data.results.map(({ data }) => data.status)).toEqual(['submitted', 'untriggered']);
    const cancelled = await cancel(ann, { client_order_ids: ['waits'] });
    expect(cancelled.data.results[0]).toMatchObject({ code: 1, data: { status: 'cancelled', stop_price: '21000' } });
  });

  test('is executed in order in one commit, with a sequence per entry', async () => {
    const body = await place(ann, [
      ...Array.from({ length: 18 }, (_, index) => order({ price: String(10_000 + index) })),
      order({ way: sell, price: '25000' }),
      order({ price: '25000', number: '0.02', self_trade_prevention: 'expire_taker' }),
    ]);
    expect(outcomes(body)).toEqual(Array(20).fill('ok'));
    const sequences = body.data.results.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
    expect(body.sequence).toBe(sequences.at(-1));
    // The last order would have matched the previous one of the same user, so it expired.
    expect(body.data.results.at(-1)?.data).toMatchObject({ status: 'cancelled', transacted_amount: '0' });
    expect(await commitsOf(sequences)).toBe(1);
  });

  test('takes 1 to 20 entries; an invalid batch is refused as a whole without any effect', async () => {
    const many = (count: number) => Array.from({ length: count }, () => order());
    for (const [orders, field] of [
      [many(21), 'orders'],
      [[], 'orders'],
      [undefined, 'orders'],
      ['order', 'orders'],
      [[order(), order({ price: {} })], 'orders/1/price'],
      [[order(), null], 'orders/1'],
      [[order(), order({ way: undefined })], 'way'],
      [[order({ way: 1e300 })], 'orders/0/way'],
      [[order({ currency_match_id: 2 ** 53 })], 'orders/0/currency_match_id'],
    ] as const) {
      const { status, body } = await ann.post('tx_batch/add', { orders });
      expect({ status, code: body.code, error: body.error, field: body.details?.['field'] }).toEqual({
        status: 200,
        code: 0,
        error: 'invalid_request',
        field,
      });
    }
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
    expect(outcomes(await place(ann, many(20)))).toEqual(Array(20).fill('ok'));
  });

  test('repeated with its idempotency key gives every executed entry its first answer and decides refused ones again', async () => {
    const orders = [order(), order({ number: '100' }), order({ way: sell, price: '20000', number: '0.001' })];
    const first = await place(ann, orders, 'batch-1');
    expect(outcomes(first)).toEqual(['ok', 'insufficient_balance', 'ok']);
    await ben.sell(btcUsdt, '0.004', '20000');
    const again = await place(ann, orders, 'batch-1');
    expect(again.data.results.map(({ data, error }) => error ?? data)).toEqual(
      first.data.results.map(({ data, error }) => error ?? data),
    );
    const repetitions = ({ data: { results } }: typeof first) => results.map(({ repeated }) => repeated === true);
    expect([repetitions(first), repetitions(again)]).toEqual([
      [false, false, false],
      [true, false, true],
    ]);
    const other = await place(ann, [order({ number: '0.02' }), ...orders.slice(1)], 'batch-1');
    expect(repetitions(other)).toEqual([false, false, true]);
    expect(outcomes(other)).toEqual(['idempotency_key_reused', 'insufficient_balance', 'ok']);
  });

  test('needs a session', async () => {
    expect((await venue.post('tx_batch/add', { orders: [] })).body).toMatchObject({ code: 999 });
  });

  test('is refused as a whole if its idempotency key is invalid', async () => {
    expect(await place(ann, [order()], 'a#1')).toMatchObject({ code: 0, error: 'idempotency_key_invalid' });
  });
});

test('repeating a batch that was interrupted by a restart completes it', async () => {
  const database = await createTestDatabase();
  const before = await RunningVenue.openOn(database);
  const carl = await before.person('carl');
  const orders = [order({ price: '20001' }), order({ number: '100' }), order({ price: '20003' })];
  // The entries of a batch are separate commands, so this is the state after an interruption behind the second one.
  const begun = await place(carl, orders.slice(0, 2), 'cut-off');
  await before.stop();

  const after = await RunningVenue.openOn(database);
  const completed = await place(carl.on(after), orders, 'cut-off');
  expect(outcomes(completed)).toEqual(['ok', 'insufficient_balance', 'ok']);
  expect(completed.data.results[0]?.data).toEqual(begun.data.results[0]?.data);
  const open = await carl.on(after).get<{ total: number }>('tx_in/list');
  expect(open.body.data.total).toBe(2);
  await after.close();
});

describe('cancelling a batch', () => {
  test('by ids answers each entry in place; orders that are unknown, finished or of another user are not found', async () => {
    const mine = (await place(ann, [order(), order({ way: sell, price: '30000' })])).data.results;
    const [bought, sold] = mine.map(({ data }) => data.id);
    const theirs = (await ben.post<Order>('tx_in/add', order())).body.data.id;
    const body = await cancel(ann, { ids: [theirs, bought, bought, 0, '999999999', sold] });
    expect(outcomes(body)).toEqual([
      'order_not_found',
      'ok',
      'order_not_found',
      'order_not_found',
      'order_not_found',
      'ok',
    ]);
    expect(body.data.results[1]).toMatchObject({
      message: 'The order was cancelled.',
      data: { id: bought, status: 'cancelled' },
    });
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
    expect(outcomes(await cancel(ben, { ids: [theirs] }))).toEqual(['ok']);
  });

  test('by client order ids can be limited to one side, and can be repeated with its idempotency key', async () => {
    await place(ann, [
      order({ client_order_id: 'left' }),
      order({ client_order_id: 'right', way: sell, price: '30000' }),
    ]);
    await ben.post('tx_in/add', order({ client_order_id: 'theirs' }));
    const body = await cancel(ann, { client_order_ids: ['left', 'right', 'theirs', 'a b'], way: buy }, 'away');
    expect(outcomes(body)).toEqual(['ok', 'order_not_found', 'order_not_found', 'client_order_id_invalid']);
    const again = await cancel(ann, { client_order_ids: ['left', 'right', 'theirs', 'a b'], way: buy }, 'away');
    expect(again.data.results.map(({ data }) => data)).toEqual(body.data.results.map(({ data }) => data));
    expect(outcomes(await cancel(ann, { client_order_ids: ['right'] }))).toEqual(['ok']);
    expect((await ben.post('tx_in/cancel', { client_order_id: 'theirs' })).body.code).toBe(1);
  });

  test.each([
    [{}, 'ids'],
    [{ ids: [1], client_order_ids: ['a'] }, 'client_order_ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: Array.from({ length: 21 }, (_, index) => index + 1) }, 'ids'],
    [{ ids: [1.5] }, 'ids/0'],
    [{ ids: ['x'] }, 'ids/0'],
    [{ ids: [2 ** 53] }, 'ids/0'],
    [{ client_order_ids: [7] }, 'client_order_ids/0'],
    [{ ids: [1], way: 0 }, 'way'],
  ])('%j is refused as a whole', async (body, field) => {
    const answer = await cancel(ann, body);
    expect(answer).toMatchObject({ code: 0, data: null, error: 'invalid_request', details: { field } });
  });

  test('a single cancel takes either an id or a client order id', async () => {
    await ann.post('tx_in/add', order({ client_order_id: 'one' }));
    for (const body of [{}, { id: 1, client_order_id: 'one' }]) {
      expect((await ann.post('tx_in/cancel', body)).body.error).toBe('invalid_request');
    }
    expect((await ann.post('tx_out/cancel', { client_order_id: 'one' })).body.error).toBe('order_not_found');
    expect((await ann.post('tx_in/cancel', { client_order_id: 'one' })).body.code).toBe(1);
  });
});

/** The number of commits that stored these commands. */
async function commitsOf(sequences: readonly number[]): Promise<number> {
  const [row] = await venue.database.query<{ commits: string }>(
    'select count(*) as commits from core.journal where first_sequence <= $1 and last_sequence >= $2',
    [Math.max(...sequences), Math.min(...sequences)],
  );
  return Number(row?.commits);
}
