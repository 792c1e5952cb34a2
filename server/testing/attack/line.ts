import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** An answer as received. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Data that followed the answer on the same connection. */
  readonly rest: string;
}

/** The time limit of an answer. */
const patienceMs = 20_000;

/** A raw TCP connection whose every byte the attacker controls. It is reopened after the server closes it. */
export class Line {
  readonly #port: number;
  #socket: Socket | null = null;
  #received = Buffer.alloc(0);
  #wake: () => void = () => undefined;
  #closed = false;

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * Sends bytes and waits for one answer. Null if the server closed the connection without one.
   *
   * @throws Error if no answer arrives in time
   */
  async ask(bytes: Buffer, method: string): Promise<WireAnswer | null> {
    const socket = await this.#open();
    this.#received = Buffer.alloc(0);
    socket.write(bytes);
    const deadlineMs = performance.now() + patienceMs;
    for (;;) {
      const answer = readAnswer(this.#received, method, this.#closed);
      if (answer !== null && !isInterim(answer)) {
        if (answer.headers.get('connection') === 'close' || answer.rest !== '') this.hangUp();
        return answer;
      }
      if (answer !== null) this.#received = Buffer.from(answer.rest, 'latin1');
      else if (this.#closed) {
        this.hangUp();
        return null;
      } else await this.#news(deadlineMs);
    }
  }

  /** Sends an incomplete request and closes the connection. */
  async breakOff(bytes: Buffer): Promise<void> {
    const socket = await this.#open();
    await new Promise<void>((resolve) => {
      socket.write(bytes, () => {
        resolve();
      });
    });
    this.hangUp();
  }

  hangUp(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  /** Waits until data arrives or the connection ends. */
  async #news(deadlineMs: number): Promise<void> {
    const left = deadlineMs - performance.now();
    if (left <= 0) throw new Error('no answer arrived in time');
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(resolve, left);
    this.#wake = resolve;
    await promise;
    clearTimeout(limit);
  }

  async #open(): Promise<Socket> {
    if (this.#socket !== null && !this.#closed) return this.#socket;
    this.#closed = false;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    // The server may close the connection while data is still being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#closed = true;
      this.#wake();
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return socket;
  }
}

function isInterim({ status }: WireAnswer): boolean {
  return status >= 100 && status < 200 && status !== 101;
}

/** Parses the answer at the start of the bytes; null if it is incomplete. */
function readAnswer(bytes: Buffer, method: string, ended: boolean): WireAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const behind = bytes.subarray(end + 4);
  const whole = (body: Buffer, taken: number): WireAnswer => ({
    status,
    headers,
    body: expanded(body, headers.get('content-encoding')).toString(),
    rest: behind.toString('latin1', taken),
  });
  if (method === 'HEAD' || status === 204 || status === 304 || status < 200) return whole(Buffer.alloc(0), 0);
  const length = headers.get('content-length');
  if (length !== undefined) {
    return behind.length < Number(length) ? null : whole(behind.subarray(0, Number(length)), Number(length));
  }
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(behind, whole);
  return ended ? whole(behind, behind.length) : null;
}

function expanded(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'deflate' ? inflateSync(body) : body;
}

function readChunks(bytes: Buffer, whole: (body: Buffer, taken: number) => WireAnswer): WireAnswer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    const next = end + 2 + length + 2;
    if (bytes.length < next) return null;
    if (length === 0) return whole(Buffer.concat(chunks), next);
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = next;
  }
}
