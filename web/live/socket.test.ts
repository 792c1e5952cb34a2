import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Incoming } from './server-message.ts';
import { createSocket } from './socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the socket of the page', () => {
  it('logs in and subscribes once it is open, and pings every five seconds', () => {
    const { socket, connections } = opened();
    socket.identify('token-1');
    socket.listen('DAY_MARKET', { message: () => undefined });
    connections[0]?.accept();
    expect(connections[0]?.sent).toEqual([message('login', 'token-1'), message('sub', 'DAY_MARKET'), 'ping']);
    vi.advanceTimersByTime(5_000);
    expect(connections[0]?.sent.slice(3)).toEqual(['ping']);
  });

  it('comes back after 1, 2 and 4 seconds, logs in and subscribes again, and says that it is back', () => {
    const { socket, connections } = opened();
    const back = vi.fn<() => void>();
    const restarted = vi.fn<() => void>();
    socket.identify('token-1');
    socket.onReconnect(back);
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
    expect(back).toHaveBeenCalledOnce();
    expect(restarted).toHaveBeenCalledTimes(2);
  });

  it('counts the listeners of a channel and leaves it with the last one', () => {
    const { socket, connections } = opened();
    connections[0]?.accept();
    const first = socket.listen('DAY_MARKET', { message: () => undefined });
    const second = socket.listen('DAY_MARKET', { message: () => undefined });
    first();
    expect(connections[0]?.sent.at(-1)).toBe(message('sub', 'DAY_MARKET'));
    second();
    expect(connections[0]?.sent.at(-1)).toBe(message('unsub', 'DAY_MARKET'));
  });

  it('knows how long a ping took there and back, and nothing of that while there is no connection', () => {
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

  it('is stale after silence, gives up a dead connection, and is fresh again with the next word', () => {
    const { socket, connections, clock } = opened();
    connections[0]?.accept();
    clock.pass(5_000);
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: false, closed: false });
    clock.pass(3_000);
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: true, closed: false });
    connections[0]?.say('pong');
    expect(socket.status.getState().stale).toBe(false);
    clock.pass(12_000);
    expect(connections.length).toBeGreaterThan(1);
  });

  it('is stale and closed for as long as the server says so, however often it answers', () => {
    const { socket, connections, clock } = opened();
    connections[0]?.accept();
    connections[0]?.say(
      JSON.stringify({ type: 'STATUS', sequence: 1, open: false, cancel_only: false, reason: 'It is frozen.' }),
    );
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: true, closed: true });
    connections[0]?.say('pong');
    clock.pass(2_000);
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: true, closed: true });
    connections[0]?.say(JSON.stringify({ type: 'STATUS', sequence: 2, open: true, cancel_only: false, reason: null }));
    expect(socket.status.getState()).toEqual({ phase: 'open', stale: false, closed: false });
  });

  it('passes a message to the listeners of its channel only, and ignores what the contract does not know', () => {
    const { socket, connections } = opened();
    connections[0]?.accept();
    const heard = vi.fn<(incoming: Incoming) => void>();
    socket.listen('DAY_MARKET', { message: heard });
    const quotation = { currency_match_id: 1, close: '1', change: '0', high: '1', low: '1', volume: '0' };
    const known = { type: 'DAY_MARKET', currency_match_id: 1, symbol: 'BTC/USDT', sequence: 3, quotation };
    for (const text of ['{', '{}', '{"type":"DAY_MARKET"}', '{"type":"OTHER"}']) connections[0]?.say(text);
    expect(heard).not.toHaveBeenCalled();
    connections[0]?.say(JSON.stringify(known));
    expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'quotation', message: known });
  });

  it('starts a new connection when another person logs in or the person logs out', () => {
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
    onOnline: () => undefined,
    onSessionEnded: () => undefined,
  });
  socket.start();
  return { socket, connections, clock };
}

function message(type: string, params: string): string {
  return JSON.stringify({ type, params });
}
