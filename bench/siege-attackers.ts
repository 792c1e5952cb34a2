import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { textArgument } from './table.ts';

/**
 * Attacks a server until it is terminated: `node siege-attackers.ts --kind KIND --port PORT --tokens TOKEN,TOKEN`.
 * Prints a line once the attack is running and its counters as JSON on SIGTERM. Runs at the lowest priority, because
 * its own processor time is not part of the measurement.
 */
const args = process.argv.slice(2);
const kind = textArgument(args, 'kind') ?? '';
const port = Number(textArgument(args, 'port') ?? 0);
/** Sessions of users that attack with commands. */
const tokens = (textArgument(args, 'tokens') ?? '').split(',');

/** Number of source networks, and of connections that each may hold. */
const networks = 4;
const linesOfNetwork = 500;

const did = { connected: 0, closed: 0, sent: 0, received: 0 };
const kinds: Readonly<Record<string, () => void>> = {
  'slow heads': () =>
    besiege((line) => drip(line, `GET /api/market/deal HTTP/1.1\r\nhost: x\r\nx-slow: ${'y'.repeat(10_000)}`)),
  'slow bodies': () =>
    besiege((line) => drip(line, `${head(10_000)}{"account":"${'y'.repeat(10_000)}`, head(10_000).length)),
  'half-open': () => besiege(() => undefined),
  'never read': () => besiege(neverRead),
  'sockets that never read': () => besiege(socketThatNeverReads, 200),
  connects: () => besiege((line) => line.destroy()),
  requests: () => besiege((line) => repeat(line, () => request('/api/market/deal?currency_match_id=1'), 1), 50),
  'pipelined requests': () =>
    besiege((line) => repeat(line, () => request('/api/market/deal?currency_match_id=1').repeat(200), 200), 50),
  'socket messages': () => besiege((line) => flood(line, frame('{"type":"sub","params":"DAY_MARKET"}')), 200),
  'longest reads': () =>
    besiege((line) => repeat(line, () => request(longestReads[did.sent % longestReads.length] ?? '/'), 1), 25),
  'refused commands': () => besiege(refusedCommands, 25),
  'own positions': () => besiege(ownPositions, 25),
  'socket pings': () => besiege((line) => flood(line, pingFrames), 200),
};

const nowSeconds = Math.floor(Date.now() / 1_000);
/** The public reads that cost the server most processor time for each request that they count as. */
const longestReads = [
  `/api/index/ticks?currency_id=1&from=${nowSeconds - 600}&to=${nowSeconds}`,
  `/api/market/kline?currency_match_id=1&period=1min&from=${nowSeconds - 89_000}&to=${nowSeconds}`,
  '/api/market/currency_matches',
  '/api/market/sparklines',
  '/api/default/config',
  '/api/default/area_list',
  '/api/index/rules?currency_id=1',
];

setPriority(19);
const work = kinds[kind];
if (work === undefined)
  throw new Error(`Unknown kind ${JSON.stringify(kind)}; known kinds: ${Object.keys(kinds).join(', ')}.`);
// Paused sockets alone do not keep a program running.
setInterval(() => undefined, 60_000);
work();
process.stdout.write('at work\n');
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(did)}\n`, () => process.exit(0));
});

/** Holds the maximum number of connections per network; reopens closed ones. */
function besiege(onLine: (line: Socket) => void, lines = linesOfNetwork): void {
  for (let network = 0; network < networks; network += 1) {
    for (let n = 0; n < lines; n += 1) hold(`127.0.0.${2 + network}`, onLine);
  }
}

function hold(localAddress: string, onLine: (line: Socket) => void): void {
  const line = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  line.on('error', () => undefined);
  line.once('connect', () => {
    did.connected += 1;
    onLine(line);
  });
  line.once('close', () => {
    did.closed += 1;
    setTimeout(hold, 10, localAddress, onLine);
  });
}

function request(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
}

/** Cancels twenty unknown orders at once, each time under a new idempotency key. */
function refusedCommands(line: Socket): void {
  const token = tokens[did.connected % tokens.length] ?? '';
  const body = JSON.stringify({ ids: Array.from({ length: 20 }, (_, n) => 9_000_000_000_000_000 + n) });
  const post = (): string =>
    `POST /api/tx_batch/cancel HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: application/json\r\n` +
    `idempotency-key: ${String(did.sent).padEnd(36, 'k')}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  repeat(line, post, 20);
}

/** Reads all positions of a user, each of which is shown with figures of its account. */
function ownPositions(line: Socket): void {
  const token = tokens[did.connected % tokens.length] ?? '';
  const body = JSON.stringify({ status: 1, page: 1, limit: 100 });
  const post =
    `POST /api/lever/my_trade HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  repeat(line, () => post, 1);
}

function head(length: number): string {
  return `POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}

/** Sends `atOnce` characters immediately and then one byte per second. */
function drip(line: Socket, text: string, atOnce = 0): void {
  line.write(text.slice(0, atOnce));
  let at = atOnce;
  const timer = setInterval(() => {
    line.write(text.charAt(at));
    at += 1;
    did.sent += 1;
  }, 1_000);
  line.once('close', () => {
    clearInterval(timer);
  });
}

/** Requests the longest responses repeatedly and never reads them. */
function neverRead(line: Socket): void {
  line.pause();
  for (const path of ['/api/docs/openapi.json', '/api/docs/', '/api/market/currency_matches']) {
    line.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    did.sent += 1;
  }
}

const handshake =
  'GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n';

function socketThatNeverReads(line: Socket): void {
  line.write(handshake);
  line.once('data', () => {
    line.pause();
    const channels = ['MARKET_DEPTH.BTC/USDT', 'GLOBAL_TX.BTC/USDT', 'KLINE.BTC/USDT', 'DAY_MARKET', 'INDEX'];
    for (const name of channels) line.write(frame(JSON.stringify({ type: 'sub', params: name })));
    const timer = setInterval(() => line.write(frame('ping')), 5_000);
    line.once('close', () => {
      clearInterval(timer);
    });
  });
}

/** Sends the next requests as soon as the previous ones are answered. */
function repeat(line: Socket, next: () => string, requests: number): void {
  line.on('data', (received) => {
    did.received += received.length;
    if (line.writableLength === 0) send();
  });
  const send = (): void => {
    line.write(next());
    did.sent += requests;
  };
  send();
}

/** Sends as fast as the connection accepts, without reading. */
function flood(line: Socket, bytes: Buffer): void {
  line.write(handshake);
  line.once('data', () => {
    line.pause();
    const send = (): void => {
      // A closed connection is only noticed between turns of the event loop.
      for (let n = 0; n < 1_000; n += 1) {
        if (!line.writable) return;
        did.sent += 1;
        if (!line.write(bytes)) return;
      }
      setImmediate(send);
    };
    line.on('drain', send);
    send();
  });
}

/** A masked text frame of at most 125 bytes. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** 500 protocol pings of the maximum length. */
const pingFrames = Buffer.concat(
  Array.from({ length: 500 }, () => Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125)])),
);
