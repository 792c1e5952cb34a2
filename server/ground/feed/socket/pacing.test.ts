import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Audience, type Listener } from './audience.ts';
import { Backlog, type BufferedClient } from './backlog.ts';
import { Connection } from './connection.ts';
import { FanOut } from './fan-out.ts';
import { textFrame } from './frame.ts';
import { defaultSocketOptions } from './options.ts';
import { Pace } from './pace.ts';

describe('the interval of ticks', () => {
  /**
   * The times of ticks that each take the given time to send, and which of them are due for day quotations and candles.
   */
  const ticks = (count: number, sendingMs: (tick: number) => number, lateMs = 0) => {
    const pace = new Pace(0);
    let now = 0;
    return Array.from({ length: count }, (_, tick) => {
      now += pace.restMs(now) + lateMs;
      const [at, isSlow] = [now, pace.begin(now)];
      now += sendingMs(tick);
      pace.end(now, sendingMs(tick));
      return { at, isSlow };
    });
  };
  const between = (times: { at: number }[]) => times.slice(1).map(({ at }, index) => at - (times[index]?.at ?? 0));

  test('is 50 ms while sending takes less than an eighth of it, even if each timer is slightly late', () => {
    expect(new Set(between(ticks(40, () => 6)))).toEqual(new Set([50]));
    const late = ticks(41, () => 6, 1);
    expect((late.at(-1)?.at ?? 0) - (late[0]?.at ?? 0)).toBe(2_000);
  });

  test('brings day quotations and candles every 250 ms', () => {
    expect(ticks(20, () => 5).flatMap(({ at, isSlow }) => (isSlow ? [at] : []))).toEqual([250, 500, 750, 1_000]);
    // When ticks are further apart, the pause is the multiple of their interval that is closest to 250 ms.
    const slow = ticks(60, () => 55).slice(20);
    for (const pause of between(slow.filter(({ isSlow }) => isSlow))) expect(pause).toBeCloseTo(220, 0);
  });

  test('grows evenly so that sending takes an eighth of the time, then half of it from 100 ms on, up to 250 ms', () => {
    for (const [sendingMs, expected] of [
      [8, 64],
      [12, 96],
      [40, 100],
      [60, 120],
      [100, 200],
      [180, 250],
      // The interval cannot be shorter than sending itself.
      [400, 400],
    ] as const) {
      for (const pause of between(ticks(60, () => sendingMs)).slice(40)) expect(pause).toBeCloseTo(expected, 0);
    }
  });

  test('hardly changes after a single slow tick, and recovers', () => {
    const pauses = between(ticks(60, (tick) => (tick === 20 ? 80 : 5)));
    expect(Math.max(...pauses)).toBe(100);
    expect(pauses.slice(35).every((pause) => pause === 50)).toBe(true);
  });
});

describe('the fan-out', () => {
  test('yields after two milliseconds, both while sending updates and while clients catch up', () => {
    let now = 0;
    let waiting: (() => void) | null = null;
    const turns: number[] = [];
    const told: string[] = [];
    const fanOut = new FanOut({
      now: () => now,
      later: (resume) => {
        turns.push(now);
        waiting = resume;
      },
    });
    const audience = new Audience('x', []);
    audience.gather = () => {
      audience.update = { bytes: textFrame('update'), channels: [] };
    };
    const listeners = Array.from({ length: 400 }, (): Listener => {
      const isBehind = told.length < 0;
      return {
        subscriptions: new Map(),
        audience,
        sentTick: 0,
        isWaiting: !isBehind,
        sendUpdate: () => {
          told.push('update');
          now += 0.01;
        },
        catchUp: () => {
          told.push('missed');
          now += 0.5;
        },
      };
    });
    for (const listener of listeners) audience.listeners.add(listener);
    let spent = 0;
    fanOut.begin([audience], listeners, (ms) => (spent = ms));
    for (let next = waiting as (() => void) | null; next !== null; next = waiting) {
      waiting = null;
      next();
    }
    expect(told.filter((what) => what === 'update')).toHaveLength(400);
    expect(told.filter((what) => what === 'missed')).toHaveLength(400);
    expect(spent).toBeCloseTo(204);
    const stints = turns.map((at, index) => at - (turns[index - 1] ?? 0));
    expect(Math.max(...stints)).toBeLessThan(2.6);
    expect(stints.length).toBeGreaterThan(75);
  });
});

describe('the limit on buffered bytes of all clients', () => {
  const bufferedClient = (bytesWaiting: number): BufferedClient & { bytesWaiting: number } => ({
    bytesWaiting,
    abandon() {
      this.bytesWaiting = 0;
    },
  });

  test('disconnects only the clients with the largest buffers', () => {
    const backlog = new Backlog(1_000);
    const clients = [300, 100, 500].map(bufferedClient);
    for (const client of clients) backlog.note(client, client.bytesWaiting);
    expect(backlog.bytes).toBe(900);
    const last = bufferedClient(150);
    backlog.note(last, 150);
    expect(clients.map(({ bytesWaiting }) => bytesWaiting)).toEqual([300, 100, 0]);
    expect([last.bytesWaiting, backlog.bytes, backlog.cutOff]).toEqual([150, 550, 1]);
  });

  test('ignores clients that have disconnected or whose buffer is empty', async () => {
    const backlog = new Backlog(1_000);
    const gone = bufferedClient(600);
    backlog.note(gone, 600);
    backlog.forget(gone);
    expect(backlog.bytes).toBe(0);
    let asked = 0;
    class Asked extends Backlog {
      override note(client: BufferedClient, bytes: number): void {
        asked += 1;
        super.note(client, bytes);
      }
    }
    const { connection } = await connected(new Asked(1_000));
    connection.sendUpdate(textFrame('update'), []);
    connection.sendText('answer');
    connection.flush();
    expect(asked).toBe(0);
  });

  test('is computed again before a client is disconnected, because buffers may have drained', () => {
    const backlog = new Backlog(1_000);
    const client = bufferedClient(600);
    backlog.note(client, 600);
    client.bytesWaiting = 0;
    const other = bufferedClient(700);
    backlog.note(other, 700);
    expect([other.bytesWaiting, backlog.bytes, backlog.cutOff]).toEqual([700, 700, 0]);
  });
});

describe('a client with a full socket buffer', () => {
  test('receives everything sent before the close frame', async () => {
    const { connection, line, client, heard } = await connected(new Backlog(1_000_000));
    line.cork();
    connection.sendUpdate(textFrame('update'), []);
    connection.sendText('answer');
    connection.flush();
    expect(connection.isWaiting).toBe(true);
    connection.drop('server_stopping');
    line.uncork();
    const [code] = (await once(client, 'close')) as [number];
    expect([...heard, code]).toEqual(['update', 'answer', '{"type":"error","error":"server_stopping"}', 1001]);
  });

  test('is cut off at once when the limit of all clients is exceeded', async () => {
    const backlog = new Backlog(10_000);
    const { connection, line, client, heard } = await connected(backlog);
    line.cork();
    connection.sendUpdate(textFrame('x'.repeat(9_000)), []);
    expect([backlog.bytes > 9_000, connection.isOpen]).toEqual([true, true]);
    connection.sendText('y'.repeat(1_000));
    expect([backlog.bytes, backlog.cutOff, connection.isOpen, connection.isWaiting]).toEqual([0, 1, false, false]);
    const [code] = (await once(client, 'close')) as [number];
    expect([...heard, code]).toEqual([1006]);
  });
});

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) server.close();
});

/** Both ends of a real connection. */
async function connected(backlog: Backlog) {
  const server = createServer();
  servers.push(server);
  const sockets = new WebSocketServer({ server });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const joined = once(sockets, 'connection') as Promise<[WebSocket, IncomingMessage]>;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const [socket, { socket: line }] = await joined;
  const heard: string[] = [];
  client.on('message', (data: Buffer) => heard.push(data.toString()));
  const connection = new Connection({
    socket,
    line,
    address: '127.0.0.1',
    language: 'en',
    limits: defaultSocketOptions,
    backlog,
    flushSoon: () => undefined,
  });
  return { connection, line, client, heard };
}
