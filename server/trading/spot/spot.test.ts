import type { Order } from '@bourse/contract/spot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

interface PageOfOrders {
  readonly total: number;
  readonly per_page: number;
  readonly last_page: number;
  readonly current_page: number;
  readonly data: readonly Order[];
}

const btcUsdt = 1;
const btc = 1;
const usdt = 3;

let venue: RunningVenue;
let seller: Person;
let buyer: Person;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open();
});

beforeEach(async () => {
  people += 1;
  seller = await venue.person(`seller-${people}`);
  buyer = await venue.person(`buyer-${people}`);
});

afterAll(async () => {
  await venue.close();
});

describe('an order', () => {
  test('that rests locks its maximum cost and is answered with its state', async () => {
    const { status, body } = await buyer.buy<Order>(btcUsdt, '0.01', '20000.5');
    expect(status).toBe(200);
    expect(body).toMatchObject({ code: 1, message: 'The order was placed.' });
    expect(body.data).toMatchObject({
      currency_match_id: btcUsdt,
      currency_match: { id: btcUsdt, symbol: 'BTC/USDT' },
      way: 2,
      way_name: 'Buy',
      status: 'submitted',
      status_name: 'Open',
      order_type: 'limit',
      time_in_force: 'gtc',
      price: '20000.5',
      number: '0.01',
      transacted_amount: '0',
      transacted_volume: '0',
      average_price: '0',
      fee: '0',
      fee_currency: 'BTC',
      client_order_id: null,
    });
    expect(await buyer.balance(usdt)).toEqual({ available: '99799.995', locked: '200.005' });
  });

  test('that matches trades at the resting price, and its answer includes its own fills', async () => {
    await seller.sell(btcUsdt, '0.02', '30000');
    const { body } = await buyer.buy<Order>(btcUsdt, '0.01', '31000');
    expect(body.data).toMatchObject({
      status: 'completed',
      price: '31000',
      transacted_amount: '0.01',
      transacted_volume: '300',
      average_price: '30000',
      fee: '0.00001',
    });
    expect(await buyer.balance(usdt)).toEqual({ available: '99700', locked: '0' });
    expect(await buyer.balance(btc)).toEqual({ available: '1.00999', locked: '0' });
    expect(await seller.balance(usdt)).toEqual({ available: '100299.7', locked: '0' });
    const open = await seller.get<PageOfOrders>('tx_out/list');
    expect(open.body.data.data[0]).toMatchObject({
      status: 'partially_filled',
      transacted_amount: '0.01',
      number: '0.02',
    });
    await seller.post('tx_out/cancel', { id: open.body.data.data[0]?.id });
  });

  test('that is immediate-or-cancel is cancelled with its remainder', async () => {
    await seller.sell(btcUsdt, '0.01', '30000');
    const { body } = await buyer.post<Order>('tx_in/add', {
      currency_match_id: '1',
      number: 0.03,
      price: 30_000,
      time_in_force: 'ioc',
    });
    expect(body.data).toMatchObject({
      status: 'cancelled',
      status_name: 'Cancelled',
      transacted_amount: '0.01',
      time_in_force: 'ioc',
    });
    const none = await buyer.post('tx_in/add', {
      currency_match_id: 1,
      number: '1',
      price: '30000',
      time_in_force: 'fok',
    });
    expect(none.body.error).toBe('fill_or_kill_unfilled');
  });

  test.each([
    ['without a price', { price: undefined }, 'price_required', {}],
    ['at a price of zero', { price: '0.0' }, 'price_required', {}],
    ['at a price in exponent notation', { price: '3e4' }, 'invalid_request', { field: 'price' }],
    ['at a number that JavaScript writes with an exponent', { price: 1e21 }, 'invalid_request', { field: 'price' }],
    ['at a negative price', { price: '-1' }, 'invalid_request', { field: 'price' }],
    ['at a price with a plus sign', { price: '+1' }, 'invalid_request', { field: 'price' }],
    ['at a price with a comma', { price: '30,000' }, 'invalid_request', { field: 'price' }],
    ['at a hexadecimal price', { price: '0x10' }, 'invalid_request', { field: 'price' }],
    ['at a price with spaces', { price: ' 1' }, 'invalid_request', { field: 'price' }],
    ['at a price with too many decimals', { price: '20000.55' }, 'price_precision', { decimals: 1 }],
    ['at a huge price', { price: '9'.repeat(30) }, 'amount_too_large', { maximum: '214748364.7' }],
    ['one tick above the highest price', { price: '214748364.8' }, 'amount_too_large', { maximum: '214748364.7' }],
    [
      'above the highest price of a market of several points a tick',
      { currency_match_id: 14, price: '1073.741824' },
      'amount_too_large',
      { maximum: '1073.7418235' },
    ],
    ['at the highest price', { price: '214748364.7', number: '0.01' }, 'price_out_of_band', {}],
    ['at a price that is an object', { price: {} }, 'invalid_request', { field: 'price' }],
    ['without an amount', { number: '' }, 'quantity_required', {}],
    ['of zero', { number: 0 }, 'quantity_required', {}],
    ['of an amount with too many decimals', { number: '0.000001' }, 'quantity_precision', { decimals: 5 }],
    ['of a tiny number', { number: 1e-7 }, 'invalid_request', { field: 'number' }],
    ['of a huge amount', { number: '1'.repeat(39) }, 'amount_too_large', {}],
    ['worth more than can be counted', { number: '100000', price: '100000' }, 'amount_too_large', {}],
    [
      'worth too little',
      { number: '0.00001', price: '20000' },
      'below_min_notional',
      { minimum: '5', currency: 'USDT' },
    ],
    ['on a market that does not exist', { currency_match_id: 999 }, 'market_unknown', {}],
    ['on a market with a name', { currency_match_id: 'BTC' }, 'invalid_request', { field: 'currency_match_id' }],
    [
      'on no market',
      { currency_match_id: undefined },
      'invalid_request',
      { field: 'currency_match_id', problem: 'required' },
    ],
    ['of another type', { order_type: 'iceberg' }, 'order_type_unsupported', {}],
    ['with another self-trade prevention', { self_trade_prevention: 'none' }, 'self_trade_prevention_unsupported', {}],
    ['that rests only and never', { post_only: true, time_in_force: 'ioc' }, 'time_in_force_unsupported', {}],
    ['that is a limit order by quote amount', { quote_amount: '5' }, 'invalid_request', { field: 'quote_amount' }],
    ['that takes and is to rest', { order_type: 'market', post_only: true }, 'invalid_request', { field: 'post_only' }],
    ['that takes all or nothing', { order_type: 'market', time_in_force: 'fok' }, 'time_in_force_unsupported', {}],
    ['of two sizes', { order_type: 'market', quote_amount: '5' }, 'invalid_request', { field: 'quote_amount' }],
    [
      'of an amount with too many decimals of the quote currency',
      { order_type: 'market', number: undefined, quote_amount: '5.0000001' },
      'quantity_precision',
      { decimals: 6 },
    ],
    ['with another time in force', { time_in_force: 'day' }, 'time_in_force_unsupported', {}],
    ['with a client order id of spaces', { client_order_id: 'a b' }, 'client_order_id_invalid', {}],
    [
      'for more than there is',
      { number: '10', price: '20000' },
      'insufficient_balance',
      { available: '100000', needed: '200000', currency: 'USDT' },
    ],
  ])('%s is refused with details', async (_what, changes, error, details) => {
    const { status, body } = await buyer.post('tx_in/add', {
      currency_match_id: btcUsdt,
      number: '0.01',
      price: '20000',
      ...changes,
    });
    expect({ status, code: body.code, data: body.data, error: body.error }).toEqual({
      status: 200,
      code: 0,
      data: null,
      error,
    });
    expect(body.details).toMatchObject(details);
    expect(body.message).not.toContain('{{');
    expect(await buyer.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test('off its market’s price or quantity step is refused with that step', async () => {
    const price = await buyer.buy(14, '1', '0.0000001');
    expect(price.body).toMatchObject({ error: 'price_step', details: { step: '0.0000005' } });
    const number = await buyer.buy(14, '1.01', '0.0000005');
    expect(number.body).toMatchObject({ error: 'quantity_step', details: { step: '0.02' } });
  });

  test('to sell on a market with blocked sells is refused in the language of the caller', async () => {
    const { body } = await seller.sell(64, '100', '0.1', { lang: 'zh' });
    expect(body).toMatchObject({ error: 'sell_blocked', message: 'XLM/USDT 暂不支持卖出。' });
  });

  test('that is post-only is shown as such, and is refused if it would trade', async () => {
    const placed = await seller.sell<Order>(btcUsdt, '0.01', '30000');
    const order = { currency_match_id: btcUsdt, number: '0.01', post_only: true };
    const { body } = await buyer.post<Order>('tx_in/add', { ...order, price: '29999' });
    expect(body.data).toMatchObject({ post_only: true, status: 'submitted' });
    const refused = await buyer.post('tx_in/add', { ...order, price: '30000' });
    expect(refused.body.error).toBe('post_only_would_trade');
    await buyer.post('tx_in/cancel', { id: body.data.id });
    const history = await buyer.get<PageOfOrders>('tx_history/list');
    expect(history.body.data.data[0]).toMatchObject({ id: body.data.id, post_only: true });
    await seller.post('tx_out/cancel', { id: placed.body.data.id });
  });

  test('follows its own setting for self-trade prevention', async () => {
    const own = await buyer.sell<Order>(btcUsdt, '0.01', '30000');
    const { body } = await buyer.post<Order>('tx_in/add', {
      currency_match_id: btcUsdt,
      number: '0.01',
      price: '30000',
      self_trade_prevention: 'expire_taker',
    });
    expect(body.data.status).toBe('cancelled');
    expect((await buyer.post('tx_out/cancel', { id: own.body.data.id })).body.code).toBe(1);
  });

  test('too far from the last trade is refused with the allowed range', async () => {
    await seller.sell(btcUsdt, '0.01', '30000');
    await buyer.buy(btcUsdt, '0.01', '30000');
    const { body } = await buyer.buy(btcUsdt, '0.01', '300000');
    expect(body).toMatchObject({
      error: 'price_out_of_band',
      details: { reference: '30000', lowest: '6000', highest: '150000' },
    });
    expect((await seller.sell(btcUsdt, '0.01', '5999.9')).body.error).toBe('price_out_of_band');
  });

  test('cannot reuse a client order id, even after the first order has ended', async () => {
    const order = { currency_match_id: btcUsdt, number: '0.01', price: '20000', client_order_id: 'mine-1' };
    expect((await buyer.post<Order>('tx_in/add', order)).body.data.client_order_id).toBe('mine-1');
    expect((await buyer.post('tx_in/add', order)).body.error).toBe('client_order_id_taken');
    const open = await buyer.get<PageOfOrders>('tx_in/list');
    await buyer.post('tx_in/cancel', { id: open.body.data.data[0]?.id });
    expect((await buyer.post('tx_in/add', order)).body.error).toBe('client_order_id_taken');
  });

  test('of a visitor is answered 999 before anything else is validated', async () => {
    expect((await venue.post('tx_in/add', { price: {} })).body).toMatchObject({ code: 999, error: 'session_ended' });
  });
});

describe('a market order', () => {
  test('by quantity takes the best prices and ends', async () => {
    await seller.sell(btcUsdt, '0.01', '30000');
    await seller.sell(btcUsdt, '0.01', '30100');
    const { body } = await buyer.post<Order>('tx_in/add', {
      currency_match_id: btcUsdt,
      order_type: 'market',
      number: '0.02',
      price: '30000',
    });
    expect(body.data).toMatchObject({
      order_type: 'market',
      time_in_force: 'ioc',
      status: 'completed',
      price: '30000',
      number: '0.02',
      quote_amount: null,
      transacted_amount: '0.02',
      transacted_volume: '601',
      average_price: '30050',
    });
    const history = await buyer.get<PageOfOrders>('tx_history/list');
    expect(history.body.data.data[0]).toEqual(body.data);
    expect(await buyer.balance(usdt)).toEqual({ available: '99399', locked: '0' });
  });

  test('by quote amount spends at most that amount, and its answer can be repeated', async () => {
    await seller.sell(btcUsdt, '0.01', '30000');
    const order = { currency_match_id: btcUsdt, order_type: 'market', quote_amount: '200.5' };
    const key = { 'idempotency-key': 'by-amount' };
    const { body } = await buyer.post<Order>('tx_in/add', order, key);
    expect(body.data).toMatchObject({
      status: 'completed',
      number: '0.00668',
      quote_amount: '200.5',
      transacted_volume: '200.4',
    });
    expect((await buyer.post<Order>('tx_in/add', order, key)).body.data).toEqual(body.data);
    expect(await buyer.balance(usdt)).toEqual({ available: '99799.6', locked: '0' });
    const rest = await seller.get<PageOfOrders>('tx_out/list');
    await seller.post('tx_out/cancel', { id: rest.body.data.data[0]?.id });
  });

  test('without a best price is refused with the page’s message', async () => {
    const order = { currency_match_id: 2, order_type: 'market', number: '1' };
    const { body } = await seller.post('tx_out/add', order);
    expect(body).toMatchObject({ error: 'no_best_price', message: 'There is currently no best price' });
  });
});

describe('an idempotency key', () => {
  test('places an order once and repeats the first answer, even after the order has changed', async () => {
    const key = { 'idempotency-key': 'once_1-A' };
    const first = await buyer.buy<Order>(btcUsdt, '0.01', '25000', key);
    await seller.sell(btcUsdt, '0.004', '25000');
    const again = await buyer.buy<Order>(btcUsdt, '0.01', '25000', key);
    expect(again.body.data).toEqual(first.body.data);
    expect([first.body.repeated, again.body.repeated]).toEqual([undefined, true]);
    const now = () => buyer.get<Order>(`tx_history/order?id=${first.body.data.id}`);
    expect((await now()).body.data).toMatchObject({ status: 'partially_filled', transacted_amount: '0.004' });
    await seller.sell(btcUsdt, '0.006', '25000');
    const afterTheEnd = await buyer.buy<Order>(btcUsdt, '0.01', '25000', key);
    expect(afterTheEnd.body).toMatchObject({ data: first.body.data, repeated: true });
    expect((await now()).body.data).toMatchObject({ status: 'completed', transacted_amount: '0.01' });
    const strange = await seller.get(`tx_history/order?id=${first.body.data.id}`);
    expect(strange.body.error).toBe('order_unknown');
    expect(await buyer.balance(usdt)).toEqual({ available: '99750', locked: '0' });
  });

  test('repeats an answer with the fills of the placing command only', async () => {
    const key = { 'idempotency-key': 'taker' };
    await seller.sell(btcUsdt, '0.004', '26000');
    const first = await buyer.buy<Order>(btcUsdt, '0.01', '26000', key);
    expect(first.body.data).toMatchObject({ status: 'partially_filled', transacted_amount: '0.004' });
    await seller.sell(btcUsdt, '0.006', '26000');
    expect((await buyer.buy<Order>(btcUsdt, '0.01', '26000', key)).body.data).toEqual(first.body.data);
  });

  test('is still unused after a refusal, and repeats the answer of a cancel', async () => {
    const refused = await buyer.buy(btcUsdt, '10', '20000', { 'idempotency-key': 'poor' });
    expect(refused.body.error).toBe('insufficient_balance');
    const other = await buyer.buy<Order>(btcUsdt, '0.01', '20000', { 'idempotency-key': 'poor' });
    expect(other.body).toMatchObject({ code: 1 });
    expect(other.body.repeated).toBeUndefined();
    await buyer.post('tx_in/cancel', { id: other.body.data.id });
    const placed = await buyer.buy<Order>(btcUsdt, '0.01', '20000');
    const cancel = () => buyer.post<Order>('tx_in/cancel', { id: placed.body.data.id }, { 'idempotency-key': 'gone' });
    const first = await cancel();
    expect((await cancel()).body).toMatchObject({ data: first.body.data, repeated: true });
  });

  test('of one user is independent of those of others', async () => {
    const mine = await buyer.buy<Order>(btcUsdt, '0.01', '20000', { 'idempotency-key': 'shared' });
    const theirs = await seller.buy<Order>(btcUsdt, '0.01', '20000', { 'idempotency-key': 'shared' });
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });

  test('is refused with another request, or if it is malformed', async () => {
    await buyer.buy(btcUsdt, '0.01', '20000', { 'idempotency-key': 'reused' });
    const other = await buyer.buy(btcUsdt, '0.02', '20000', { 'idempotency-key': 'reused' });
    expect(other.body.error).toBe('idempotency_key_reused');
    const wrong = await buyer.buy(btcUsdt, '0.02', '20000', { 'idempotency-key': 'a b' });
    expect(wrong.body.error).toBe('idempotency_key_invalid');
    const long = await buyer.buy(btcUsdt, '0.02', '20000', { 'idempotency-key': 'a'.repeat(37) });
    expect(long.body.error).toBe('idempotency_key_invalid');
  });
});

describe('a cancel', () => {
  test('releases the order’s locked balance', async () => {
    const placed = await buyer.buy<Order>(btcUsdt, '0.01', '20000');
    const { body } = await buyer.post<Order>('tx_in/cancel', { id: String(placed.body.data.id) });
    expect(body).toMatchObject({
      code: 1,
      message: 'The order was cancelled.',
      data: { id: placed.body.data.id, status: 'cancelled' },
    });
    expect(await buyer.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test('does not find orders of another user or side, or finished ones', async () => {
    const placed = await buyer.buy<Order>(btcUsdt, '0.01', '20000');
    const { id } = placed.body.data;
    expect((await seller.post('tx_in/cancel', { id })).body.error).toBe('order_not_found');
    expect((await buyer.post('tx_out/cancel', { id })).body.error).toBe('order_not_found');
    expect((await buyer.post('tx_in/cancel', { id: 0 })).body.error).toBe('order_not_found');
    expect((await buyer.post('tx_in/cancel', { id: 999_999_999 })).body.error).toBe('order_not_found');
    expect((await buyer.post('tx_in/cancel', {})).body.error).toBe('invalid_request');
    expect((await buyer.post('tx_in/cancel', { id })).body.code).toBe(1);
    expect((await buyer.post('tx_in/cancel', { id })).body.error).toBe('order_not_found');
  });
});

describe('cancelling all orders', () => {
  test('of one side works on one market or on every market', async () => {
    await buyer.buy(btcUsdt, '0.01', '20000');
    await buyer.buy(btcUsdt, '0.01', '20001');
    await buyer.buy(2, '0.1', '1000');
    const sold = await buyer.sell<Order>(btcUsdt, '0.01', '40000');
    const here = await buyer.post('tx_in/cancel_all', { currency_match_id: btcUsdt });
    expect(here.body).toMatchObject({ message: 'The orders were cancelled.', data: { cancelled: 2, more: false } });
    const rest = await buyer.post('tx_in/cancel_all', {});
    expect(rest.body.data).toEqual({ cancelled: 1, more: false });
    expect((await buyer.get<PageOfOrders>('tx_in/list')).body.data.total).toBe(0);
    expect((await buyer.get<PageOfOrders>('tx_out/list')).body.data.data[0]?.id).toBe(sold.body.data.id);
    expect((await buyer.post('tx_out/cancel_all', { currency_match_id: 999 })).body.error).toBe('market_unknown');
    expect((await buyer.post('tx_out/cancel_all', {})).body.data).toEqual({ cancelled: 1, more: false });
  });

  test('with an idempotency key repeats its answer and keeps orders placed since', async () => {
    const key = { 'idempotency-key': 'all' };
    await buyer.buy(btcUsdt, '0.01', '20000');
    await buyer.buy(2, '0.1', '1000');
    const first = await buyer.post('tx_in/cancel_all', {}, key);
    await buyer.buy(btcUsdt, '0.01', '20000');
    const again = await buyer.post('tx_in/cancel_all', {}, key);
    expect(first.body.data).toEqual({ cancelled: 2, more: false });
    expect(again.body.data).toEqual(first.body.data);
    expect((await buyer.get<PageOfOrders>('tx_in/list')).body.data.total).toBe(1);
  });
});

describe('the order lists', () => {
  test('have the open orders of one side, newest first, in pages', async () => {
    const ids: number[] = [];
    for (let price = 1; price <= 12; price += 1)
      ids.push((await buyer.buy<Order>(btcUsdt, '0.01', `${20_000 + price}`)).body.data.id);
    await buyer.buy(2, '0.1', '1000');
    const first = await buyer.get<PageOfOrders>(`tx_in/list?currency_match_id=${btcUsdt}&page=1&limit=10`);
    expect(first.body.data).toMatchObject({ total: 12, per_page: 10, last_page: 2, current_page: 1 });
    expect(first.body.data.data.map((order) => order.id)).toEqual(ids.toReversed().slice(0, 10));
    const second = await buyer.get<PageOfOrders>('tx_in/list?currency_match_id=1&page=2');
    expect(second.body.data.data.map((order) => order.id)).toEqual(ids.slice(0, 2).toReversed());
    expect((await buyer.get<PageOfOrders>('tx_in/list?limit=100')).body.data.total).toBe(13);
    expect((await buyer.get<PageOfOrders>('tx_out/list')).body.data).toMatchObject({
      total: 0,
      last_page: 1,
      data: [],
    });
    expect((await seller.get<PageOfOrders>('tx_in/list')).body.data.total).toBe(0);
  });

  test('have the finished orders of both sides, filtered by market and side', async () => {
    const cancelled = await buyer.buy<Order>(btcUsdt, '0.01', '20000');
    await buyer.post('tx_in/cancel', { id: cancelled.body.data.id });
    await seller.sell(btcUsdt, '0.01', '27000');
    const bought = await buyer.buy<Order>(btcUsdt, '0.01', '27000');
    await buyer.sell(btcUsdt, '0.01', '28000');
    await seller.buy(btcUsdt, '0.01', '28000');

    const all = await buyer.get<PageOfOrders>('tx_history/list', { lang: 'it' });
    expect(all.body.data.data.map(({ way, status_name }) => [way, status_name])).toEqual([
      [1, 'Eseguito'],
      [2, 'Eseguito'],
      [2, 'Annullato'],
    ]);
    expect(all.body.data.data[1]).toEqual({ ...bought.body.data, way_name: 'Acquisto', status_name: 'Eseguito' });
    expect((await buyer.get<PageOfOrders>('tx_history/list?way=1')).body.data.total).toBe(1);
    expect((await buyer.get<PageOfOrders>('tx_history/list?currency_match_id=2')).body.data.total).toBe(0);
    const last = await buyer.get<PageOfOrders>('tx_history/list?limit=2&page=2');
    expect(last.body.data).toMatchObject({
      total: 3,
      last_page: 2,
      current_page: 2,
      data: [{ id: cancelled.body.data.id }],
    });
  });

  test.each([
    'page=0',
    'limit=0',
    'limit=101',
    'limit=x',
    'page=-1',
    'page=1e3',
    'page=1&page=2',
    'currency_match_id=999',
  ])('refuse %s', async (query) => {
    for (const list of ['tx_in/list', 'tx_out/list', 'tx_history/list']) {
      const { status, body } = await buyer.get(`${list}?${query}`);
      expect(status).toBe(200);
      expect(body.code).toBe(0);
    }
  });
});

test('balances include their value in other currencies, rounded down', async () => {
  await seller.sell(btcUsdt, '0.01', '30000');
  await buyer.buy(btcUsdt, '0.01', '30000');
  const { body } = await buyer.get<{ accounts: { currency_code: string }[] }[]>('account/list');
  expect(body.data).toHaveLength(5);
  expect(body.data[0]).toMatchObject({ id: 1, account_code: 'change_account', name: 'Spot account' });
  expect(body.data[0]?.accounts.find((account) => account.currency_code === 'BTC')).toMatchObject({
    balance: '1.00999',
    lock_balance: '0',
    convert_btc: '1.00999',
    convert_usd: '30299.7',
  });
  expect((await buyer.get('account/detail?currency_id=999')).body.error).toBe('currency_unknown');
  expect((await buyer.get('account/detail?currency_id=1&account_type_id=6')).body.error).toBe('invalid_request');
  expect((await buyer.get('account/detail?currency_id=1&account_type_id=1&id=7')).body.code).toBe(1);
});
