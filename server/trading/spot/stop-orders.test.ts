import type { Order, OrderMessage, Replacement } from '@bourse/contract/spot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, RunningVenue, type SocketClient } from '../../testing/running-venue.ts';

const btcUsdt = 1;
const btc = 1;
const usdt = 3;

let venue: RunningVenue;
/** The owner of the stop orders, and two users who trade with each other. */
let ann: Person;
let maker: Person;
let taker: Person;
/** The price of the last trade. Each test starts at a higher price with an empty book. */
let base = 20_000;

beforeAll(async () => {
  venue = await RunningVenue.open();
});

beforeEach(async () => {
  base += 1000;
  ann = await venue.person(`ann-${base}`);
  maker = await venue.person(`maker-${base}`);
  taker = await venue.person(`taker-${base}`);
  await tradeAt(above(0));
});

afterEach(async () => {
  for (const person of [ann, maker, taker]) {
    await person.post('tx_in/cancel_all', {});
    await person.post('tx_out/cancel_all', {});
  }
});

afterAll(async () => {
  await venue.close();
});

interface Listed {
  readonly data: readonly Order[];
}

function above(points: number): string {
  return String(base + points);
}

/** Makes maker and taker trade a small quantity at this price. */
async function tradeAt(price: string): Promise<void> {
  await maker.sell(btcUsdt, '0.001', price);
  await taker.buy(btcUsdt, '0.001', price);
}

/** Requests a stop order to buy. */
async function buyStop(input: Readonly<Record<string, unknown>>, headers = {}) {
  return ann.post<Order>('tx_in/add', { currency_match_id: btcUsdt, ...input }, headers);
}

async function listed(path: 'tx_in/list' | 'tx_history/list'): Promise<readonly Order[]> {
  return (await ann.get<Listed>(path)).body.data.data;
}

describe('a stop order', () => {
  test('is listed as untriggered with its stop price, and locks its maximum cost', async () => {
    const terms = { order_type: 'stop_limit', stop_price: above(100), price: above(200), number: '0.01' };
    const { body } = await buyStop(terms);
    const facts = {
      status: 'untriggered',
      status_name: 'Not triggered',
      time_in_force: 'gtc',
      transacted_amount: '0',
      ...terms,
    };
    expect(body).toMatchObject({ code: 1, data: facts });
    expect(await listed('tx_in/list')).toMatchObject([facts]);
    expect((await ann.balance(usdt)).locked).toBe(String((base + 200) / 100));
    const cancelled = await ann.post<Order>('tx_in/cancel', { id: body.data.id });
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', stop_price: above(100) });
    expect((await ann.balance(usdt)).locked).toBe('0');
    expect(await listed('tx_history/list')).toMatchObject([
      { status: 'cancelled', order_type: 'stop_limit', stop_price: above(100) },
    ]);
  });

  test('enters the book when a trade reaches its stop price, and its owner is notified', async () => {
    const [socket, watcher] = [await loggedIn(ann), await venue.socket()];
    const { body } = await buyStop({
      order_type: 'stop_limit',
      stop_price: above(100),
      price: above(50),
      number: '0.01',
    });
    watcher.say('sub', 'MARKET_DEPTH.BTC/USDT');
    const before = await watcher.message((message) => message['snapshot'] === true);
    expect(before).toMatchObject({ depth: { in: [], out: [] } });
    const from = socket.heard.length;
    await tradeAt(above(100));
    const message = await orderMessage(socket, body.data.id, 'TX_SUBMIT', from);
    expect(message.order).toMatchObject({ status: 'submitted', order_type: 'stop_limit', stop_price: above(100) });
    await watcher.message((message) =>
      JSON.stringify(message).includes(`"in":[{"price":"${above(50)}","amount":"0.01"}]`),
    );
    expect(await listed('tx_in/list')).toMatchObject([{ id: body.data.id, status: 'submitted', price: above(50) }]);

    await maker.sell(btcUsdt, '0.01', above(50));
    expect(await listed('tx_history/list')).toMatchObject([
      { id: body.data.id, status: 'completed', stop_price: above(100) },
    ]);
    await Promise.all([socket.close(), watcher.close()]);
  });

  test('becomes a market order, and its owner gets back what was locked for a worse price', async () => {
    const { body } = await buyStop({ order_type: 'stop_market', stop_price: above(100), number: '0.01' });
    expect(body.data).toMatchObject({ status: 'untriggered', time_in_force: 'ioc', price: above(100) });
    // 2 % above the stop price, rounded up to a tick of 0.1.
    const worst = Math.ceil(((base + 100) * 1020) / 100) / 10;
    expect(Number((await ann.balance(usdt)).locked)).toBeCloseTo(worst / 100, 9);
    await maker.sell(btcUsdt, '0.02', above(110));
    await tradeAt(above(100));
    expect(await listed('tx_history/list')).toMatchObject([
      {
        id: body.data.id,
        status: 'completed',
        order_type: 'stop_market',
        transacted_amount: '0.01',
        average_price: above(110),
      },
    ]);
    expect((await ann.balance(usdt)).locked).toBe('0');
  });

  test('by quote amount locks enough to earn it, and sells until it is earned', async () => {
    const { body } = await ann.post<Order>('tx_out/add', {
      currency_match_id: btcUsdt,
      order_type: 'stop_market',
      stop_price: above(-100),
      quote_amount: '50',
    });
    expect(body.data).toMatchObject({ status: 'untriggered', quote_amount: '50', number: '0', way: 1 });
    expect((await ann.balance(btc)).locked).not.toBe('0');
    await maker.buy(btcUsdt, '0.01', above(-100));
    await taker.sell(btcUsdt, '0.001', above(-100));
    const [sold] = await listed('tx_history/list');
    expect(sold).toMatchObject({ id: body.data.id, status: 'completed', quote_amount: '50' });
    expect(Number(sold?.transacted_volume)).toBeGreaterThanOrEqual(50);
    expect((await ann.balance(btc)).locked).toBe('0');
  });

  test('that cannot be executed when it triggers ends, and its owner is sent the reason', async () => {
    const socket = await loggedIn(ann);
    const { body } = await buyStop({ order_type: 'stop_market', stop_price: above(100), number: '0.01' });
    await tradeAt(above(100));
    const message = await orderMessage(socket, body.data.id, 'TX_CANCELED');
    expect(message).toMatchObject({ reason: 'no_best_price', order: { status: 'cancelled', transacted_amount: '0' } });
    expect(await listed('tx_history/list')).toMatchObject([{ id: body.data.id, status: 'cancelled' }]);
    await socket.close();
  });

  test('repeated with its idempotency key gets its first answer, even after it was filled', async () => {
    const input = { order_type: 'stop_limit', stop_price: above(100), price: above(200), number: '0.01' };
    const key = { 'idempotency-key': 'stop' };
    const first = await buyStop(input, key);
    expect((await buyStop(input, key)).body.data).toEqual(first.body.data);
    await maker.sell(btcUsdt, '0.02', above(150));
    await tradeAt(above(100));
    expect(await listed('tx_history/list')).toMatchObject([{ id: first.body.data.id, status: 'completed' }]);
    expect((await buyStop(input, key)).body.data).toEqual(first.body.data);
  });

  test('that triggers does not affect the answer to the order that triggered it', async () => {
    const { body } = await buyStop({
      order_type: 'stop_limit',
      stop_price: above(100),
      price: above(120),
      number: '0.01',
    });
    await maker.sell(btcUsdt, '0.001', above(100));
    await maker.sell(btcUsdt, '0.004', above(120));
    const key = { 'idempotency-key': 'taker' };
    const taken = await taker.buy<Order>(btcUsdt, '0.002', above(100), key);
    expect(taken.body.data).toMatchObject({ status: 'partially_filled', transacted_amount: '0.001', number: '0.002' });
    expect((await taker.buy<Order>(btcUsdt, '0.002', above(100), key)).body.data).toEqual(taken.body.data);
    expect(await listed('tx_in/list')).toMatchObject([
      { id: body.data.id, status: 'partially_filled', transacted_amount: '0.004' },
    ]);
  });

  test('that filled when it triggered repeats answers with the fills of that moment', async () => {
    const stop = { order_type: 'stop_limit', stop_price: above(100), price: above(120), number: '0.01' };
    const { id } = (await buyStop(stop)).body.data;
    await maker.sell(btcUsdt, '0.004', above(120));
    await tradeAt(above(100));
    await maker.sell(btcUsdt, '0.001', above(120));
    const reduce = () => ann.post<Order>('tx_in/reduce', { id, number: '0.008' }, { 'idempotency-key': 'reducing' });
    const reduced = await reduce();
    expect(reduced.body.data).toMatchObject({
      status: 'partially_filled',
      number: '0.008',
      transacted_amount: '0.005',
    });
    await maker.sell(btcUsdt, '0.001', above(120));
    expect((await reduce()).body.data).toEqual(reduced.body.data);
    await maker.sell(btcUsdt, '0.002', above(120));
    expect(await listed('tx_history/list')).toMatchObject([{ id, status: 'completed', transacted_amount: '0.008' }]);
    expect((await reduce()).body.data).toEqual(reduced.body.data);
  });

  test('that trades with the rest of the order that triggered it is included in that order’s answer', async () => {
    await buyStop({ order_type: 'stop_market', stop_price: above(100), number: '0.001' });
    await maker.buy(btcUsdt, '0.001', above(100));
    const key = { 'idempotency-key': 'maker' };
    const sold = await taker.sell<Order>(btcUsdt, '0.003', above(100), key);
    expect(sold.body.data).toMatchObject({ status: 'partially_filled', transacted_amount: '0.002' });
    expect((await taker.sell<Order>(btcUsdt, '0.003', above(100), key)).body.data).toEqual(sold.body.data);
  });

  test.each([
    ['without a stop price', { stop_price: undefined }, 'stop_price_required', {}],
    ['at a stop price of zero', { stop_price: '0' }, 'stop_price_required', {}],
    ['at a malformed stop price', { stop_price: '1e5' }, 'invalid_request', { field: 'stop_price' }],
    ['at a stop price with too many decimals', { stop_price: '90000.55' }, 'price_precision', { decimals: 1 }],
    ['at a stop price that is too high', { stop_price: '9'.repeat(30) }, 'amount_too_large', {}],
    ['without a limit price', { price: undefined }, 'price_required', {}],
    ['with a price for its market order', { order_type: 'stop_market' }, 'invalid_request', { field: 'price' }],
    [
      'as a market order that may wait',
      { order_type: 'stop_market', price: undefined, time_in_force: 'gtc' },
      'time_in_force_unsupported',
      {},
    ],
    ['post-only and immediate', { post_only: true, time_in_force: 'ioc' }, 'time_in_force_unsupported', {}],
    ['of an unknown type', { order_type: 'stop' }, 'order_type_unsupported', {}],
    ['of a type named like a built-in property', { order_type: 'toString' }, 'order_type_unsupported', {}],
    ['as a limit order', { order_type: 'limit' }, 'invalid_request', { field: 'stop_price' }],
  ])('%s is refused', async (_, changes, error, details) => {
    const input = { order_type: 'stop_limit', stop_price: '90000', price: '90000', number: '0.01' };
    const { body } = await buyStop({ ...input, ...changes });
    expect(body).toMatchObject({ code: 0, error, details });
  });

  test('whose stop price is already reached is refused with both prices, in the language of the caller', async () => {
    const input = { order_type: 'stop_market', stop_price: above(-1), number: '0.01' };
    const { body } = await buyStop(input, { lang: 'de' });
    expect(body).toMatchObject({
      error: 'stop_would_trigger',
      details: { stop_price: above(-1), reference: above(0) },
      message: `Der letzte Kurs ${above(0)} hat den Stoppreis ${above(-1)} bereits erreicht. Bitte geben Sie einen anderen Stoppreis ein.`,
    });
  });
});

describe('replacing a waiting stop order', () => {
  /** A waiting order: buys 0.01 at 200 above the last price, from 100 above it. */
  async function waiting(): Promise<number> {
    const terms = { order_type: 'stop_limit', stop_price: above(100), price: above(200), number: '0.01' };
    return (await buyStop(terms)).body.data.id;
  }

  test('ends it and places another, which triggers at the new stop price only', async () => {
    const [socket, id] = [await loggedIn(ann), await waiting()];
    const changes = { id, stop_price: above(150), price: above(160), number: '0.02' };
    const { body } = await ann.post<Replacement>('tx_in/replace', changes);
    expect(body).toMatchObject({ code: 1, message: 'The order was replaced.' });
    expect(body.data.replaced).toMatchObject({ id, status: 'cancelled', stop_price: above(100), number: '0.01' });
    expect(body.data.placed).toMatchObject({
      status: 'untriggered',
      order_type: 'stop_limit',
      stop_price: above(150),
      price: above(160),
      number: '0.02',
    });
    expect(await listed('tx_in/list')).toEqual([body.data.placed]);
    expect((await ann.balance(usdt)).locked).toBe(String((base + 160) / 50));
    expect(await orderMessage(socket, id, 'TX_CANCELED')).toMatchObject({ reason: 'replaced' });
    expect(await orderMessage(socket, body.data.placed.id, 'TX_SUBMIT')).toMatchObject({
      order: { status: 'untriggered', stop_price: above(150) },
    });
    await tradeAt(above(100));
    expect(await listed('tx_in/list')).toMatchObject([{ id: body.data.placed.id, status: 'untriggered' }]);
    await tradeAt(above(150));
    expect(await listed('tx_in/list')).toMatchObject([{ id: body.data.placed.id, status: 'submitted' }]);
    await socket.close();
  });

  test('over the socket may turn it into a market order, of an amount to spend', async () => {
    const [socket, id] = [await loggedIn(ann), await waiting()];
    const params = { id, order_type: 'stop_market', stop_price: above(90), quote_amount: '50' };
    expect(await socket.ask('order.replace', '1', { ...params, way: 1 })).toMatchObject({ error: 'order_not_found' });
    expect(await socket.ask<Replacement>('order.replace', '2', { ...params, way: 2 })).toMatchObject({
      code: 1,
      data: {
        replaced: { id },
        placed: { order_type: 'stop_market', time_in_force: 'ioc', price: above(90), quote_amount: '50' },
      },
    });
    await socket.close();
  });

  test('with an idempotency key happens once and repeats its first answer, also after it filled', async () => {
    const id = await waiting();
    const changes = { id, stop_price: above(50), price: above(60), number: '0.02', client_order_id: 'next' };
    const ask = () => ann.post<Replacement>('tx_in/replace', changes, { 'idempotency-key': 'replace' });
    const first = await ask();
    expect(first.body.data.placed).toMatchObject({ status: 'untriggered', client_order_id: 'next' });
    expect((await ask()).body.data).toEqual(first.body.data);
    await maker.sell(btcUsdt, '0.02', above(55));
    await tradeAt(above(50));
    expect(await listed('tx_history/list')).toMatchObject([{ status: 'completed' }, { id, status: 'cancelled' }]);
    expect((await ask()).body.data).toEqual(first.body.data);
  });

  test('has no effect when it is refused', async () => {
    const id = await waiting();
    const { id: resting } = (await ann.buy<Order>(btcUsdt, '0.01', above(-100))).body.data;
    const before = await listed('tx_in/list');
    const refusal = async (changes: Readonly<Record<string, unknown>>) => {
      const input = { id, stop_price: above(110), price: above(200), number: '0.01', ...changes };
      const { body } = await ann.post('tx_in/replace', input);
      return [body.error, body.details];
    };
    expect(await refusal({ stop_price: above(0) })).toEqual([
      'stop_would_trigger',
      { stop_price: above(0), reference: above(0) },
    ]);
    expect(await refusal({ stop_price: undefined })).toEqual(['order_waiting', {}]);
    expect(await refusal({ stop_price: undefined, order_type: 'stop_limit' })).toEqual(['stop_price_required', {}]);
    expect(await refusal({ price: undefined })).toEqual(['price_required', {}]);
    expect(await refusal({ order_type: 'market' })).toEqual(['order_type_unsupported', {}]);
    expect(await refusal({ order_type: 'stop_market' })).toMatchObject(['invalid_request', { field: 'price' }]);
    expect(await refusal({ order_type: 'limit' })).toMatchObject(['invalid_request', { field: 'stop_price' }]);
    expect(await refusal({ number: '9' })).toMatchObject(['insufficient_balance', { currency: 'USDT' }]);
    expect(await refusal({ number: '0.0001' })).toMatchObject(['below_min_notional', { minimum: '5' }]);
    expect(await refusal({ id: resting })).toMatchObject(['invalid_request', { field: 'stop_price' }]);
    expect(await refusal({ id: resting, order_type: 'stop_limit' })).toEqual(['order_not_waiting', {}]);
    const input = { id, stop_price: above(110), price: above(200), number: '0.01' };
    expect((await ann.post('tx_out/replace', input)).body.error).toBe('order_not_found');
    expect((await maker.post('tx_in/replace', input)).body.error).toBe('order_not_found');
    expect((await venue.post('tx_in/replace', input)).body.error).toBe('session_ended');
    expect(await listed('tx_in/list')).toEqual(before);
    await tradeAt(above(100));
    expect(await refusal({ stop_price: above(300) })).toEqual(['order_not_waiting', {}]);
  });
});

async function loggedIn(person: Person): Promise<SocketClient> {
  const socket = await venue.socket();
  socket.say('login', person.token);
  await socket.message((message) => message.type === 'login');
  return socket;
}

/** The first message of this type about this order, from index `from` on. */
async function orderMessage(
  socket: SocketClient,
  id: number,
  type: OrderMessage['type'],
  from = 0,
): Promise<OrderMessage> {
  const isMeant = (message: unknown): message is OrderMessage =>
    typeof message === 'object' && message !== null && 'type' in message && message.type === type && 'order' in message;
  return socket.until(() =>
    socket.heard
      .slice(from)
      .filter(isMeant)
      .find(({ order }) => order.id === id),
  );
}
