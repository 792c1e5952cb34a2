import { connect, type Socket } from 'node:net';
import type { Static } from 'typebox';
import type { Counted, Ready, Seen, ToClients, Write } from './feed-messages.ts';

/**
 * A process with many socket clients that compare and time the bytes they receive. It communicates with the benchmark
 * over IPC: it sends `ready` when all clients have subscribed, and records bytes after `begin`.
 */
const [port, count] = [Number(process.argv[2]), Number(process.argv[3])];
const channels = process.argv[4] ?? '';

/** How many clients connect at once. */
const atOnce = 50;
const slots = 20_000;

/** The expected bytes of every client, as far as the fastest client has received them. */
let stream = Buffer.alloc(1_048_576);
let length = 0;
/** Positions at which reads ended, ascending, and for each the times at which clients reached it. */
const ends: number[] = [];
const arrivals: number[][] = [];
let begun = false;
let wrong = 0;

class Client {
  offset = 0;
  /** Index in `ends` of the next position to reach. */
  #next = 0;
  readonly #socket: Socket;
  #ponged: () => void = () => undefined;

  constructor() {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      onread: { buffer: shared, callback: (size) => this.#read(size) },
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => (wrong += 1));
    this.#socket.write(
      `GET /ws HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n`,
    );
    for (const channel of channels.split(',')) this.say(JSON.stringify({ type: 'sub', params: channel }));
  }

  /** Waits for the server's pong, which follows all messages sent before. */
  async ping(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ponged = resolve;
    this.say('ping');
    return promise;
  }

  begin(): void {
    this.offset = 0;
    this.#next = 0;
  }

  /** Client frames must be masked; a mask of zeros leaves the text unchanged. */
  say(text: string): void {
    const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 255];
    this.#socket.write(Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)]));
  }

  #read(size: number): boolean {
    if (begun) this.#take(size);
    // The initial state of a channel may arrive after the pong when many clients subscribe at once.
    else if (shared.subarray(0, size).includes(pong)) this.#ponged();
    return true;
  }

  #take(size: number): void {
    const now = performance.timeOrigin + performance.now();
    const { offset } = this;
    const known = Math.min(size, length - offset);
    if (known > 0 && shared.compare(stream, offset, offset + known, 0, known) !== 0) wrong += 1;
    if (known < size) append(size, known);
    this.offset = offset + size;
    if (this.offset > (ends.at(-1) ?? 0)) {
      ends.push(this.offset);
      arrivals.push([]);
    }
    for (; (ends[this.#next] ?? Infinity) <= this.offset; this.#next += 1) arrivals[this.#next]?.push(now);
  }
}

function append(size: number, from: number): void {
  if (length + size > stream.length) stream = Buffer.concat([stream], stream.length * 2);
  shared.copy(stream, length, from, size);
  length += size - from;
}

/** The frame that answers a ping. */
const pong = Buffer.from([0x81, 4, ...Buffer.from('pong')]);
const shared = Buffer.allocUnsafe(262_144);
const clients: Client[] = [];
for (let made = 0; made < count; made += atOnce) {
  const joined = Array.from({ length: Math.min(atOnce, count - made) }, () => {
    const client = new Client();
    clients.push(client);
    return client.ping();
  });
  await Promise.all(joined);
}

process.on('message', (message: ToClients) => {
  switch (message.type) {
    case 'speak':
      void Promise.all(clients.map((client) => client.ping())).then(() => say({ type: 'ready' }));
      return;
    case 'begin':
      begun = true;
      length = 0;
      ends.length = 0;
      arrivals.length = 0;
      for (const client of clients) client.begin();
      return;
    case 'look':
      say(seen());
      return;
    case 'delays':
      say(delaysOf(message.writes));
  }
});
process.on('disconnect', () => process.exit());
say({ type: 'ready' });

function say(message: Static<typeof Ready> | Seen | Counted): void {
  process.send?.(message);
}

function seen(): Seen {
  let fewest = Infinity;
  let most = 0;
  for (const { offset } of clients) {
    fewest = Math.min(fewest, offset);
    most = Math.max(most, offset);
  }
  const writes = ends.map((end, index) => ({ end, firstMs: arrivals[index]?.[0] ?? 0 }));
  return { type: 'seen', fewest, most, wrong, writes };
}

function delaysOf(writes: readonly Write[]): Counted {
  const fromFirst: number[] = Array.from({ length: slots }, () => 0);
  const fromTrade: number[] = Array.from({ length: slots }, () => 0);
  const note = (counts: number[], ms: number): void => {
    const slot = Math.min(slots - 1, Math.max(0, Math.floor(ms * 10)));
    counts[slot] = (counts[slot] ?? 0) + 1;
  };
  for (const { end, firstMs, tradesMs } of writes) {
    // A client that reads two writes at once has received the first one at the same time.
    const index = ends.findIndex((known) => known >= end);
    for (const arrived of arrivals[index] ?? []) {
      note(fromFirst, arrived - firstMs);
      for (const madeMs of tradesMs) note(fromTrade, arrived - madeMs);
    }
  }
  return { type: 'counted', fromFirst, fromTrade };
}
