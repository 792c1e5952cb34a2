import type { DepthRow } from '@bourse/contract/markets';
import type { Order, OrderMessage } from '@bourse/contract/spot';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue, type SocketClient, type SocketMessage } from '../../../testing/running-venue.ts';
import { isSameBook, shownBook } from '../testing/shown-book.ts';

const btcUsdt = 1;
const clock = { ms: Date.now() };

let venue: RunningVenue;
let ann: Person;
let ben: Person;
const clients: SocketClient[] = [];

beforeAll(async () => {
  venue = await RunningVenue.open({ now: () => clock.ms, socket: { socketsPerNetwork: 8, subscriptions: 6 } });
  ann = await venue.person('ann');
  ben = await venue.person('ben');
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

afterAll(async () => {
  await venue.close();
});

async function connect(options: Parameters<RunningVenue['socket']>[0] = {}): Promise<SocketClient> {
  const client = await venue.socket(options);
  clients.push(client);
  return client;
}

async function loggedIn(person: Person, query = ''): Promise<SocketClient> {
  const client = await connect({ query });
  client.say('login', person.token);
  await client.message((message) => message.type === 'login');
  return client;
}

const orderOf = (message: SocketMessage) => message['order'] as OrderMessage['order'];

describe('the socket', () => {
  test('answers ping with pong', async () => {
    const client = await connect();
    client.socket.send('ping');
    expect(await client.until(() => client.texts[0])).toBe('pong');
  });

  test.each(['', 'hello', '[]', '{}', '{"type":"sub"}', '{"type":"sub","params":1}', '{"type":"drop","params":""}'])(
    'refuses the message %j and stays open',
    async (text) => {
      const client = await connect();
      client.socket.send(text);
      expect(await client.message(() => true)).toEqual({ type: 'error', error: 'message_invalid' });
      client.socket.send('ping');
      await client.until(() => client.texts.find((heard) => heard === 'pong'));
    },
  );

  test('closes on a message that is too long and logs no error', async () => {
    const client = await connect();
    const before = venue.logged.length;
    client.socket.send('x'.repeat(20_000));
    expect(await client.closing()).toMatchObject({ code: 1009 });
    expect(venue.logged.slice(before)).toEqual([]);
  });

  test('accepts a message in a few fragments, and closes on one in many', async () => {
    const client = await connect();
    const whole = '{"type":"sub","params":"DAY_MARKET"}';
    const part = (text: string, fin: boolean) => client.socket.send(text, { fin });
    for (let n = 0; n < 9; n += 1) part(whole.slice(n * 4, n * 4 + 4), n === 8);
    await client.message(({ type }) => type === 'DAY_MARKET');
    const before = venue.logged.length;
    for (let n = 0; n < 20; n += 1) part('x', false);
    expect(await client.closing()).toMatchObject({ code: 1008 });
    expect(venue.logged.slice(before)).toEqual([]);
  });

  test('refuses deeply nested messages', async () => {
    const client = await connect();
    const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    client.socket.send(`{"type":"sub","params":${deep}}`);
    expect(await client.message(() => true)).toEqual({ type: 'error', error: 'message_invalid' });
  });

  test.each([
    'BTC/USDT',
    'MARKET_DEPTH',
    'MARKET_DEPTH.BTC',
    'KLINE.BTC/USDT.2min',
    'DAY_MARKET.BTC/USDT',
    'GLOBAL_TX.BTC/USDT.x.y',
    '__proto__',
  ])('refuses the unknown channel %s', async (channel) => {
    const client = await connect();
    client.say('sub', channel);
    expect(await client.message(() => true)).toEqual({ type: 'error', error: 'channel_unknown', params: channel });
  });

  test('limits the number of subscriptions', async () => {
    const client = await connect();
    const channels = ['1min', '3min', '5min', '15min', '30min', '60min'].map((period) => `KLINE.ETH/USDT.${period}`);
    for (const channel of [...channels, 'DAY_MARKET']) client.say('sub', channel);
    expect(await client.message((message) => message.type === 'error')).toEqual({
      type: 'error',
      error: 'too_many_subscriptions',
      params: 'DAY_MARKET',
    });
    client.say('unsub', 'KLINE.ETH/USDT.1min');
    client.say('sub', 'DAY_MARKET');
    await client.message((message) => message.type === 'sub' && message['params'] === 'DAY_MARKET');
  });

  test('limits the number of sockets per address, and refuses other origins', async () => {
    for (let i = 0; i < 8; i += 1) await connect();
    expect(await statusOfUpgrade({})).toBe(429);
    await clients.pop()?.close();
    expect(await statusOfUpgrade({ origin: 'https://elsewhere.example' })).toBe(403);
    const own = await connect({ headers: { origin: venue.url } });
    expect(own.closed).toBeNull();
  });

  test('reports at the start and on every change whether the exchange is open, even while PostgreSQL hangs and only pongs arrive', async () => {
    const client = await connect();
    const first = await client.until(() => client.statuses[0]);
    expect(first).toEqual({
      type: 'STATUS',
      sequence: expect.any(Number) as number,
      open: true,
      cancel_only: false,
      reason: null,
    });
    const blocker = new Client({ connectionString: venue.database.settings.url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table core.core_head in access exclusive mode');
    const closed = await client.until(() => client.statuses[1]);
    expect(closed).toMatchObject({ open: false, reason: 'The database does not accept commits.' });
    const later = await connect();
    expect(await later.until(() => later.statuses[0])).toMatchObject({ open: false });
    await blocker.query('rollback');
    await blocker.end();
    expect(await client.until(() => client.statuses[2])).toMatchObject({ open: true, reason: null });
  });

  test('closes with a reason when a client sends too many messages', async () => {
    const client = await connect();
    for (let i = 0; i < 300; i += 1) client.socket.send('ping');
    expect(await client.closing()).toEqual({ code: 1008, reason: 'too_many_messages' });
    expect(client.heard.at(-1)).toEqual({ type: 'error', error: 'too_many_messages' });
  });

  test('closes with a reason when a client floods it with pings or pongs, and stops reading them', async () => {
    for (const sign of ['ping', 'pong'] as const) {
      const client = await venue.socket();
      let answered = 0;
      client.socket.on('pong', () => (answered += 1));
      for (let i = 0; i < 300; i += 1) client.socket[sign]();
      expect(await client.closing()).toEqual({ code: 1008, reason: 'too_many_messages' });
      expect(answered).toBeLessThanOrEqual(10);
    }
  });

  test('answers a protocol ping with its payload, and several at once with the last one', async () => {
    const client = await connect();
    const heard: string[] = [];
    const last = new Promise<void>((resolve) => {
      client.socket.on('pong', (data) => {
        heard.push(data.toString());
        if (data.toString() === 'five') resolve();
      });
    });
    for (const data of ['one', 'two', 'three', 'four', 'five']) client.socket.ping(data);
    await last;
    expect(heard.at(-1)).toBe('five');
    expect(heard.length).toBeLessThanOrEqual(5);
  });
});

describe('public channels', () => {
  test('MARKET_DEPTH: snapshot and changes lead to the same book under load, and each message names its predecessor', async () => {
    const early = await connect();
    early.say('sub', 'MARKET_DEPTH.BTC/USDT');
    await early.message((message) => message['snapshot'] === true);
    const late: SocketClient[] = [];
    for (let round = 0; round < 40; round += 1) {
      const orders = Array.from({ length: 5 }, (_, index) =>
        ann.buy<Order>(btcUsdt, '0.01', String(20_000 + ((round * 7 + index * 13) % 60))),
      );
      const placed = await Promise.all([...orders, ben.sell<Order>(btcUsdt, '0.012', String(20_030 + (round % 30)))]);
      if (round % 3 === 0) await ann.post('tx_in/cancel', { id: placed[0].body.data.id });
      if (round % 10 === 5) {
        const client = await connect();
        client.say('sub', 'MARKET_DEPTH.BTC/USDT');
        late.push(client);
      }
    }
    const deal = await venue.get<{ depth: { in: DepthRow[]; out: DepthRow[] } }>(
      `market/deal?currency_match_id=${btcUsdt}`,
    );
    for (const client of [early, ...late]) {
      const shown = await client.until(() => {
        const book = shownBook(client.heard, 'MARKET_DEPTH.BTC/USDT');
        return isSameBook(book, deal.body.data.depth) ? book : undefined;
      });
      expect(shown).toEqual(deal.body.data.depth);
    }
  });

  test('GLOBAL_TX: the latest trades first, then each new trade once', async () => {
    const client = await connect();
    client.say('sub', 'GLOBAL_TX.LTC/USDT');
    expect(await client.message((message) => message['snapshot'] === true)).toMatchObject({
      type: 'GLOBAL_TX.LTC/USDT',
      completes: [],
    });
    for (let i = 0; i < 5; i += 1) {
      await ann.sell(9, '0.1', `${50 + i}`);
      await ben.buy(9, '0.1', `${50 + i}`);
    }
    const rows = () =>
      client.heard
        .filter((message) => message['snapshot'] === false)
        .flatMap((message) => (message['completes'] as { id: number; price: string; way: number }[]).toReversed());
    await client.until(() => (rows().length >= 5 ? true : undefined));
    expect(rows().map((row) => [row.price, row.way])).toEqual([
      ['50', 2],
      ['51', 2],
      ['52', 2],
      ['53', 2],
      ['54', 2],
    ]);
    const second = await connect();
    second.say('sub', 'GLOBAL_TX.LTC/USDT');
    const snapshot = await second.message((message) => message['snapshot'] === true);
    expect((snapshot['completes'] as { id: number }[]).map((row) => row.id)).toEqual(
      rows()
        .map((row) => row.id)
        .toReversed(),
    );
  });

  test('DAY_MARKET and KLINE follow a trade', async () => {
    const client = await connect();
    for (const channel of ['DAY_MARKET', 'KLINE.LINK/USDT', 'KLINE.LINK/USDT.1week']) client.say('sub', channel);
    await client.until(() =>
      client.heard.filter((message) => message.type === 'sub').length === 3 ? true : undefined,
    );
    await ann.sell(10, '2', '15');
    await ben.buy(10, '2', '15');
    const day = await client.message(
      (message) =>
        message.type === 'DAY_MARKET' &&
        message['symbol'] === 'LINK/USDT' &&
        (message['quotation'] as { close: string }).close === '15',
    );
    expect(day['quotation']).toEqual({
      currency_match_id: 10,
      close: '15',
      change: '0',
      high: '15',
      low: '15',
      volume: '2',
    });
    const minute = await client.message((message) => message.type === 'KLINE.LINK/USDT' && message['close'] === '15');
    expect(minute).toMatchObject({ period: '1min', open: '15', high: '15', low: '15' });
    const week = await client.message(
      (message) => message.type === 'KLINE.LINK/USDT.1week' && message['close'] === '15',
    );
    expect(new Date(Number(week['time']) * 1_000).getUTCDay()).toBe(1);
  });

  test('send nothing after unsub', async () => {
    const client = await connect();
    client.say('sub', 'MARKET_DEPTH.TRX/USDT');
    await client.message((message) => message['snapshot'] === true);
    client.say('unsub', 'MARKET_DEPTH.TRX/USDT');
    await client.message((message) => message.type === 'unsub');
    const before = client.heard.length;
    const other = await connect();
    other.say('sub', 'MARKET_DEPTH.TRX/USDT');
    await other.message((message) => message['snapshot'] === true);
    await ann.buy(12, '1000', '0.1');
    await other.message((message) => message['snapshot'] === false);
    expect(client.heard).toHaveLength(before);
  });

  test('disconnect a client that does not read, with a reason, and serve the others', async () => {
    const slowVenue = await RunningVenue.open({ socket: { bufferedBytes: 20_000, messagesPerSecond: 1_000_000 } });
    const slow = await slowVenue.socket();
    const quick = await slowVenue.socket();
    slow.socket.pause();
    // The kernel buffers some megabytes per connection, and only the excess is buffered in the server. Refusals are
    // never skipped, and these amount to twelve megabytes.
    for (let i = 0; i < 60_000; i += 1) slow.say('sub', 'X'.repeat(128));
    for (let round = 1; round <= 10; round += 1) {
      quick.socket.send('ping');
      await quick.until(() => (quick.texts.length === round ? true : undefined));
    }
    slow.socket.resume();
    expect(await slow.closing()).toEqual({ code: 1008, reason: 'slow_reader' });
    expect(slow.texts.length).toBeLessThan(100_000);
    expect(quick.closed).toBeNull();
    await slowVenue.close();
  });
});

describe('private messages', () => {
  test('report an order and the balances to its owner only', async () => {
    const [anna, bena, visitor] = [await loggedIn(ann), await loggedIn(ben, '?lang=de'), await connect()];
    const asked = await ann.sell<Order>(2, '1', '2000');
    const submitted = await anna.message((message) => message.type === 'TX_SUBMIT');
    expect(orderOf(submitted)).toMatchObject({ ...asked.body.data, base_account: { balance: '9', lock_balance: '1' } });
    expect(submitted['sequence']).toBe(asked.body.sequence);

    await ben.buy(2, '0.4', '2000');
    const matched = await anna.message((message) => message.type === 'TX_MATCHED');
    expect(orderOf(matched)).toMatchObject({
      id: asked.body.data.id,
      status: 'partially_filled',
      transacted_amount: '0.4',
      way: 1,
    });
    const bought = await bena.message((message) => message.type === 'TX_MATCHED');
    expect(orderOf(bought)).toMatchObject({
      status: 'completed',
      way_name: 'Kauf',
      base_account: { balance: '10.3996' },
    });

    await ann.post('tx_out/cancel', { id: asked.body.data.id });
    const cancelled = await anna.message((message) => message.type === 'TX_CANCELED');
    expect(cancelled).toMatchObject({
      reason: 'user',
      order: { status: 'cancelled', base_account: { balance: '9.6', lock_balance: '0' } },
    });

    const owners = (client: SocketClient) =>
      new Set(
        client.heard
          .filter((message) => message.type.startsWith('TX_'))
          .map((message) => orderOf(message).quote_account.user_id),
      );
    expect([...owners(anna)]).toEqual([ann.id]);
    expect([...owners(bena)]).toEqual([ben.id]);
    visitor.socket.send('ping');
    await visitor.until(() => visitor.texts.find((text) => text === 'pong'));
    expect(visitor.heard).toEqual([]);
  });

  test('reach every tab of a user, and give the reason when the exchange cancels an order', async () => {
    const tabs = [await loggedIn(ann), await loggedIn(ann)];
    const resting = await ann.sell<Order>(2, '1', '2100');
    await ann.buy(2, '1', '2100');
    for (const tab of tabs) {
      const cancelled = await tab.message((message) => message.type === 'TX_CANCELED');
      expect(cancelled).toMatchObject({ reason: 'self_trade', order: { id: resting.body.data.id } });
    }
  });

  test('require a live session', async () => {
    const client = await connect();
    for (const token of ['', 'nonsense', 'a'.repeat(43)]) {
      client.say('login', token);
      const answer = await client.message(() => true, client.heard.length);
      expect(answer).toEqual({ type: 'error', error: 'session_ended' });
    }
  });

  test('survive a database outage: a login during it is asked to reconnect, and no session ends', async () => {
    const anna = await loggedIn(ann);
    const breaker = new Client({ connectionString: venue.database.settings.url });
    await breaker.connect();
    await breaker.query('alter table app.sessions rename to sessions_away');
    const client = await connect();
    client.say('login', 'a'.repeat(42) + 'b');
    expect(await client.closing()).toEqual({ code: 1013, reason: 'try_again_later' });
    expect(client.heard).toEqual([]);
    await breaker.query('alter table app.sessions_away rename to sessions');
    await breaker.end();
    const again = await connect();
    again.say('login', 'a'.repeat(42) + 'b');
    expect(await again.message(() => true)).toEqual({ type: 'error', error: 'session_ended' });
    expect(anna.closed).toBeNull();
  });

  test('end with the session, on logout or expiry', async () => {
    const carl = await venue.person('carl');
    const client = await loggedIn(carl);
    await carl.post('user/logout', {});
    await client.message((message) => message['error'] === 'session_ended');
    expect(await client.closing()).toEqual({ code: 1008, reason: 'session_ended' });

    const dora = await venue.person('dora');
    const stale = await loggedIn(dora);
    const other = await loggedIn(ann);
    clock.ms += 86_400_000 + 1;
    await dora.get('user/info');
    const again = await venue.post<{ token: string }>('user/login', { account: dora.account, password: 'Tq8zkw2p' });
    const fresh = { authorization: again.body.data.token };
    const live = await connect();
    live.say('login', again.body.data.token);
    await live.message((message) => message.type === 'login');
    await venue.post('tx_in/add', { currency_match_id: 2, number: '0.1', price: '1000' }, fresh);
    await live.message((message) => message.type === 'TX_SUBMIT');
    expect(stale.heard.filter((message) => message.type.startsWith('TX_'))).toEqual([]);
    expect(other.heard.filter((message) => message.type.startsWith('TX_'))).toEqual([]);
  });
});

test('a stopping server notifies its sockets', async () => {
  const stopping = await RunningVenue.open();
  const client = await stopping.socket();
  client.socket.send('ping');
  await client.until(() => client.texts.find((text) => text === 'pong'));
  const closed = client.closing();
  await stopping.close();
  expect(await closed).toEqual({ code: 1001, reason: 'server_stopping' });
  expect(client.heard).toEqual([{ type: 'error', error: 'server_stopping' }]);
});

async function statusOfUpgrade(headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${venue.url.replace('http', 'ws')}/ws`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', () => undefined);
    socket.on('open', () => {
      socket.close();
      reject(new Error('the upgrade was accepted'));
    });
  });
}
