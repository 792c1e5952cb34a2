import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { header } from '@bourse/contract';
import { languageOf } from '@bourse/contract/texts';
import { refused } from './answer.ts';
import { refusalOf } from './envelope.ts';
import { isWithin, networkOf, NetworkPlaces } from './network.ts';
import { Paced } from './paced.ts';

/** The address to listen on; port 0 lets the system choose. */
export interface FrontAddress {
  readonly host: string;
  readonly port: number;
}

export interface FrontOptions {
  /** When the server stops, how long a client may take to finish sending a request. */
  readonly patienceMs: number;
  /** After that, how long the answer to a complete request may take, since its command may have been executed. */
  readonly answersMs: number;
  /** Timeout of a connection without traffic, unless it is waiting for an answer or has not sent its first request. */
  readonly silenceMs: number;
  /** Maximum number of connections per network, sockets included. */
  readonly linesPerNetwork: number;
  /** Addresses and networks of proxies, which may hold any number of connections because they serve many clients. */
  readonly trustedProxies: readonly string[];
  /** Whether every request is answered with 404 until a server takes the requests, instead of with the reason. */
  readonly hidden: boolean;
}

const defaultFrontOptions: FrontOptions = {
  patienceMs: 5_000,
  answersMs: 20_000,
  silenceMs: 30_000,
  linesPerNetwork: 500,
  trustedProxies: [],
  hidden: false,
};

/**
 * Timeouts of the HTTP server: for the head of a request, for the whole request, and for the next one on the same
 * connection; and the interval of the check.
 */
const waits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * Maximum number of pipelined requests behind an unanswered one. Browsers do not pipeline, and each answer is kept in
 * memory until the previous ones have been read.
 */
const maxPipelined = 4;

/** Maximum number of connections of all networks. */
const maxLines = 20_000;

/**
 * Maximum number of WebSocket upgrades per turn of the event loop: each costs as much as several orders, and hundreds
 * may arrive at once.
 */
const maxUpgradesInTurn = 4;

/**
 * The only path on which a connection may be upgraded. Elsewhere the request is served without an upgrade, because the
 * timeouts above do not apply to upgraded connections.
 */
export const socketPath = '/ws';

/**
 * Binds the address before anything else is started, so that an address in use is detected at once, and answers that
 * the exchange is closed until a server is ready to take the requests.
 */
export class Front {
  readonly #server: Server;
  readonly #options: FrontOptions;
  readonly #isProxy: (address: string) => boolean;
  /** The number of connections per network. */
  readonly #lines: NetworkPlaces;
  readonly #sockets = new Set<Socket>();
  /** Unfinished responses; their requests may be incomplete too. */
  readonly #owed = new Set<ServerResponse>();
  /** The number of pipelined requests behind an unanswered one, by connection. */
  readonly #ahead = new WeakMap<Socket, number>();
  readonly #upgrades = new Paced(maxUpgradesInTurn);
  /** The server that handles the requests passed on by the front; it does not listen itself. */
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
      if (response.socket === null && !this.#admitPipelined(request.socket, response)) return;
      this.#owed.add(response);
      response.once('close', () => this.#owed.delete(response));
      if (this.#inner === null) this.#refuse(request, response);
      else this.#inner.emit('request', request, response);
    };
    this.#server = createServer({ ...waits, shouldUpgradeCallback: asksForSocket }, hear);
    // A request with an unknown `Expect` header is answered like any other.
    this.#server.on('checkExpectation', hear);
    this.#server.maxConnections = maxLines;
    // Frees the answers of clients that do not read them.
    this.#server.timeout = this.#options.silenceMs;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      this.#takeLine(socket);
    });
    this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Prevents an uncaught error event until the inner server has its own listener.
      socket.on('error', () => undefined);
      if (namesSeveralHosts(request)) {
        socket.destroy();
        return;
      }
      this.#upgrades.do(() => {
        if (socket.destroyed) return;
        if (this.#inner === null) refuseSocket(socket, this.#options.hidden);
        else if (!this.#inner.emit('upgrade', request, socket, head)) socket.destroy();
      });
    });
    this.#server.on('clientError', (error: Error, socket: Duplex) => {
      if (this.#inner === null) socket.destroy();
      else this.#inner.emit('clientError', error, socket);
    });
  }

  /**
   * Binds the address and returns the port.
   *
   * @throws Error with the system's code if the address cannot be bound
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

  /** Sets the reason why the exchange is not open yet. */
  explain(reason: string): void {
    this.#reason = reason;
  }

  /** Passes all further requests to a server that is ready. */
  open(inner: Server): void {
    this.#inner = inner;
  }

  /**
   * Accepts no new connections and answers the requests in progress. Kept-alive connections are closed as soon as they
   * are idle, and a client that does not finish its request in time is disconnected.
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
      const waiting = this.#unansweredLines();
      for (const socket of this.#sockets) if (!waiting.has(socket)) socket.destroy();
    }, patienceMs);
    const end = setTimeout(() => {
      // Includes upgraded connections, which the HTTP server no longer tracks.
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

  /** Connections with a complete request that is not answered yet. */
  #unansweredLines(): ReadonlySet<Socket> {
    const unanswered = [...this.#owed].filter(({ req, writableEnded }) => req.complete && !writableEnded);
    return new Set(unanswered.map(({ req }) => req.socket));
  }

  /** Counts a pipelined request; disconnects the client if there are too many. */
  #admitPipelined(line: Socket, response: ServerResponse): boolean {
    // The parser still reports requests that it had read before the disconnect.
    if (line.destroyed) return false;
    const ahead = (this.#ahead.get(line) ?? 0) + 1;
    if (ahead > maxPipelined) {
      line.destroy();
      return false;
    }
    this.#ahead.set(line, ahead);
    response.once('socket', () => this.#ahead.set(line, (this.#ahead.get(line) ?? 1) - 1));
    return true;
  }

  /** Disconnects a client whose network has too many connections. */
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
    // The rest of the request body is not read.
    response.setHeader('connection', 'close');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    if (this.#options.hidden) {
      response.setHeader('content-type', 'text/plain; charset=utf-8');
      response.statusCode = 404;
      response.end('Not found.');
      return;
    }
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

/** The readiness checks before the exchange is open, when none is known to pass. */
const unknown = { recovered: false, database: false, fence: false, clock: false };

function asksForSocket({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url?.split('?', 1)[0] === socketPath;
}

/**
 * A proxy in front of the server and the server itself might choose different hosts of a request that names several.
 */
function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuseSocket(socket: Duplex, hidden: boolean): void {
  const status = hidden ? '404 Not Found' : '503 Service Unavailable\r\nRetry-After: 2';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
