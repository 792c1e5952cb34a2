import type { Order, OwnTrade } from '@bourse/contract/spot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

const btcUsdt = 1;
const ethUsdt = 2;

interface PageOfOrders {
  readonly total: number;
  readonly last_page: number;
  readonly data: readonly Order[];
}

interface PageOfTrades {
  readonly data: readonly OwnTrade[];
  readonly next: string | null;
}

let venue: RunningVenue;
/** The owner of the tested orders, a counterparty, and a user without orders. */
let ann: Person;
let ben: Person;
let eve: Person;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open();
  eve = await venue.person('eve');
});
afterAll(async () => {
  await venue.close();
});

/** Replaces Ann and Ben with new users without any history. */
async function arrive(): Promise<void> {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  ben = await venue.person(`ben-${people}`);
}

/** Ann's sell order trades twice with Ben and stays open with a third of its quantity. */
async function annSellsTwice(): Promise<Order> {
  const { body } = await ann.sell<Order>(btcUsdt, '0.03', '30000');
  await ben.buy(btcUsdt, '0.01', '30000');
  await ben.buy(btcUsdt, '0.01', '31000');
  return body.data;
}

async function trades(person: Person, query = ''): Promise<PageOfTrades> {
  return (await person.get<PageOfTrades>(`tx_history/trades?${query}`)).body.data;
}

async function history(person: Person, query = ''): Promise<PageOfOrders> {
  return (await person.get<PageOfOrders>(`tx_history/list?${query}`)).body.data;
}

/** The type, name and parsed lines of an exported file. */
async function file(person: Person, path: string): Promise<{ type: string; name: string; rows: string[][] }> {
  const answer = await fetch(`${venue.url}/api/${path}`, { headers: { authorization: person.token } });
  const text = await answer.text();
  return {
    type: answer.headers.get('content-type') ?? '',
    name: answer.headers.get('content-disposition') ?? '',
    rows: text
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(',')),
  };
}

describe('the list of open orders', () => {
  beforeAll(arrive);

  test('skips no order when a page starts after the last order of the previous page', async () => {
    const ids: number[] = [];
    for (let place = 0; place < 4; place += 1) {
      ids.unshift((await ann.buy<Order>(btcUsdt, '0.001', '19000')).body.data.id);
    }
    const listed = async (query: string) =>
      (await ann.get<PageOfOrders>(`tx_in/list?limit=2&${query}`)).body.data.data.map(({ id }) => id);
    const first = await listed('');
    expect(first).toEqual(ids.slice(0, 2));
    await ann.post('tx_in/cancel', { id: first[0] });
    // By page number, the second page would now skip an order.
    expect(await listed('page=2')).toEqual(ids.slice(3));
    expect(await listed(`before=${first[1]}`)).toEqual(ids.slice(2));
    await ann.post('tx_in/cancel_all', {});
  });
});

describe('the fills of an order', () => {
  beforeAll(arrive);

  test('are listed to its owner, newest first, with fee and role', async () => {
    const order = await annSellsTwice();
    const { body } = await ann.get<PageOfTrades>(`tx_history/fills?id=${order.id}`);
    expect(body.data.next).toBeNull();
    expect(body.data.data).toHaveLength(2);
    expect(body.data.data[0]).toMatchObject({
      order_id: order.id,
      currency_match: { id: btcUsdt, symbol: 'BTC/USDT' },
      way: 1,
      way_name: 'Sell',
      price: '30000',
      amount: '0.01',
      volume: '300',
      role: 'maker',
      fee: '0.3',
      fee_currency: 'USDT',
      rebate: '0',
      rebate_currency: 'BTC',
    });
    const [newer, older] = body.data.data.map(({ id }) => id);
    expect(newer).toBeGreaterThan(older ?? 0);
    await ann.post('tx_out/cancel', { id: order.id });
  });

  test('are listed in pages after a taker order has ended', async () => {
    await ann.sell(btcUsdt, '0.01', '30000');
    await ann.sell(btcUsdt, '0.01', '30001');
    const { body } = await ben.buy<Order>(btcUsdt, '0.02', '30001');
    expect(body.data.status).toBe('completed');
    const first = (await ben.get<PageOfTrades>(`tx_history/fills?id=${body.data.id}&limit=1`)).body.data;
    expect(first.data.map(({ price, role, fee_currency }) => [price, role, fee_currency])).toEqual([
      ['30001', 'taker', 'BTC'],
    ]);
    const { data, next } = (
      await ben.get<PageOfTrades>(`tx_history/fills?id=${body.data.id}&limit=1&before=${first.next}`)
    ).body.data;
    expect(data.map(({ price }) => price)).toEqual(['30000']);
    expect(next).toBeNull();
  });

  test('of a stop order begin at its trigger', async () => {
    await ben.sell(btcUsdt, '0.01', '30000');
    await eve.buy(btcUsdt, '0.01', '30000');
    const stop = { currency_match_id: btcUsdt, order_type: 'stop_market', stop_price: '30500', number: '0.02' };
    const placed = (await ann.post<Order>('tx_in/add', stop)).body.data;
    const empty = await ann.get<PageOfTrades>(`tx_history/fills?id=${placed.id}`);
    expect(empty.body.data).toEqual({ data: [], next: null });
    await ben.sell(btcUsdt, '0.05', '30500');
    await eve.buy(btcUsdt, '0.01', '30500');
    const filled = (await ann.get<PageOfTrades>(`tx_history/fills?id=${placed.id}`)).body.data;
    expect(filled.data.map(({ amount, role }) => [amount, role])).toEqual([['0.02', 'taker']]);
    await ben.post('tx_out/cancel_all', {});
  });

  test.each([
    ['another user’s open order', 'order_unknown'],
    ['another user’s finished order', 'order_unknown'],
    ['an order that never existed', 'order_unknown'],
  ])('are not found for %s', async (which, error) => {
    const order = await annSellsTwice();
    if (which.includes('finished')) await ann.post('tx_out/cancel', { id: order.id });
    const id = which.includes('never') ? 999_999 : order.id;
    const { body } = await ben.get(`tx_history/fills?id=${id}`);
    expect(body).toMatchObject({ code: 0, error, message: 'This order does not exist.' });
    await ann.post('tx_out/cancel', { id: order.id });
  });
});

describe('a user’s own trades', () => {
  beforeAll(arrive);

  test('include those of all orders and exclude those of other users, newest first', async () => {
    await annSellsTwice();
    await ben.buy(btcUsdt, '0.01', '30000');
    await ben.sell(ethUsdt, '0.5', '2000');
    await ann.buy(ethUsdt, '0.5', '2000');
    expect((await trades(ann)).data.map(({ way_name: way, amount, role }) => [way, amount, role])).toEqual([
      ['Buy', '0.5', 'taker'],
      ['Sell', '0.01', 'maker'],
      ['Sell', '0.01', 'maker'],
      ['Sell', '0.01', 'maker'],
    ]);
    expect((await trades(ben)).data.map(({ way }) => way)).toEqual([1, 2, 2, 2]);
    expect((await trades(ann, 'way=2')).data).toHaveLength(1);
    expect((await trades(ann, `currency_match_id=${btcUsdt}`)).data).toHaveLength(3);
    expect((await trades(ann, `currency_match_id=${ethUsdt}&way=1`)).data).toEqual([]);
    const stranger = await venue.person('stranger');
    expect(await trades(stranger)).toEqual({ data: [], next: null });
  });

  test('can be filtered by time, with an inclusive start and an exclusive end', async () => {
    await annSellsTwice();
    const { data } = await trades(ann);
    const second = Math.floor((data[0]?.time ?? 0) / 1_000);
    expect((await trades(ann, `from=${second + 1}`)).data).toEqual([]);
    expect((await trades(ann, `to=${second - 60}`)).data).toEqual([]);
    expect((await trades(ann, `from=${second - 60}&to=${second + 1}`)).data).toEqual(data);
    await ann.post('tx_out/cancel_all', {});
  });

  test.each([
    ['before=word', 'before', 'pattern'],
    ['before=9999999999999999.1', 'before', 'range'],
    ['limit=101', 'limit', 'range'],
    ['way=3', 'way', 'enum'],
    ['from=20&to=10', 'to', 'range'],
    ['from=999999999999999', 'from', 'range'],
  ])('refuse a request with %s', async (query, field, problem) => {
    const { body } = await eve.get(`tx_history/trades?${query}`);
    expect(body).toMatchObject({ code: 0, error: 'invalid_request', details: { field, problem } });
  });
});

describe('the order history', () => {
  beforeAll(arrive);

  test('counts orders that end between requests, under every filter', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const filters = ['', 'way=1', 'way=2', `currency_match_id=${btcUsdt}`, `to=${now - 60}`, `from=${now - 60}`];
    const totals = async () => Promise.all(filters.map(async (filter) => (await history(ann, filter)).total));
    expect(await totals()).toEqual([0, 0, 0, 0, 0, 0]);
    const first = (await ann.sell<Order>(btcUsdt, '0.01', '30000')).body.data;
    await ann.post('tx_out/cancel', { id: first.id });
    expect(await totals()).toEqual([1, 1, 0, 1, 0, 1]);
    const second = (await ann.buy<Order>(ethUsdt, '0.01', '1000')).body.data;
    expect(await totals()).toEqual([1, 1, 0, 1, 0, 1]);
    await ann.post('tx_in/cancel', { id: second.id });
    expect(await totals()).toEqual([2, 1, 1, 1, 0, 2]);
    const page = await history(ann, 'limit=1');
    expect([page.total, page.last_page, page.data[0]?.id]).toEqual([2, 2, second.id]);
  });

  test('can be filtered by the time of placing', async () => {
    await arrive();
    const { body } = await ann.sell<Order>(btcUsdt, '0.01', '30000');
    await ann.post('tx_out/cancel', { id: body.data.id });
    const second = Math.floor(body.data.created_at / 1_000);
    expect((await history(ann, `from=${second}&to=${second + 1}`)).data.map(({ id }) => id)).toEqual([body.data.id]);
    expect(await history(ann, `from=${second + 1}`)).toMatchObject({ total: 0, data: [] });
    expect(await history(ann, `to=${second}`)).toMatchObject({ total: 0, data: [] });
  });
});

describe('an export', () => {
  beforeAll(arrive);

  test('of orders contains all of them, open ones first, with exact amounts and times in the requested zone', async () => {
    await annSellsTwice();
    const { body } = await ann.post<Order>('tx_in/add', {
      currency_match_id: btcUsdt,
      number: '0.00125',
      price: '20000.5',
      client_order_id: '-A1',
    });
    await ann.post('tx_in/cancel', { id: body.data.id });
    const { type, name, rows } = await file(ann, 'tx_history/orders.csv?time_zone=Asia/Kolkata');
    expect(type).toBe('text/csv; charset=utf-8');
    expect(name).toBe('attachment; filename="orders.csv"');
    const [head = [], open = [], cancelled = []] = rows;
    expect(rows).toHaveLength(3);
    const at = (row: string[], column: string) => row[head.indexOf(column)];
    expect([at(open, 'status'), at(open, 'transacted_amount'), at(open, 'average_price')]).toEqual([
      'partially_filled',
      '0.02',
      '30000',
    ]);
    expect([at(cancelled, 'price'), at(cancelled, 'number'), at(cancelled, 'client_order_id')]).toEqual([
      '20000.5',
      '0.00125',
      `'-A1`,
    ]);
    expect(at(cancelled, 'created_at')).toBe(
      new Date(body.data.created_at + 19_800_000).toISOString().replace('Z', '+05:30'),
    );
    expect((await file(ann, 'tx_history/orders.csv?way=1')).rows).toHaveLength(2);
    await ann.post('tx_out/cancel_all', {});
  });

  test('of trades contains all that match the filter', async () => {
    await annSellsTwice();
    const { rows } = await file(ann, `tx_history/trades.csv?currency_match_id=${btcUsdt}`);
    const listed = (await trades(ann)).data;
    expect(rows.slice(1).map(([id, order]) => [Number(id), Number(order)])).toEqual(
      listed.map(({ id, order_id: order }) => [id, order]),
    );
    expect((await file(ann, 'tx_history/trades.csv?way=2')).rows).toHaveLength(1);
    await ann.post('tx_out/cancel_all', {});
  });

  test.each([
    ['without a session', {}, 'tx_history/orders.csv', 999, 'session_ended'],
    ['in an unknown time zone', null, 'tx_history/trades.csv?time_zone=Mars/Base', 0, 'invalid_request'],
    ['of an unknown market', null, 'tx_history/trades.csv?currency_match_id=999', 0, 'market_unknown'],
  ])('%s is refused with a JSON answer', async (_which, headers, path, code, error) => {
    const { body } = headers === null ? await eve.get(path) : await venue.get(path, headers);
    expect(body).toMatchObject({ code, error });
  });

  test('blocks further exports of the user until it is finished or aborted', async () => {
    // More rows than fit into the buffers between the server and a client that does not read.
    await venue.database.query(
      `insert into core.orders (id, user_id, market_id, side, order_type, time_in_force, post_only, price, quantity, filled,
         filled_quote, fee, rebate, status, end_reason, accepted_sequence, accepted_at, ended_sequence, ended_at)
       select 1000000 + n, ${eve.id}, 1, 1, 'limit', 'gtc', false, 1, 1, 0, 0, 0, 0, 'cancelled', 'user', n, n, n, n
       from generate_series(1, 80000) n`,
    );
    const path = 'tx_history/orders.csv';
    await venue.database.query('analyze core.orders');
    const begin = async () => {
      const impatience = new AbortController();
      const answer = await fetch(`${venue.url}/api/${path}`, {
        headers: { authorization: eve.token },
        signal: impatience.signal,
      });
      return { type: answer.headers.get('content-type'), giveUp: () => impatience.abort() };
    };
    const first = await begin();
    expect(first.type).toBe('text/csv; charset=utf-8');
    expect((await eve.get(path)).body).toMatchObject({ code: 0, error: 'export_running' });
    expect((await file(ann, path)).rows.length).toBeGreaterThan(0);
    first.giveUp();
    await vi.waitFor(
      async () => {
        const next = await begin();
        next.giveUp();
        expect(next.type).toBe('text/csv; charset=utf-8');
      },
      { timeout: 60_000 },
    );
  });
});
