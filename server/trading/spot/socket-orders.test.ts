import { hash } from 'node:crypto';
import type { Order } from '@bourse/contract/spot';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Envelope, type Person, RunningVenue, type SocketClient } from '../../testing/running-venue.ts';

const btcUsdt = 1;
const usdt = 3;
const clock = { ms: Date.now() };

let venue: RunningVenue;
let ann: Person;
let ben: Person;
let people = 0;
const clients: SocketClient[] = [];

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms, socket: { callsInFlight: 4 } });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  ben = await venue.person(`ben-${people}`);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const person of [ann, ben]) {
    for (const side of ['tx_in', 'tx_out']) await person.post(`${side}/cancel_all`, {});
  }
});

afterAll(async () => {
  await venue.close();
});

async function connect(query = '', at = venue): Promise<SocketClient> {
  const client = await at.socket({ query });
  clients.push(client);
  return client;
}

async function loggedIn(person: Person, query = '', at = venue): Promise<SocketClient> {
  const client = await connect(query, at);
  client.say('login', person.token);
  await client.message((message) => message.type === 'login');
  return client;
}

const order = (changes: Readonly<Record<string, unknown>> = {}) => ({
  way: 2,
  currency_match_id: btcUsdt,
  number: '0.01',
  price: '20000',
  ...changes,
});

/** The parts of an answer that HTTP and the socket have in common. */
const comparable = (answer: Envelope<unknown>) => ({
  code: answer.code,
  message: answer.message,
  error: answer.error,
  details: answer.details,
});

describe('order entry over the socket', () => {
  test('places and cancels like the HTTP calls; answers have the client’s id and the sequence', async () => {
    const client = await loggedIn(ann);
    const placed = await client.ask<Order>('order.add', 'my order 1', order());
    expect(placed).toMatchObject({
      type: 'order.add',
      id: 'my order 1',
      code: 1,
      message: 'The order was placed.',
      data: { way: 2, price: '20000', status: 'submitted' },
    });
    expect(await ann.balance(usdt)).toEqual({ available: '99800', locked: '200' });
    const submitted = await client.message((message) => message.type === 'TX_SUBMIT');
    expect(submitted['sequence']).toBe(placed.sequence);
    const listed = await ann.get<{ data: Order[] }>('tx_in/list');
    expect(listed.body.data.data[0]).toEqual(placed.data);

    const gone = await client.ask<Order>('order.cancel', '2', { id: placed.data.id });
    expect(gone).toMatchObject({
      type: 'order.cancel',
      id: '2',
      code: 1,
      data: { id: placed.data.id, status: 'cancelled' },
    });
    expect(gone.sequence).toBeGreaterThan(placed.sequence);
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test('executes calls in the order in which they were sent, so that a cancel finds the order sent just before', async () => {
    const client = await loggedIn(ann);
    client.call('order.add', 'a', order({ client_order_id: 'quick' }));
    client.call('order.cancel', 'b', { client_order_id: 'quick' });
    const cancelled = await client.message((message) => message['id'] === 'b');
    expect(cancelled).toMatchObject({ code: 1, data: { client_order_id: 'quick', status: 'cancelled' } });
    expect(client.heard.findIndex(({ id }) => id === 'a')).toBeLessThan(client.heard.indexOf(cancelled));
  });

  test('cancels all orders of a side, including those sent just before', async () => {
    const client = await loggedIn(ann);
    client.call('order.add', 'a', order());
    client.call('order.add', 'b', order({ currency_match_id: 2, price: '1000' }));
    expect(await client.ask('order.cancel_all', 'c', { way: 2 })).toMatchObject({
      data: { cancelled: 2, more: false },
    });
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test('belongs to the last login, even if the look-up of the previous one takes longer', async () => {
    const forgotten = 'a-session-that-memory-does-not-have';
    await venue.database.query(
      `insert into app.sessions (token_hash, user_id, device_key, address, created_at, last_used_at, expires_at, ends_at)
       values ($1, $2, '', '', 0, 0, $3, $3)`,
      [hash('sha256', forgotten, 'hex'), ann.id, clock.ms + 60_000],
    );
    const client = await connect();
    client.say('login', forgotten);
    client.say('login', ben.token);
    await client.until(() => (client.heard.filter(({ type }) => type === 'login').length === 2 ? true : undefined));
    await client.ask('order.add', '1', order());
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
    expect(await ben.balance(usdt)).toEqual({ available: '99800', locked: '200' });
  });

  test('accepts batches and cancels of one side', async () => {
    const client = await loggedIn(ann);
    const placed = await client.ask<{ results: Envelope<Order>[] }>('order.batch', '1', {
      orders: [order(), order({ number: '100' }), order({ way: 1, price: '30000' }), order()],
    });
    expect(placed.data.results.map(({ code, error }) => error ?? code)).toEqual([1, 'insufficient_balance', 1, 1]);
    const [bought, , sold] = placed.data.results;
    const cancelled = await client.ask<{ results: Envelope<Order>[] }>('order.batch_cancel', '2', {
      ids: [bought?.data.id, sold?.data.id],
      way: 1,
    });
    expect(cancelled.data.results.map(({ code, error }) => error ?? code)).toEqual(['order_not_found', 1]);
    expect(await client.ask('order.cancel_all', '3', { way: 2 })).toMatchObject({
      code: 1,
      message: 'The orders were cancelled.',
      data: { cancelled: 2, more: false },
    });
  });

  test.each([
    ['without a price', { price: undefined }],
    ['at a price that is an object', { price: {} }],
    ['at a price of 1e21', { price: 1e21 }],
    ['of a huge amount', { number: '1'.repeat(39) }],
    ['of an amount that is too long', { number: '1'.repeat(41) }],
    ['on a market beyond the safe integers', { currency_match_id: 2 ** 53 }],
    ['on an unknown market', { currency_match_id: 999 }],
    ['for more than the balance', { number: '10' }],
    ['with a client order id of spaces', { client_order_id: 'a b' }],
  ])('refuses an order %s with the same answer as over HTTP', async (_what, changes) => {
    const client = await loggedIn(ann);
    const answer = await client.ask('order.add', 'x', order(changes));
    const http = await ann.post('tx_in/add', order(changes));
    expect(answer.code).toBe(0);
    expect(comparable(answer)).toEqual(comparable(http.body));
    expect(answer.data).toBeNull();
    expect(await ann.balance(usdt)).toEqual({ available: '100000', locked: '0' });
  });

  test.each([
    ['params that are text', 'order.add', 'price', { field: 'body', problem: 'type' }],
    ['params that are a list', 'order.add', [order()], { field: 'body', problem: 'type' }],
    ['params that are null', 'order.add', null, { field: 'body', problem: 'type' }],
    ['a missing way', 'order.add', order({ way: undefined }), { field: 'way', problem: 'required' }],
    ['an invalid way', 'order.add', order({ way: 3 }), { field: 'way', problem: 'enum' }],
    ['a cancel without an id', 'order.cancel', {}, { field: 'id', problem: 'required' }],
    ['a cancel with two ids', 'order.cancel', { id: 1, client_order_id: 'a' }, { field: 'client_order_id' }],
    ['a batch of 21', 'order.batch', { orders: Array(21).fill(order()) }, { field: 'orders', problem: 'maxItems' }],
  ])('refuses %s', async (_what, type, params, details) => {
    const client = await loggedIn(ann);
    const answer = await client.ask(type, 'x', params);
    expect(answer).toMatchObject({ type, id: 'x', code: 0, error: 'invalid_request', data: null });
    expect(answer.details).toMatchObject(details);
  });

  test.each([
    { type: 'order.add', params: order() },
    { type: 'order.add', id: 7, params: order() },
    { type: 'order.add', id: '', params: order() },
    { type: 'order.add', id: 'a'.repeat(65), params: order() },
    { type: 'order.add', id: 'a', params: order(), key: 7 },
    { type: 'order.add', id: 'a' },
    { type: 'order.drop', id: 'a', params: order() },
    { type: 'constructor.name', id: 'a', params: order() },
  ])('rejects the malformed message %j', async (message) => {
    const client = await loggedIn(ann);
    const from = client.heard.length;
    client.socket.send(JSON.stringify(message));
    expect(await client.message(() => true, from)).toEqual({ type: 'error', error: 'message_invalid' });
  });

  test('answers in the language of the connection', async () => {
    const client = await loggedIn(ann, '?lang=zh');
    const answer = await client.ask('order.add', '1', { way: 1, currency_match_id: 64, number: '100', price: '0.1' });
    expect(answer).toMatchObject({ error: 'sell_blocked', message: 'XLM/USDT 暂不支持卖出。' });
  });

  test('places an order once per idempotency key, which is shared with HTTP', async () => {
    const client = await loggedIn(ann);
    const first = await client.ask<Order>('order.add', '1', order(), 'once');
    const again = await client.ask<Order>('order.add', '2', order(), 'once');
    const http = await ann.post<Order>('tx_in/add', order(), { 'idempotency-key': 'once' });
    expect([again.data, http.body.data]).toEqual([first.data, first.data]);
    expect((await client.ask('order.add', '3', order({ number: '0.02' }), 'once')).error).toBe(
      'idempotency_key_reused',
    );
    expect((await client.ask('order.add', '4', order(), 'a b')).error).toBe('idempotency_key_invalid');
  });

  test('cannot change another user’s orders', async () => {
    const client = await loggedIn(ann);
    const theirs = (await ben.post<Order>('tx_in/add', order())).body.data.id;
    expect((await client.ask('order.cancel', '1', { id: theirs })).error).toBe('order_not_found');
  });
});

describe('the session of a connection', () => {
  test('is required: visitors are answered 999', async () => {
    const client = await connect();
    expect(await client.ask('order.add', '1', order())).toMatchObject({
      code: 999,
      error: 'session_ended',
      data: null,
    });
  });

  test('ends with a logout elsewhere: the client is notified and disconnected, and its later calls have no effect', async () => {
    const client = await loggedIn(ann);
    expect((await client.ask('order.add', '1', order())).code).toBe(1);
    const again = await venue.post<{ token: string }>('user/login', { account: ann.account, password: 'Tq8zkw2p' });
    await ann.post('user/logout', {});
    client.call('order.add', '2', order());
    expect(await client.closing()).toEqual({ code: 1008, reason: 'session_ended' });
    expect(client.heard.at(-1)).toEqual({ type: 'error', error: 'session_ended' });
    const fresh = { authorization: again.body.data.token };
    expect((await venue.get<{ total: number }>('tx_in/list', fresh)).body.data.total).toBe(1);
  });

  test('expires', async () => {
    const client = await loggedIn(ann);
    clock.ms += 86_400_000 + 1;
    expect(await client.ask('order.add', '1', order())).toMatchObject({ code: 999 });
  });

  test('is that of the last login', async () => {
    const client = await loggedIn(ann);
    client.say('login', ben.token);
    await client.message((message) => message.type === 'login', client.heard.length);
    const { data } = await client.ask<Order>('order.add', '1', order());
    expect((await ben.get<{ data: Order[] }>('tx_in/list')).body.data.data.map(({ id }) => id)).toEqual([data.id]);
    client.say('login', 'a'.repeat(43));
    await client.message((message) => message['error'] === 'session_ended');
    expect((await client.ask('order.add', '2', order())).code).toBe(999);
  });
});

describe('a connection with pending answers', () => {
  test('is answered only after the commit, and may have a bounded number of calls pending', async () => {
    const client = await loggedIn(ann);
    const blocker = new Client({ connectionString: venue.database.settings.url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table core.core_head in access exclusive mode');
    for (const id of ['1', '2', '3', '4', '5']) client.call('order.add', id, order());
    const refused = await client.message((message) => message.type === 'order.add');
    expect(refused).toMatchObject({ id: '5', code: 0, error: 'too_many_in_flight', details: { maximum: 4 } });
    client.socket.send('ping');
    await client.until(() => client.texts.find((text) => text === 'pong'));
    expect(client.heard.filter(({ type }) => type === 'order.add')).toHaveLength(1);
    await blocker.query('rollback');
    await blocker.end();
    for (const id of ['1', '2', '3', '4']) {
      expect(await client.message((message) => message['id'] === id)).toMatchObject({ code: 1 });
    }
    expect((await client.ask('order.add', '6', order())).code).toBe(1);
  });

  test('is answered before the stopping server closes it', async () => {
    const stopping = await RunningVenue.open();
    const carl = await stopping.person('carl');
    const client = await loggedIn(carl, '', stopping);
    const blocker = new Client({ connectionString: stopping.database.settings.url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table core.core_head in access exclusive mode');
    client.call('order.add', 'taken', order());
    client.socket.send('ping');
    await client.until(() => client.texts.find((text) => text === 'pong'));
    const closed = client.closing();
    const stopped = stopping.stop();
    await blocker.query('rollback');
    await blocker.end();
    expect(await closed).toEqual({ code: 1001, reason: 'server_stopping' });
    expect(client.heard.find(({ id }) => id === 'taken')).toMatchObject({ code: 1 });
    await stopped;
    await stopping.database.drop();
  });
});
