import { once } from 'node:events';
import type { OrderMessage } from '@bourse/contract/spot';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, RunningVenue, type SocketClient, type SocketMessage } from '../../../testing/running-venue.ts';
import { isSameBook, type ShownBook, shownBook } from '../testing/shown-book.ts';

const btcUsdt = 1;
const depth = 'MARKET_DEPTH.BTC/USDT';
const tape = 'GLOBAL_TX.BTC/USDT';
const max = 600_000;

let venue: RunningVenue;
let ann: Person;
let ben: Person;
const clients: SocketClient[] = [];

beforeAll(async () => {
  venue = await RunningVenue.open({
    socket: {
      bufferedBytes: max,
      messagesPerSecond: 1_000_000,
      pingAfterMs: 200,
      sweepEveryMs: 100,
      // A paused client answers no ping, for as long as a busy machine takes for the trades.
      idleMs: 600_000,
    },
  });
  ann = await venue.person('ann');
  ben = await venue.person('ben');
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

afterAll(async () => {
  await venue.close();
});

async function connect(): Promise<SocketClient> {
  const client = await venue.socket();
  clients.push(client);
  return client;
}

describe('a client that stops reading', () => {
  test('skips superseded states, receives every trade, and stays within its memory limit', async () => {
    const slow = await connect();
    const quick = await connect();
    for (const client of [slow, quick]) for (const name of [depth, tape]) client.say('sub', name);
    await slow.until(() => (depthOf(slow).length > 0 && tradesOf(slow) !== null ? true : undefined));
    slow.socket.pause();
    // The kernel buffers some megabytes for a client before anything is buffered in the server.
    while ((await figure('bourse_socket_waiting_bytes')) === 0) {
      for (let n = 0; n < 500; n += 1) slow.say('sub', 'x'.repeat(120));
      await answered(quick);
    }
    const asked = 500;
    for (let n = 0; n < asked; n += 1) slow.say('sub', 'DAY_MARKET');
    for (let round = 0; round < 40; round += 1) {
      await ann.sell(btcUsdt, '0.01', String(20_000 + (round % 7)));
      await ben.buy(btcUsdt, '0.01', String(20_000 + (round % 7)));
      await ann.buy(btcUsdt, '0.01', String(19_000 + round));
      // A client that reads receives them in several ticks.
      await quick.until(() => depthOf(quick).length > round / 5 || undefined);
    }
    const all = await quick.until(() => (tradesOf(quick)?.length === 40 ? tradesOf(quick) : undefined));
    const deal = await venue.get<{ depth: ShownBook }>(`market/deal?currency_match_id=${btcUsdt}`);
    await quick.until(() => (isSameBook(bookOf(quick), deal.body.data.depth) ? true : undefined));
    expect(await figure('bourse_sockets_behind')).toBe(1);
    const waiting = await figure('bourse_socket_waiting_bytes');
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(max);

    slow.socket.resume();
    await slow.until(() => (isSameBook(bookOf(slow), deal.body.data.depth) ? true : undefined));
    await slow.until(() => (tradesOf(slow)?.length === 40 ? true : undefined));
    expect(tradesOf(slow)).toEqual(all);
    // The snapshot, and one message with all later changes.
    expect(depthOf(slow)).toHaveLength(2);
    expect(depthOf(quick).length).toBeGreaterThan(5);
    const days = slow.heard.filter(({ type, symbol }) => type === 'DAY_MARKET' && symbol === 'BTC/USDT');
    expect(days.length).toBeLessThan(asked / 50);
    expect(slow.closed).toBeNull();
    expect(await figure('bourse_sockets_behind')).toBe(0);
  });
});

describe('a silent client', () => {
  test('is pinged, and disconnected if it does not answer', async () => {
    const patient = await RunningVenue.open({ socket: { pingAfterMs: 100, sweepEveryMs: 50, idleMs: 500 } });
    try {
      const address = `${patient.url.replace('http', 'ws')}/ws`;
      const [living, dead] = [new WebSocket(address), new WebSocket(address, { autoPong: false })];
      await once(dead, 'close');
      for (let n = 0; n < 2; n += 1) await once(living, 'ping');
      // The server is blocked for longer than a client may be silent.
      const until = performance.now() + 1_000;
      while (performance.now() < until);
      for (let n = 0; n < 5; n += 1) await once(living, 'ping');
      expect(living.readyState).toBe(living.OPEN);
      living.terminate();
    } finally {
      await patient.close();
    }
  });
});

describe('a client that reconnects', () => {
  const channels = [depth, tape, 'DAY_MARKET', 'KLINE.BTC/USDT'];

  test('receives exactly what it missed of each channel', async () => {
    const first = await connect();
    for (const name of channels) first.say('sub', name);
    await ann.sell(btcUsdt, '0.01', '21000');
    await ben.buy(btcUsdt, '0.01', '21000');
    await first.until(() => lastOf(first, 'KLINE.BTC/USDT')['close'] === '21000' || undefined);
    const known = new Map(channels.map((name) => [name, Number(lastOf(first, name)['sequence'])]));
    const run = runOf(first);
    // Another client stays connected and shows when everything has been published.
    const other = await connect();
    for (const name of channels) other.say('sub', name);
    await other.until(() => other.heard.find(({ type }) => type === 'KLINE.BTC/USDT'));
    await first.close();
    clients.splice(clients.indexOf(first), 1);
    for (const price of ['21100', '21200', '21300']) {
      await ann.sell(btcUsdt, '0.01', price);
      await ben.buy(btcUsdt, '0.01', price);
    }
    await ann.buy(btcUsdt, '0.01', '18000');
    await other.until(() => pricesOf(other).slice(1).flat().includes('21300') || undefined);
    await other.until(() => bookOf(other).in.some(({ price }) => price === '18000') || undefined);
    await other.until(() => lastOf(other, 'KLINE.BTC/USDT')['close'] === '21300' || undefined);
    await other.until(() => closeOf(other) === '21300' || undefined);

    const second = await connect();
    for (const name of channels) second.say('sub', name, { from: known.get(name) ?? 0, run });
    await second.until(() => (second.heard.length >= 8 ? true : undefined));
    expect(second.heard.filter(({ type }) => type === 'sub')).toMatchObject(
      channels.map((params) => ({ params, resumed: true, run })),
    );
    const [book, ...rest] = depthOf(second);
    expect(rest).toEqual([]);
    expect(book).toMatchObject({ snapshot: false, previous_sequence: known.get(depth) });
    expect((book?.['depth'] as ShownBook | undefined)?.in).toContainEqual({ price: '18000', amount: '0.01' });
    expect(pricesOf(second)).toEqual([['21300', '21200', '21100']]);
    expect(closeOf(second)).toBe('21300');
    expect(lastOf(second, 'KLINE.BTC/USDT')['close']).toBe('21300');
    expect(second.heard).toHaveLength(8);
  });

  test('receives snapshots if its sequence is of another run, too old, or in the future', async () => {
    const before = await connect();
    before.say('sub', depth);
    const snapshot = await before.message(({ type }) => type === depth);
    const run = runOf(before);
    const from = Number(snapshot['sequence']);
    for (const known of [{ from, run: 'another' }, { from }, { from: 1, run }, { from: from + 1_000_000, run }]) {
      const client = await connect();
      client.say('sub', depth, known);
      expect(await client.message(({ type }) => type === depth)).toMatchObject({ snapshot: true });
      expect(client.heard[0]).toMatchObject({ type: 'sub', params: depth, run, resumed: false });
    }
  });

  test('receives the private messages that it missed, in order, and no other user’s', async () => {
    const [anna, bena] = [await connect(), await connect()];
    anna.say('login', ann.token);
    bena.say('login', ben.token);
    const login = await anna.message(({ type }) => type === 'login');
    await bena.message(({ type }) => type === 'login');
    const run = String(login['run']);
    const from = Number(login['sequence']);
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await ann.sell(2, '1', '2000');
    await ben.buy(2, '0.4', '2000');

    const again = await connect();
    again.say('login', ann.token, { from, run });
    await again.until(() => (again.heard.length >= 3 ? true : undefined));
    expect(again.heard.map(({ type }) => type)).toEqual(['login', 'TX_SUBMIT', 'TX_MATCHED']);
    expect(again.heard[0]).toMatchObject({ resumed: true });
    const orders = again.heard.slice(1).map((message) => message['order'] as OrderMessage['order']);
    expect(orders).toMatchObject([
      { transacted_amount: '0', quote_account: { user_id: ann.id } },
      { transacted_amount: '0.4', quote_account: { user_id: ann.id } },
    ]);
    // A client that resumes after the first of the two messages receives only the second.
    const later = await connect();
    later.say('login', ann.token, { from: Number(again.heard[1]?.['sequence']), run });
    await later.until(() => (later.heard.length >= 2 ? true : undefined));
    expect(later.heard.map(({ type }) => type)).toEqual(['login', 'TX_MATCHED']);
    const unknown = await connect();
    unknown.say('login', ann.token, { from, run: 'another' });
    expect(await unknown.message(({ type }) => type === 'login')).toMatchObject({ resumed: false, run });
  });

  test('has to fetch again if it missed more private messages than are kept', async () => {
    await ann.post('tx_out/cancel_all', {});
    const before = await connect();
    before.say('login', ann.token);
    const { run, sequence } = await before.message(({ type }) => type === 'login');
    await Promise.all(clients.splice(0).map((client) => client.close()));
    const order = { way: 1, currency_match_id: 2, number: '0.01', price: '3000' };
    for (let batch = 0; batch < 5; batch += 1) {
      await ann.post('tx_batch/add', { orders: Array.from({ length: 20 }, () => order) });
    }
    const placed = await ann.sell(2, '0.01', '3000');
    await ann.post('tx_out/cancel_all', {});
    const [late, early] = [await connect(), await connect()];
    late.say('login', ann.token, { from: Number(sequence), run: String(run) });
    expect(await late.message(({ type }) => type === 'login')).toMatchObject({ resumed: false });
    early.say('login', ann.token, { from: placed.body.sequence, run: String(run) });
    await early.until(() => (early.heard.length > 101 ? true : undefined));
    expect(early.heard[0]).toMatchObject({ resumed: true });
    expect(early.heard.slice(1).map(({ type }) => type)).toEqual(Array.from({ length: 101 }, () => 'TX_CANCELED'));
    // No partial list that could be mistaken for a complete one.
    await answered(late);
    expect(late.heard).toHaveLength(1);
  });
});

async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${venue.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
}

/** Waits until the server has processed everything requested before. */
async function answered(client: SocketClient): Promise<void> {
  const before = client.texts.length;
  client.socket.send('ping');
  await client.until(() => (client.texts.indexOf('pong', before) < 0 ? undefined : true));
}

function bookOf(client: SocketClient): ShownBook {
  return shownBook(client.heard, depth);
}

function depthOf(client: SocketClient): SocketMessage[] {
  return client.heard.filter(({ type }) => type === depth);
}

function lastOf(client: SocketClient, type: string): SocketMessage {
  return client.heard.findLast((message) => message.type === type) ?? { type };
}

function runOf(client: SocketClient): string {
  return String(client.heard.find(({ type }) => type === 'sub')?.['run']);
}

function closeOf(client: SocketClient): unknown {
  const days = client.heard.filter(({ type, symbol }) => type === 'DAY_MARKET' && symbol === 'BTC/USDT');
  return (days.at(-1)?.['quotation'] as { close: string } | undefined)?.close;
}

function pricesOf(client: SocketClient): string[][] {
  const messages = client.heard.filter(({ type }) => type === tape);
  return messages.map((message) => (message['completes'] as { price: string }[]).map(({ price }) => price));
}

/** The trades after the first message of the tape, oldest first; null before that message. */
function tradesOf(client: SocketClient): number[] | null {
  const messages = client.heard.filter(({ type }) => type === tape);
  if (messages.length === 0) return null;
  return messages
    .slice(1)
    .flatMap((message) => (message['completes'] as { id: number }[]).map(({ id }) => id).toReversed());
}
