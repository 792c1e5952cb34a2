import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conforms } from '@bourse/contract';
import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Match } from '@bourse/contract/markets';
import { ClientMessage } from '@bourse/contract/socket';
import { seededChance } from '@bourse/e2e/seeded-chance';
import { WebSocketServer, type WebSocket } from 'ws';
import { BusyDay, BusyMarket } from './busy-market.ts';

/** Messages per second: `book` and `trades` of the open market, `tickers` of all markets. */
export interface Rates {
  readonly book: number;
  readonly trades: number;
  readonly tickers: number;
}

/** Higher than any sequence that the venue returns to the page. */
const firstSequence = 1_000_000_000;

/** Tickers and candles are sent four times a second, those of many markets at once, as the server does. */
const slowPerSecond = 4;

/** How often the feed checks for due messages. */
const lookEveryMs = 5;

/** The socket path on which a traced page reports each of its frames. */
const framesPath = '/frames';

/**
 * A proxy in front of a venue: it forwards calls and the page, but answers the socket itself at rates that do not
 * depend on the venue. The server collects book changes for 50 ms, so no load on it would make it send 50 messages a
 * second.
 */
export class BusyFeed {
  readonly #venue: URL;
  readonly #market: BusyMarket;
  readonly #days: readonly BusyDay[];
  readonly #rates: Rates;
  readonly #server = createServer((asked, answer) => this.#forward(asked, answer));
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #readers = new Map<WebSocket, Set<string>>();
  readonly #sent = { book: 0, trades: 0, tickers: 0, slow: 0 };
  #nextDay = 0;
  /** The simulated time, in seconds since the start. */
  #seconds = 0;
  #timer: NodeJS.Timeout | null = null;

  /** The open market is the first of `markets`. */
  constructor(venueUrl: string, markets: readonly Match[], rates: Rates, seed: number) {
    const [first] = markets;
    if (first === undefined) throw new Error('The venue has no markets.');
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
    // Start with a full list of trades and an open candle, as in a busy market.
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
    this.#timer = setInterval(() => this.#sendUntil((performance.now() - startedMs) / 1_000), lookEveryMs);
  }

  #stopClock(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /**
   * While a page reports its frames, each frame advances the simulated time by a sixtieth of a second, however long it
   * took.
   */
  #followFrames(reporter: WebSocket): void {
    this.#stopClock();
    reporter.on('message', () => this.#sendUntil(this.#seconds + 1 / 60));
    reporter.on('error', () => reporter.terminate());
    reporter.on('close', () => this.#runClock());
  }

  /** Sends the messages that have become due. */
  #sendUntil(seconds: number): void {
    const { book, trades, tickers } = this.#rates;
    this.#seconds = seconds;
    for (; this.#sent.book < seconds * book; this.#sent.book += 1) this.#publish(this.#market.change());
    for (; this.#sent.trades < seconds * trades; this.#sent.trades += 1) this.#publish(this.#market.trade(Date.now()));
    for (; this.#sent.slow < seconds * slowPerSecond; this.#sent.slow += 1) {
      const due = ((this.#sent.slow + 1) * tickers) / slowPerSecond;
      for (; this.#sent.tickers < due; this.#sent.tickers += 1) this.#tick();
      const candle = this.#market.candle();
      if (candle !== null) this.#publish(candle);
    }
  }

  /** Sends the ticker of the next market. The open market's ticker follows its trades; the others change at random. */
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
      // Candles of one minute are sent under both names of their channel.
      const listens = channels.has(type) || (type.endsWith('.1min') && channels.has(type.slice(0, -'.1min'.length)));
      if (listens) reader.send(frame);
    }
  }
}

function send(reader: WebSocket, message: ServerMessage): void {
  reader.send(JSON.stringify(message));
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The feed is not listening on a port.');
  return address;
}
