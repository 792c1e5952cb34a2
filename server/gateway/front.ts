import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { header } from '@bourse/contract';
import { languageOf } from '@bourse/contract/texts';
import { refused } from './answer.ts';
import { refusalOf } from './envelope.ts';
import { isWithin, networkOf, NetworkPlaces } from './network.ts';
import { Paced } from './paced.ts';

/** Where to listen; port 0 lets the system choose. */
export interface FrontAddress {
  readonly host: string;
  readonly port: number;
}

export interface FrontOptions {
  /** How long a client may take to finish what it has begun to send, once the server stops. */
  readonly patienceMs: number;
  /** How long then the answer to what a client has sent may take: what it asked for may have been done. */
  readonly answersMs: number;
  /** How long nothing may move on a line that waits neither for us nor for a first request. */
  readonly silenceMs: number;
  /** Lines that one network may hold at a time; a socket is a line, too. */
  readonly linesPerNetwork: number;
  /** Addresses and networks of proxies, which may hold as many as they like: behind them are many. */
  readonly trustedProxies: readonly string[];
}

const defaultFrontOptions: FrontOptions = {
  patienceMs: 5_000,
  answersMs: 20_000,
  silenceMs: 30_000,
  linesPerNetwork: 500,
  trustedProxies: [],
};

/**
 * How long the server waits: for the head of a request, for all of it, for the next one on the same line; and how often
 * it looks.
 */
const waits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * Requests that may have come on a line behind one that is not answered. Browsers send none, and each answer waits in
 * memory until those before it are read.
 */
const maxAhead = 4;

/** Lines that the server holds at a time, of all networks. */
const maxLines = 20_000;

/**
 * Lines that become sockets in one turn: each takes as long as some orders do, and hundreds may ask at the same moment.
 */
const maxUpgradesInTurn = 4;

/**
 * Where a line may become a socket. Asked for elsewhere, it is passed over: a line that is no longer HTTP is under none
 * of the waits above.
 */
export const socketPath = '/ws';

/**
 * Takes the address before anything else is started, so that an address that is taken is found out at once,
 * and says that the exchange is closed until there is one to hand requests to.
 */
export class Front {
  readonly #server: Server;
  readonly #options: FrontOptions;
  readonly #isProxy: (address: string) => boolean;
  /** Lines that each network holds. */
  readonly #lines: NetworkPlaces;
  readonly #sockets = new Set<Socket>();
  /** Answers that are not complete, of requests that may be. */
  readonly #owed = new Set<ServerResponse>();
  /** Requests on a line that are behind one that is not answered. */
  readonly #ahead = new WeakMap<Socket, number>();
  readonly #upgrades = new Paced(maxUpgradesInTurn);
  /** Answers the requests that the front passes on; it never listens itself. */
  #inner: Server | null = null;
  #reason = 'The exchange is starting.';
  #closed: Promise<void> | null = null;

  constructor(options: Partial<FrontOptions> = {}) {
    this.#options = { ...defaultFrontOptions, ...options };
    this.#isProxy = isWithin(this.#options.trustedProxies);
    this.#lines = new NetworkPlaces(this.#options.linesPerNetwork);
    const hear = (request: IncomingMessage, response: ServerResponse): void => {
      if (namesSeveralHosts(request)) {
        request.socket.destroy();
        return;
      }
      if (response.socket === null && !this.#mayRunAhead(request.socket, response)) return;
      this.#owed.add(response);
      response.once('close', () => this.#owed.delete(response));
      if (this.#inner === null) this.#refuse(request, response);
      else this.#inner.emit('request', request, response);
    };
    this.#server = createServer({ ...waits, shouldUpgradeCallback: asksForSocket }, hear);
    // What nobody knows is expected of us is no reason to answer otherwise than everybody is answered.
    this.#server.on('checkExpectation', hear);
    this.#server.maxConnections = maxLines;
    // A reader who takes nothing keeps what was made for him, and would for ever.
    this.#server.timeout = this.#options.silenceMs;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      this.#takeLine(socket);
    });
    this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Until somebody else hears what is wrong with it, nobody does.
      socket.on('error', () => undefined);
      if (namesSeveralHosts(request)) {
        socket.destroy();
        return;
      }
      this.#upgrades.do(() => {
        if (socket.destroyed) return;
        if (this.#inner === null) refuseSocket(socket);
        else this.#inner.emit('upgrade', request, socket, head);
      });
    });
    this.#server.on('clientError', (error: Error, socket: Duplex) => {
      if (this.#inner === null) socket.destroy();
      else this.#inner.emit('clientError', error, socket);
    });
  }

  /**
   * Takes the address and answers the port.
   *
   * @throws Error with the system's code when the address cannot be had
   */
  async listen({ host, port }: FrontAddress): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  /** Says why the exchange is not open yet. */
  explain(reason: string): void {
    this.#reason = reason;
  }

  /** Hands everything from now on to a server that is ready. */
  open(inner: Server): void {
    this.#inner = inner;
  }

  /**
   * Takes no new connection and answers the requests that are under way. A client's kept connection is closed as soon
   * as it has nothing to wait for, and one that has not finished its request in time is cut off.
   */
  async close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (!this.#server.listening) return;
    const idle = setInterval(() => {
      this.#server.closeIdleConnections();
    }, 20);
    const { answersMs, patienceMs } = this.#options;
    const patience = setTimeout(() => {
      const waiting = this.#linesThatWait();
      for (const socket of this.#sockets) if (!waiting.has(socket)) socket.destroy();
    }, patienceMs);
    const end = setTimeout(() => {
      // All of them, those too of which the server does not think as HTTP any more.
      for (const socket of this.#sockets) socket.destroy();
    }, patienceMs + answersMs);
    await new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
    clearInterval(idle);
    clearTimeout(patience);
    clearTimeout(end);
  }

  /** Lines of clients that have sent all of a request and are not answered. */
  #linesThatWait(): ReadonlySet<Socket> {
    const unanswered = [...this.#owed].filter(({ req, writableEnded }) => req.complete && !writableEnded);
    return new Set(unanswered.map(({ req }) => req.socket));
  }

  /** Cuts off a line on which too many requests come before the answers to those before them. */
  #mayRunAhead(line: Socket, response: ServerResponse): boolean {
    // What had been read of it when it was cut off is still told, request by request.
    if (line.destroyed) return false;
    const ahead = (this.#ahead.get(line) ?? 0) + 1;
    if (ahead > maxAhead) {
      line.destroy();
      return false;
    }
    this.#ahead.set(line, ahead);
    response.once('socket', () => this.#ahead.set(line, (this.#ahead.get(line) ?? 1) - 1));
    return true;
  }

  /** Cuts off a line too many at once: whoever holds the others can use them. */
  #takeLine(socket: Socket): void {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || this.#isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    if (!this.#lines.hasRoomFor(network)) {
      socket.destroy();
      return;
    }
    this.#lines.take(network);
    socket.once('close', () => {
      this.#lines.leave(network);
    });
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?', 1)[0];
    // What is still being sent is not read to its end.
    response.setHeader('connection', 'close');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('retry-after', '2');
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.statusCode = path === '/healthz' ? 200 : 503;
    response.end(JSON.stringify(this.#answer(path, request.headers[header.language])));
  }

  #answer(path: string | undefined, language: string | string[] | undefined): object {
    if (path === '/healthz') return { status: 'ok' };
    if (path === '/readyz') return { ready: false, reason: this.#reason, ...unknown };
    return refusalOf(refused('exchange_closed'), languageOf(typeof language === 'string' ? language : undefined), 0);
  }
}

/** What the exchange rests on, of which nothing is known before it is open. */
const unknown = { recovered: false, database: false, fence: false, clock: false };

function asksForSocket({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url?.split('?', 1)[0] === socketPath;
}

/** A request with two hosts means one to whoever stands before us and may mean another to us. */
function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuseSocket(socket: Duplex): void {
  socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}
