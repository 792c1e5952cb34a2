import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conforms } from '@bourse/contract';
import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Match } from '@bourse/contract/markets';
import { ClientMessage } from '@bourse/contract/socket';
import { seededChance } from '@bourse/e2e/seeded-chance';
import { WebSocketServer, type WebSocket } from 'ws';
import { BusyDay, BusyMarket } from './busy-market.ts';

/**
 * Messages in a second: about the book and the trades of the open market, about bars, and about the day of any market.
 */
export interface Rates {
  readonly book: number;
  readonly trades: number;
  readonly tickers: number;
}

/** Above every sequence that the venue tells the page in answers to its calls. */
const firstSequence = 1_000_000_000;

/** Days and bars come four times a second, those of many markets at once, as the server sends them. */
const slowPerSecond = 4;

/** How often it is looked what is due. */
const lookEveryMs = 5;

/** Where a page that is traced tells of each of its frames. */
const framesPath = '/frames';

/**
 * Stands before a venue: every call goes to it and its page comes from it, but the socket is answered here, at rates
 * that do not depend on the venue. The server itself gathers the news of a book for 50 ms, so that no load on it could
 * make it speak 50 times in a second.
 */
export class BusyFeed {
  readonly #venue: URL;
  readonly #market: BusyMarket;
  readonly #days: readonly BusyDay[];
  readonly #rates: Rates;
  readonly #server = createServer((asked, answer) => this.#forward(asked, answer));
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #readers = new Map<WebSocket, Set<string>>();
  readonly #told = { book: 0, trades: 0, tickers: 0, slow: 0 };
  #nextDay = 0;
  /** What the feed takes for the time, in seconds since its beginning. */
  #seconds = 0;
  #timer: NodeJS.Timeout | null = null;

  /** The open market is the first of `markets`. */
  constructor(venueUrl: string, markets: readonly Match[], rates: Rates, seed: number) {
    const [first] = markets;
    if (first === undefined) throw new Error('The venue lists no market.');
    const chance = seededChance(seed);
    this.#venue = new URL(venueUrl);
    this.#rates = rates;
    this.#days = markets.map((match) => new BusyDay(match, firstSequence, chance));
    this.#market = new BusyMarket(
      first,
      this.#days[0] ?? new BusyDay(first, firstSequence, chance),
      firstSequence,
      chance,
    );
    // The tape of a busy market is full, and its minute has begun.
    for (let n = 0; n < 60; n += 1) this.#market.trade(Date.now());
    this.#server.on('upgrade', (asked, socket, head) =>
      this.#sockets.handleUpgrade(asked, socket, head, (reader) =>
        asked.url === framesPath ? this.#followFrames(reader) : this.#greet(reader),
      ),
    );
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#runClock();
    return `http://127.0.0.1:${addressOf(this.#server.address()).port}`;
  }

  async close(): Promise<void> {
    this.#stopClock();
    for (const reader of this.#readers.keys()) reader.terminate();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #forward(asked: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port } = this.#venue;
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }

  #greet(reader: WebSocket): void {
    const channels = new Set<string>();
    this.#readers.set(reader, channels);
    reader.on('close', () => this.#readers.delete(reader));
    reader.on('error', () => reader.terminate());
    reader.on('message', (data) => this.#hear(reader, channels, Buffer.isBuffer(data) ? data.toString() : ''));
    send(reader, { type: 'STATUS', sequence: firstSequence, open: true, cancel_only: false, reason: null });
  }

  #hear(reader: WebSocket, channels: Set<string>, text: string): void {
    if (text === 'ping') return reader.send('pong');
    const message: unknown = JSON.parse(text);
    if (!conforms(ClientMessage, message)) return;
    const { type, params } = message;
    send(reader, { type, params: type === 'login' ? '' : params, sequence: firstSequence });
    if (type === 'unsub') channels.delete(params);
    if (type !== 'sub') return;
    channels.add(params);
    for (const greeting of this.#greetings(params)) send(reader, greeting);
  }

  #greetings(channel: string): ServerMessage[] {
    const { symbol } = this.#market.match;
    if (channel === 'DAY_MARKET') return this.#days.map((day) => day.message());
    if (channel === `MARKET_DEPTH.${symbol}`) return [this.#market.snapshot()];
    if (channel === `GLOBAL_TX.${symbol}`) return [this.#market.tape()];
    return [];
  }

  #runClock(): void {
    const startedMs = performance.now() - 1_000 * this.#seconds;
    this.#timer = setInterval(() => this.#speakUntil((performance.now() - startedMs) / 1_000), lookEveryMs);
  }

  #stopClock(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** While somebody tells of frames, each of them is a sixtieth of a second, however long it took. */
  #followFrames(teller: WebSocket): void {
    this.#stopClock();
    teller.on('message', () => this.#speakUntil(this.#seconds + 1 / 60));
    teller.on('error', () => teller.terminate());
    teller.on('close', () => this.#runClock());
  }

  /** Says what has become due since the last time. */
  #speakUntil(seconds: number): void {
    const { book, trades, tickers } = this.#rates;
    this.#seconds = seconds;
    for (; this.#told.book < seconds * book; this.#told.book += 1) this.#publish(this.#market.change());
    for (; this.#told.trades < seconds * trades; this.#told.trades += 1) this.#publish(this.#market.trade(Date.now()));
    for (; this.#told.slow < seconds * slowPerSecond; this.#told.slow += 1) {
      const due = ((this.#told.slow + 1) * tickers) / slowPerSecond;
      for (; this.#told.tickers < due; this.#told.tickers += 1) this.#tick();
      const bar = this.#market.bar();
      if (bar !== null) this.#publish(bar);
    }
  }

  /**
   * The day of one market after the other. The day of the open one follows its trades; the others have some by chance.
   */
  #tick(): void {
    const day = this.#days[this.#nextDay % this.#days.length];
    this.#nextDay += 1;
    if (day === undefined) return;
    if (day.match.id !== this.#market.match.id) day.wander();
    this.#publish(day.message());
  }

  #publish(message: ServerMessage & { readonly type: string }): void {
    const frame = JSON.stringify(message);
    const { type } = message;
    for (const [reader, channels] of this.#readers) {
      // Bars of a minute go to both names of their channel.
      const listens = channels.has(type) || (type.endsWith('.1min') && channels.has(type.slice(0, -'.1min'.length)));
      if (listens) reader.send(frame);
    }
  }
}

function send(reader: WebSocket, message: ServerMessage): void {
  reader.send(JSON.stringify(message));
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The feed has no port.');
  return address;
}
