import type { Order, Replacement } from '@bourse/contract/spot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, RunningVenue } from '../../testing/running-venue.ts';

interface PageOfOrders {
  readonly total: number;
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

async function openBuys(person: Person): Promise<readonly Order[]> {
  return (await person.get<PageOfOrders>('tx_in/list')).body.data.data;
}

async function finished(person: Person): Promise<readonly Order[]> {
  return (await person.get<PageOfOrders>('tx_history/list')).body.data.data;
}

describe('replacing an order', () => {
  test('cancels it and places another, and answers with both', async () => {
    const { id } = (await buyer.buy<Order>(btcUsdt, '0.01', '20000')).body.data;
    await seller.sell(btcUsdt, '0.004', '20000');
    const { body } = await buyer.post<Replacement>('tx_in/replace', { id, number: '0.02', price: '21000' });
    expect(body).toMatchObject({ code: 1, message: 'The order was replaced.' });
    expect(body.data.replaced).toMatchObject({
      id,
      status: 'cancelled',
      price: '20000',
      number: '0.01',
      transacted_amount: '0.004',
    });
    expect(body.data.placed).toMatchObject({
      status: 'submitted',
      price: '21000',
      number: '0.016',
      transacted_amount: '0',
      time_in_force: 'gtc',
    });
    expect(body.data.placed.id).toBeGreaterThan(id);
    expect(await openBuys(buyer)).toEqual([body.data.placed]);
    expect(await finished(buyer)).toEqual([body.data.replaced]);
    expect(await buyer.balance(usdt)).toEqual({ available: '99584', locked: '336' });
    await buyer.post('tx_in/cancel_all', {});
  });

  test('with an idempotency key happens once and repeats its first answer', async () => {
    const { id } = (await buyer.buy<Order>(btcUsdt, '0.01', '20000')).body.data;
    await seller.sell(btcUsdt, '0.002', '20000');
    await seller.sell(btcUsdt, '0.001', '22000');
    const ask = () =>
      buyer.post<Replacement>(
        'tx_in/replace',
        { id, number: '0.02', price: '22000', client_order_id: 'second' },
        { 'idempotency-key': 'replace' },
      );
    const first = await ask();
    expect(first.body.data.placed).toMatchObject({
      number: '0.018',
      transacted_amount: '0.001',
      status: 'partially_filled',
      client_order_id: 'second',
    });
    expect((await ask()).body.data).toEqual(first.body.data);
    await seller.sell(btcUsdt, '0.001', '22000');
    await buyer.post('tx_in/reduce', { id: first.body.data.placed.id, number: '0.01' });
    expect((await ask()).body.data).toEqual(first.body.data);
    await buyer.post('tx_in/cancel', { id: first.body.data.placed.id });
    expect((await ask()).body.data).toEqual(first.body.data);
  });

  test('has no effect when it is refused', async () => {
    const { id } = (await buyer.buy<Order>(btcUsdt, '0.01', '20000')).body.data;
    await seller.sell(btcUsdt, '0.004', '20000');
    const { id: asked } = (await seller.sell<Order>(btcUsdt, '0.01', '20100')).body.data;
    const before = await openBuys(buyer);
    const refusal = async (changes: Readonly<Record<string, unknown>>) => {
      const input = { id, number: '0.01', price: '20000', ...changes };
      const { body } = await buyer.post('tx_in/replace', input);
      return [body.error, body.details];
    };
    expect(await refusal({ number: '0.004' })).toEqual(['quantity_filled', { filled: '0.004' }]);
    expect(await refusal({ number: '6' })).toEqual([
      'insufficient_balance',
      { available: '99920', needed: '119920', currency: 'USDT' },
    ]);
    expect(await refusal({ price: '20100', post_only: true })).toEqual(['post_only_would_trade', {}]);
    expect(await refusal({ number: '1', price: '20100', time_in_force: 'fok' })).toEqual(['fill_or_kill_unfilled', {}]);
    expect(await refusal({ number: '0.0041' })).toMatchObject(['below_min_notional', { minimum: '5' }]);
    expect(await refusal({ price: undefined })).toEqual(['price_required', {}]);
    expect(await refusal({ number: '0.000001' })).toEqual(['quantity_precision', { decimals: 5 }]);
    expect(await refusal({ time_in_force: 'day' })).toEqual(['time_in_force_unsupported', {}]);
    expect(await refusal({ id: 0 })).toEqual(['order_not_found', {}]);
    expect(await refusal({ id: asked })).toEqual(['order_not_found', {}]);
    const input = { id, number: '0.01', price: '20000' };
    expect((await buyer.post('tx_out/replace', input)).body.error).toBe('order_not_found');
    expect((await seller.post('tx_in/replace', input)).body.error).toBe('order_not_found');
    expect((await venue.post('tx_in/replace', input)).body.error).toBe('session_ended');
    expect(await openBuys(buyer)).toEqual(before);
    expect(await buyer.balance(usdt)).toEqual({ available: '99800', locked: '120' });
    await seller.post('tx_out/cancel_all', {});
    await buyer.post('tx_in/cancel_all', {});
    expect((await buyer.post('tx_in/replace', input)).body.error).toBe('order_not_found');
  });
});

test('replacing and reducing an order over the socket returns the same answers as over HTTP', async () => {
  const client = await venue.socket();
  client.say('login', buyer.token);
  await client.message(({ type }) => type === 'login');
  const { id } = (await buyer.buy<Order>(btcUsdt, '0.01', '20000')).body.data;
  const params = { id, number: '0.02', price: '19000' };
  expect(await client.ask('order.replace', '1', { ...params, way: 1 })).toMatchObject({ error: 'order_not_found' });
  expect(await client.ask('order.replace', '2', { ...params, way: 3 })).toMatchObject({ error: 'invalid_request' });
  const replaced = await client.ask<Replacement>('order.replace', '3', { ...params, way: 2 });
  expect(replaced).toMatchObject({ code: 1, data: { replaced: { id }, placed: { number: '0.02', price: '19000' } } });
  const reduced = await client.ask<Order>('order.reduce', '4', { id: replaced.data.placed.id, number: '0.01' });
  expect(reduced).toMatchObject({ code: 1, data: { id: replaced.data.placed.id, number: '0.01' } });
  expect(await openBuys(buyer)).toEqual([reduced.data]);
  await client.close();
  await buyer.post('tx_in/cancel_all', {});
});

describe('reducing an order', () => {
  test('keeps its priority, lowers its quantity and releases the difference', async () => {
    const { data: placed } = (await seller.sell<Order>(btcUsdt, '0.01', '30000')).body;
    const { id } = placed;
    await buyer.buy(btcUsdt, '0.004', '30000');
    const { body } = await seller.post<Order>('tx_out/reduce', { id, number: '0.006' });
    expect(body).toMatchObject({ code: 1, message: 'The order amount was reduced.' });
    expect(body.data).toMatchObject({
      id,
      status: 'partially_filled',
      price: '30000',
      number: '0.006',
      transacted_amount: '0.004',
    });
    expect((await seller.get<PageOfOrders>('tx_out/list')).body.data.data).toEqual([body.data]);
    expect(await seller.balance(btc)).toEqual({ available: '0.994', locked: '0.002' });
    await buyer.buy(btcUsdt, '0.01', '30000');
    expect(await finished(seller)).toMatchObject([
      { id, status: 'completed', number: '0.006', transacted_amount: '0.006', transacted_volume: '180' },
    ]);
    await buyer.post('tx_in/cancel_all', {});
  });

  test('with an idempotency key happens once, and all requests about the order repeat their first answers', async () => {
    const placing = { 'idempotency-key': 'placing' };
    const first = await buyer.buy<Order>(btcUsdt, '0.01', '20000', placing);
    const { id } = first.body.data;
    const reduce = () => buyer.post<Order>('tx_in/reduce', { id, number: '0.006' }, { 'idempotency-key': 'reducing' });
    await seller.sell(btcUsdt, '0.001', '20000');
    const reduced = await reduce();
    expect(reduced.body.data).toMatchObject({ number: '0.006', transacted_amount: '0.001' });
    await seller.sell(btcUsdt, '0.001', '20000');
    expect((await reduce()).body.data).toEqual(reduced.body.data);
    await buyer.post('tx_in/reduce', { id, number: '0.005' });
    await seller.sell(btcUsdt, '0.003', '20000');
    expect(await finished(buyer)).toMatchObject([{ id, status: 'completed', number: '0.005' }]);
    expect((await reduce()).body.data).toEqual(reduced.body.data);
    expect((await buyer.buy<Order>(btcUsdt, '0.01', '20000', placing)).body.data).toEqual(first.body.data);
  });

  test('that was a stop order repeats its first answer', async () => {
    await seller.sell(btcUsdt, '0.001', '20000');
    await buyer.buy(btcUsdt, '0.001', '20000');
    const stop = { currency_match_id: btcUsdt, order_type: 'stop_limit', number: '0.01', price: '19000' };
    const { id } = (await buyer.post<Order>('tx_in/add', { ...stop, stop_price: '20100' })).body.data;
    const reduce = () => buyer.post<Order>('tx_in/reduce', { id, number: '0.006' }, { 'idempotency-key': 'stop' });
    expect((await buyer.post('tx_in/reduce', { id, number: '0.006' })).body.error).toBe('order_waiting');
    await seller.sell(btcUsdt, '0.001', '20100');
    await buyer.buy(btcUsdt, '0.001', '20100');
    const first = await reduce();
    expect(first.body.data).toMatchObject({ id, number: '0.006', status: 'submitted' });
    expect((await reduce()).body.data).toEqual(first.body.data);
    await buyer.post('tx_in/cancel_all', {});
  });

  test('is refused with the quantity that the order has or has filled', async () => {
    const { id } = (await buyer.buy<Order>(btcUsdt, '0.01', '20000')).body.data;
    await seller.sell(btcUsdt, '0.004', '20000');
    const refusal = async (number: unknown, path = 'tx_in/reduce') => {
      const { body } = await buyer.post(path, { id, number });
      return [body.error, body.details];
    };
    expect(await refusal('0.01')).toEqual(['quantity_not_smaller', { number: '0.01' }]);
    expect(await refusal('0.004')).toEqual(['quantity_filled', { filled: '0.004' }]);
    expect(await refusal('0.0042')).toEqual(['below_min_notional', { minimum: '5', currency: 'USDT' }]);
    expect(await refusal('0')).toEqual(['quantity_required', {}]);
    expect(await refusal(undefined)).toEqual(['quantity_required', {}]);
    expect(await refusal('0.005', 'tx_out/reduce')).toEqual(['order_not_found', {}]);
    expect((await seller.post('tx_in/reduce', { id, number: '0.005' })).body.error).toBe('order_not_found');
    await buyer.post('tx_in/cancel', { id });
    expect(await refusal('0.005')).toEqual(['order_not_found', {}]);
  });

  test('notifies its owner at once and shows in the depth', async () => {
    const client = await venue.socket();
    client.say('login', buyer.token);
    client.say('sub', 'MARKET_DEPTH.BTC/USDT');
    await client.message(({ snapshot }) => snapshot === true);
    const { id } = (await buyer.buy<Order>(btcUsdt, '0.01', '20000')).body.data;
    await buyer.post('tx_in/reduce', { id, number: '0.004' });
    const reduced = await client.message(({ type }) => type === 'TX_REDUCED');
    expect(reduced).toMatchObject({
      order: { id, status: 'submitted', number: '0.004', quote_account: { balance: '99920', lock_balance: '80' } },
    });
    await client.message(
      ({ depth }) => JSON.stringify(depth) === '{"in":[{"price":"20000","amount":"0.004"}],"out":[]}',
    );
    await buyer.post('tx_in/replace', { id, number: '0.004', price: '20001' });
    const ended = await client.message(({ type }) => type === 'TX_CANCELED');
    expect(ended).toMatchObject({ reason: 'replaced', order: { id, status: 'cancelled' } });
    const placed = await client.message(
      ({ type, order }) => type === 'TX_SUBMIT' && JSON.stringify(order).includes('"price":"20001"'),
    );
    expect(placed).toMatchObject({ sequence: ended['sequence'], order: { status: 'submitted', number: '0.004' } });
    await client.close();
    await buyer.post('tx_in/cancel_all', {});
  });
});
