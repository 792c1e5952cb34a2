import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { conforms } from '@bourse/contract';
import type { Static, TSchema } from 'typebox';
import { WebSocket } from 'ws';
import { serverFlags } from '../scripts/server-flags.ts';
import { type ReceivedTrade, Updates } from './feed-updates.ts';
import {
  BarePort,
  BareSent,
  type BareTexts,
  Counted,
  Ready,
  Seen,
  type ToClients,
  type Write,
} from './feed-messages.ts';

/** Number of client processes; two leave the server most of two cores. */
const processes = 2;

/** A client without all its bytes after this time has lost some. */
const patienceMs = 30_000;

export type Delays = Pick<Counted, 'fromFirst' | 'fromTrade'>;

/** Clients in separate processes. */
export class Crowd {
  readonly #children: readonly ChildProcess[];

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  static async gather(port: number, clients: number, channels: readonly string[]): Promise<Crowd> {
    const shares = Array.from({ length: processes }, (_, n) => Math.floor((clients + n) / processes));
    const children = shares
      .filter((share) => share > 0)
      .map((share) => forked('feed-client.ts', [], [String(port), String(share), channels.join(',')]));
    await Promise.all(children.map((child) => nextMessage(child, Ready)));
    return new Crowd(children);
  }

  /**
   * Starts recording. All clients receive the same bytes from now on, as long as the server sends no pings to idle
   * clients.
   */
  async begin(): Promise<void> {
    await this.#ask({ type: 'speak' }, Ready);
    for (const child of this.#children) child.send({ type: 'begin' } satisfies ToClients);
  }

  /**
   * Waits until every client has received the expected number of identical bytes, and returns in how many writes they
   * came. `sent` is called again on each check, because a minute may just be ending.
   *
   * @throws Error when a client has received different bytes, or not all in time
   */
  async received(sent: () => number): Promise<number> {
    for (const deadline = performance.now() + patienceMs; ; await pause(100)) {
      const seen = await this.#seen();
      const bytes = sent();
      const wrong = seen.reduce((sum, each) => sum + each.wrong, 0);
      const [fewest, most] = [Math.min(...seen.map((each) => each.fewest)), Math.max(...seen.map((each) => each.most))];
      if (wrong > 0 || most > bytes) {
        throw new Error(`${wrong} clients received different bytes, or ${most} bytes instead of ${bytes}.`);
      }
      if (seen.length === 0 || fewest === bytes) return seen[0]?.writes.length ?? 0;
      if (performance.now() > deadline) throw new Error(`A client has received only ${fewest} of ${bytes} bytes.`);
    }
  }

  /** The delays of all writes over all clients. */
  async delays(trades: readonly ReceivedTrade[]): Promise<Delays> {
    const seen = await this.#seen();
    const [first = [], ...others] = seen.map(({ writes }) => writes);
    const writes: Write[] = [];
    let from = 0;
    for (const { end, firstMs } of first) {
      const same = others.map((known) => known.find((write) => write.end === end));
      if (same.includes(undefined)) continue;
      const start = from;
      const tradesMs = trades.filter(({ offset }) => offset > start && offset <= end).map(({ timeMs }) => timeMs);
      writes.push({ end, firstMs: Math.min(firstMs, ...same.map((write) => write?.firstMs ?? Infinity)), tradesMs });
      from = end;
    }
    const counted = await this.#ask({ type: 'delays', writes }, Counted);
    const sum = (of: keyof Delays): number[] =>
      (counted[0]?.[of] ?? []).map((_, slot) => counted.reduce((all, each) => all + (each[of][slot] ?? 0), 0));
    return { fromFirst: sum('fromFirst'), fromTrade: sum('fromTrade') };
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map((child) => ended(child)));
  }

  #seen() {
    return this.#ask({ type: 'look' }, Seen);
  }

  async #ask<Answer extends TSchema>(message: ToClients, answer: Answer): Promise<Static<Answer>[]> {
    return Promise.all(
      this.#children.map((child) => {
        const answered = nextMessage(child, answer);
        child.send(message);
        return answered;
      }),
    );
  }
}

/** One client that parses every message and collects the updates since `begin`. */
export class Reader {
  readonly updates = new Updates();
  /** Number of frames and their bytes on the wire. */
  messages = 0;
  bytes = 0;
  readonly #socket: WebSocket;
  #startMs = 0;
  #begun = false;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(url: string, channels: readonly string[]): Promise<Reader> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    const reader = new Reader(socket);
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString() : '';
      if (text === 'pong') resolve();
      else reader.#take(text);
    });
    await once(socket, 'open');
    for (const channel of channels) socket.send(JSON.stringify({ type: 'sub', params: channel }));
    socket.send('ping');
    await promise;
    return reader;
  }

  /** The size of a text on the wire, with its frame header. */
  static framed(text: string): number {
    const length = Buffer.byteLength(text);
    return length + (length < 126 ? 2 : length < 65_536 ? 4 : 10);
  }

  /** `epochMs` is the current time by the engine's clock. */
  begin(epochMs: number): void {
    this.#begun = true;
    this.updates.begin(epochMs);
    this.#startMs = performance.now();
  }

  /** Waits until this many trades have arrived and no more bytes follow. */
  async settled(trades: number): Promise<void> {
    for (const deadline = performance.now() + patienceMs; this.updates.trades.length < trades; await pause(50)) {
      if (performance.now() > deadline)
        throw new Error(`Only ${this.updates.trades.length} of ${trades} trades have arrived.`);
    }
    // Tickers and candles are sent four times a second.
    for (let known = -1; known !== this.bytes; await pause(600)) known = this.bytes;
    if (this.updates.fault !== null) throw new Error(this.updates.fault);
  }

  close(): void {
    this.#socket.close();
  }

  #take(text: string): void {
    if (this.#begun) {
      this.messages += 1;
      this.bytes += Reader.framed(text);
    }
    this.updates.take(text, performance.now() - this.#startMs, this.bytes);
  }
}

/** The baseline server, in a separate process with the server's Node flags. */
export class BareServer {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  static async start(): Promise<BareServer> {
    const child = forked('bare-sockets.ts', serverFlags, []);
    const { port } = await nextMessage(child, BarePort);
    return new BareServer(child, port);
  }

  /** Sends texts to all clients and returns the processor seconds used. */
  async send(texts: BareTexts['texts']): Promise<number> {
    const answer = nextMessage(this.#child, BareSent);
    this.#child.send({ texts } satisfies BareTexts);
    return (await answer).cpuUs / 1e6;
  }

  end(): void {
    this.#child.kill('SIGTERM');
  }
}

function forked(file: string, flags: readonly string[], args: readonly string[]): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [...args], {
    execArgv: [...flags],
    serialization: 'advanced',
  });
  child.once('error', (error) => console.error(error.message));
  return child;
}

/** The next message of a process. */
async function nextMessage<Message extends TSchema>(child: ChildProcess, schema: Message): Promise<Static<Message>> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('A process of the benchmark ended.'));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      if (conforms(schema, message)) resolve(message);
      else reject(new Error('A process of the benchmark sent an unexpected message.'));
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
