import { spotChannels, type OrderMessage } from '@bourse/contract/spot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, Incoming } from './server-message.ts';
import { createSocket, type PrivateStart } from './socket.ts';
import { orderOf } from './testing/order-of.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the socket', () => {
  it('logs in and subscribes when it opens, and pings every five seconds', () => {
    const { socket, connections } = opened();
    socket.identify('token-1');
    socket.listen('DAY_MARKET', { message: () => undefined });
    connections[0]?.accept();
    expect(connections[0]?.sent).toEqual([message('login', 'token-1'), message('sub', 'DAY_MARKET'), 'ping']);
    vi.advanceTimersByTime(5_000);
    expect(connections[0]?.sent.slice(3)).toEqual(['ping']);
  });

  it('reconnects after 1, 2 and 4 seconds, logs in and subscribes again, and notifies its listeners', () => {
    const { socket, connections } = opened();
    const back = vi.fn<(isLogin: boolean) => void>();
    const restarted = vi.fn<() => void>();
    socket.identify('token-1');
    socket.onGap(back);
    socket.listen('DAY_MARKET', { message: () => undefined, restarted });
    connections[0]?.accept();
    connections[0]?.drop();
    for (const [index, wait] of [1_000, 2_000, 4_000].entries()) {
      vi.advanceTimersByTime(wait - 1);
      expect(connections).toHaveLength(index + 1);
      vi.advanceTimersByTime(1);
      expect(connections).toHaveLength(index + 2);
      if (index < 2) connections[index + 1]?.drop();
    }
    expect(back).not.toHaveBeenCalled();
    connections[3]?.accept();
    expect(connections[3]?.sent).toEqual([message('login', 'token-1'), message('sub', 'DAY_MARKET'), 'ping']);
    for (const open of [true, false]) {
      connections[3]?.say(JSON.stringify({ type: 'STATUS', sequence: 1, open, cancel_only: false, reason: null }));
    }
    expect(back).toHaveBeenCalledExactlyOnceWith(false);
    expect(restarted).toHaveBeenCalledTimes(2);
  });

  it('resumes a book after its last message, and other channels after the last complete sequence', () => {
    const { socket, connections } = opened();
    const restarted = vi.fn<() => void>();
    const heard = vi.fn<(incoming: Incoming) => void>();
    for (const channel of [depth, 'DAY_MARKET', 'KLINE.A/Q']) socket.listen(channel, { message: heard, restarted });
    connections[0]?.accept();
    restarted.mockClear();
    const say = (...messages: readonly object[]): void => {
      for (const each of messages) connections.at(-1)?.say(JSON.stringify(each));
    };
    say(reply('sub', depth, 10), reply('sub', 'DAY_MARKET', 10), reply('sub', 'KLINE.A/Q', 10));
    say(book(10, null), book(14, 10), quotation(10), quotation(15), quotation(15));
    expect(heard).toHaveBeenCalledTimes(5);
    connections[0]?.drop();
    vi.advanceTimersByTime(1_000);
    connections[1]?.accept();
    // No candle has arrived yet, so the channel of candles has no sequence to resume from.
    expect(restarted).toHaveBeenCalledOnce();
    expect(connections[1]?.sent).toEqual([
      JSON.stringify({ type: 'sub', params: depth, from: 14, run: 'a' }),
      JSON.stringify({ type: 'sub', params: 'DAY_MARKET', from: 10, run: 'a' }),
      message('sub', 'KLINE.A/Q'),
      'ping',
    ]);
    say({ ...reply('sub', depth, 20), resumed: true }, book(20, 14));
    expect(restarted).toHaveBeenCalledOnce();
    say({ ...reply('sub', 'DAY_MARKET', 20), resumed: false });
    expect(restarted).toHaveBeenCalledTimes(2);
    // The connection breaks again before the first new quotation, so there is no sequence to resume from.
    connections[1]?.drop();
    vi.advanceTimersByTime(2_000);
    connections[2]?.accept();
    expect(connections[2]?.sent.slice(0, 2)).toEqual([
      JSON.stringify({ type: 'sub', params: depth, from: 20, run: 'a' }),
      message('sub', 'DAY_MARKET'),
    ]);
  });

  it('requests the full channel after `resubscribe`, even when the connection breaks meanwhile', () => {
    const { socket, connections } = opened();
    socket.listen(depth, { message: () => undefined });
    connections[0]?.accept();
    for (const each of [reply('sub', depth, 10), book(10, null)]) connections[0]?.say(JSON.stringify(each));
    socket.resubscribe(depth);
    connections[0]?.say(JSON.stringify(book(12, 11)));
    connections[0]?.drop();
    vi.advanceTimersByTime(1_000);
    connections[1]?.accept();
    expect(connections[1]?.sent[0]).toBe(message('sub', depth));
  });

  it('delivers each private message once across a break, and reports when some were lost', () => {
    const { socket, connections } = opened();
    const heard = vi.fn<(message: OrderMessage) => void>();
    const begun = vi.fn<(start: PrivateStart) => void>();
    socket.identify('token-1');
    socket.onOrder(heard);
    socket.onPrivateStart(begun);
    connections[0]?.accept();
    connections[0]?.say(JSON.stringify(reply('login', '', 30)));
    expect(begun).toHaveBeenLastCalledWith({ sequence: 30, afterBreak: false, isReset: false });
    for (const id of [1, 2]) connections[0]?.say(JSON.stringify(orderMessage(31, id)));
    connections[0]?.drop();
    vi.advanceTimersByTime(1_000);
    connections[1]?.accept();
    const again = JSON.stringify({ type: 'login', params: 'token-1', from: 30, run: 'a' });
    expect(connections[1]?.sent[0]).toBe(again);
    connections[1]?.say(JSON.stringify({ ...reply('login', '', 40), resumed: true }));
    for (const [sequence, id] of [
      [31, 1],
      [31, 2],
      [31, 3],
      [35, 1],
    ] as const) {
      connections[1]?.say(JSON.stringify(orderMessage(sequence, id)));
    }
    expect(heard.mock.calls.map(([{ sequence, order }]) => [sequence, order.id])).toEqual([
      [31, 1],
      [31, 2],
      [31, 3],
      [35, 1],
    ]);
    expect(begun).toHaveBeenCalledOnce();
    connections[1]?.drop();
    vi.advanceTimersByTime(2_000);
    connections[2]?.accept();
    connections[2]?.say(JSON.stringify({ ...reply('login', '', 5), run: 'b', resumed: false }));
    expect(begun).toHaveBeenLastCalledWith({ sequence: 5, afterBreak: true, isReset: true });
    connections[2]?.say(JSON.stringify(orderMessage(6, 9)));
    expect(heard).toHaveBeenCalledTimes(5);
  });

  it('delivers each private message of a capability once to the listeners of its channel', () => {
    const { socket, connections } = opened();
    const heard = vi.fn<(message: unknown) => void>();
    const other = vi.fn<() => void>();
    const changed = { ...spotChannels.TX_SUBMIT, name: 'DEPOSIT_CHANGED', message: { type: 'object' } } as const;
    socket.identify('token-1');
    const stop = socket.onPrivate(changed, heard);
    socket.onPrivate({ ...changed, name: 'LOAN_CHANGED' }, other);
    connections[0]?.accept();
    const first = { type: 'DEPOSIT_CHANGED', sequence: 31, deposit: 1 };
    const second = { ...first, deposit: 2 };
    for (const each of [reply('login', '', 30), first, second]) connections[0]?.say(JSON.stringify(each));
    connections[0]?.drop();
    vi.advanceTimersByTime(1_000);
    connections[1]?.accept();
    const third = { ...first, sequence: 32 };
    for (const each of [{ ...reply('login', '', 40), resumed: true }, first, second, third]) {
      connections[1]?.say(JSON.stringify(each));
    }
    connections[1]?.say(JSON.stringify({ ...first, sequence: '33' }));
    // A message that follows from no command.
    const unnumbered = { type: 'DEPOSIT_CHANGED', deposit: 3 };
    connections[1]?.say(JSON.stringify(unnumbered));
    stop();
    connections[1]?.say(JSON.stringify({ ...first, sequence: 33 }));
    expect(heard.mock.calls).toEqual([[first], [second], [third], [unnumbered]]);
    expect(other).not.toHaveBeenCalled();
  });

  it('counts the listeners of a channel and unsubscribes with the last one', () => {
    const { socket, connections } = opened();
    connections[0]?.accept();
    const first = socket.listen('DAY_MARKET', { message: () => undefined });
    const second = socket.listen('DAY_MARKET', { message: () => undefined });
    first();
    expect(connections[0]?.sent.at(-1)).toBe(message('sub', 'DAY_MARKET'));
    second();
    expect(connections[0]?.sent.at(-1)).toBe(message('unsub', 'DAY_MARKET'));
  });

  it('measures the round trip of a ping, and resets it while disconnected', () => {
    const { socket, connections, clock } = opened();
    connections[0]?.accept();
    expect(socket.latency.getState()).toBeNull();
    clock.pass(2_000);
    connections[0]?.say('pong');
    expect(socket.latency.getState()).toBe(2_000);
    clock.pass(3_000);
    connections[0]?.say('pong');
    expect(socket.latency.getState()).toBe(0);
    connections[0]?.drop();
    expect(socket.latency.getState()).toBeNull();
  });

  it('reports a gap with every connection but the first, and with the login on it, even one that resumes', () => {
    const { socket, connections, clock } = opened();
    const begun = vi.fn<(isLogin: boolean) => void>();
    const changed = vi.fn<(change: Change) => void>();
    const status = JSON.stringify({ type: 'STATUS', sequence: 1, open: true, cancel_only: false, reason: null });
    socket.identify('token-1');
    socket.onGap(begun);
    socket.onChange(changed);
    connections[0]?.accept();
    connections[0]?.say(status);
    connections[0]?.say(JSON.stringify(reply('login', '', 30)));
    connections[0]?.say(JSON.stringify({ type: 'CHANGED', topic: 'site' }));
    connections[0]?.drop();
    clock.pass(1_000);
    connections[1]?.accept();
    connections[1]?.say(status);
    connections[1]?.say(JSON.stringify({ ...reply('login', '', 40), resumed: true }));
    const halted = { type: 'MARKET_CHANGED', currency_match_id: 1, symbol: 'A/Q', sequence: 41, state: 'halted' };
    connections[1]?.say(JSON.stringify(halted));
    expect(begun.mock.calls.flat()).toEqual([false, true]);
    expect(changed.mock.calls.flat()).toEqual([
      { type: 'CHANGED', topic: 'site' },
      { ...halted, topic: 'markets' },
    ]);
  });

  it('reports a gap when the first connection comes later than the server keeps changes', () => {
    const { socket, connections, clock } = opened();
    const begun = vi.fn<(isLogin: boolean) => void>();
    const status = JSON.stringify({ type: 'STATUS', sequence: 1, open: true, cancel_only: false, reason: null });
    socket.onGap(begun);
    connections[0]?.accept();
    clock.pass(4_000);
    connections[0]?.say(status);
    expect(begun).not.toHaveBeenCalled();

    const late = opened();
    late.socket.onGap(begun);
    late.clock.pass(61_000);
    late.connections.at(-1)?.accept();
    late.connections.at(-1)?.say(status);
    expect(begun).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('is stale after silence, abandons a dead connection, and is fresh again with the next message', () => {
    const { socket, connections, clock } = opened();
    connections[0]?.accept();
    clock.pass(5_000);
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: false, closed: false, cancelOnly: false });
    clock.pass(3_000);
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: true, closed: false, cancelOnly: false });
    connections[0]?.say('pong');
    expect(socket.status.getState().stale).toBe(false);
    clock.pass(12_000);
    expect(connections.length).toBeGreaterThan(1);
  });

  it('is stale and closed until the server reports the exchange open, despite pongs', () => {
    const { socket, connections, clock } = opened();
    connections[0]?.accept();
    connections[0]?.say(
      JSON.stringify({ type: 'STATUS', sequence: 1, open: false, cancel_only: false, reason: 'Trading is suspended.' }),
    );
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: true, closed: true, cancelOnly: false });
    connections[0]?.say('pong');
    clock.pass(2_000);
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: true, closed: true, cancelOnly: false });
    connections[0]?.say(JSON.stringify({ type: 'STATUS', sequence: 2, open: true, cancel_only: false, reason: null }));
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: false, closed: false, cancelOnly: false });
  });

  it('delivers a message to the listeners of its channel only, and ignores unknown messages', () => {
    const { socket, connections } = opened();
    connections[0]?.accept();
    const heard = vi.fn<(incoming: Incoming) => void>();
    socket.listen('DAY_MARKET', { message: heard });
    const known = quotation(3);
    for (const text of ['{', '{}', '{"type":"DAY_MARKET"}', '{"type":"OTHER"}']) connections[0]?.say(text);
    expect(heard).not.toHaveBeenCalled();
    connections[0]?.say(JSON.stringify(known));
    expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'quotation', message: known });
  });

  it('abandons a connection attempt after ten seconds, and starts another as soon as the device is online', () => {
    const { socket, connections, clock, online } = opened();
    clock.pass(9_000);
    expect(connections).toHaveLength(1);
    clock.pass(2_000);
    expect(connections).toHaveLength(2);
    expect(connections[0]?.readyState).toBe(WebSocket.CLOSED);
    online();
    expect(connections).toHaveLength(3);
    // Events of abandoned connections are ignored.
    connections[1]?.accept();
    expect(socket.status.getState().phase).toBe('connecting');
    connections[2]?.accept();
    expect(socket.status.getState().phase).toBe('open');
    online();
    expect(connections).toHaveLength(3);
  });

  it('reports cancel-only while the server does', () => {
    const { socket, connections } = opened();
    connections[0]?.accept();
    const status = { type: 'STATUS', sequence: 1, open: true, reason: null };
    connections[0]?.say(JSON.stringify({ ...status, cancel_only: true }));
    expect(socket.status.getState()).toMatchObject({ stale: false, cancelOnly: true });
    connections[0]?.say(JSON.stringify({ ...status, cancel_only: false }));
    expect(socket.status.getState().cancelOnly).toBe(false);
  });

  it('opens a new connection on logout and when another user logs in', () => {
    const { socket, connections } = opened();
    socket.identify('token-1');
    connections[0]?.accept();
    socket.identify(null);
    expect(connections).toHaveLength(2);
    connections[1]?.accept();
    expect(connections[1]?.sent).toEqual(['ping']);
  });
});

/** A connection whose other end is the test. */
class Connection extends EventTarget {
  readyState: WebSocket['readyState'] = WebSocket.CONNECTING;
  readonly sent: string[] = [];

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  accept(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  drop(): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(new Event('close'));
  }

  say(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }
}

function opened() {
  const connections: Connection[] = [];
  let nowMs = 0;
  let online = (): void => undefined;
  const clock = {
    pass: (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 1_000) {
        nowMs += 1_000;
        vi.advanceTimersByTime(1_000);
      }
    },
  };
  const socket = createSocket({
    open: () => {
      const connection = new Connection();
      connections.push(connection);
      return connection;
    },
    random: () => 0,
    now: () => nowMs,
    onOnline: (listener) => {
      online = listener;
    },
    onSessionEnded: () => undefined,
  });
  socket.start();
  return { socket, connections, clock, online: () => online() };
}

const depth = 'MARKET_DEPTH.A/Q';

function reply(type: 'login' | 'sub', params: string, sequence: number) {
  return { type, params, sequence, run: 'a' };
}

function book(sequence: number, previous: number | null) {
  const market = { type: depth, currency_match_id: 1, symbol: 'A/Q' };
  return { ...market, sequence, snapshot: previous === null, previous_sequence: previous, depth: { in: [], out: [] } };
}

function quotation(sequence: number) {
  const figures = { currency_match_id: 1, close: '1', change: '0', high: '1', low: '1', volume: '0' };
  return { type: 'DAY_MARKET', currency_match_id: 1, symbol: 'BTC/USDT', sequence, quotation: figures };
}

function orderMessage(sequence: number, id: number): OrderMessage {
  const account = {
    id: 1,
    user_id: 100_001,
    account_type_id: 1 as const,
    currency_id: 1,
    currency_code: 'A',
    balance: '1',
    lock_balance: '0',
    convert_usd: '1',
    convert_eth: '1',
    convert_btc: '1',
  };
  return {
    type: 'TX_MATCHED',
    sequence,
    order: {
      ...orderOf({ id }),
      quote_account: account,
      base_account: account,
    },
  };
}

function message(type: string, params: string): string {
  return JSON.stringify({ type, params });
}
