import { connect } from 'node:net';

export interface LoadResult {
  readonly seconds: number;
  readonly answers: number;
  /** Answers per second in each tenth of the run, which show whether it slows down. */
  readonly tenths: readonly number[];
  /** Milliseconds from sending a request to its complete answer. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly p999: number; readonly max: number };
  /** Number of answers by `code` of the envelope, or by HTTP status other than 200. */
  readonly codes: ReadonlyMap<string, number>;
  /** The amount of base currency that the orders had traded when they were answered. */
  readonly taken: number;
}

/** A complete HTTP request. */
export function jsonPost(path: string, headers: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/**
 * Load over keep-alive connections, with one outstanding request on each (closed loop). It parses only the length, the
 * envelope's code and the traded quantity of an answer, to leave the processor to the server on a small machine.
 */
export async function httpLoad(
  port: number,
  connections: number,
  seconds: number,
  next: (connection: number, n: number) => Buffer,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const codes = new Map<string, number>();
  const tenths: number[] = Array.from({ length: 10 }, () => 0);
  let taken = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const answered = (sentAt: number, answer: string): boolean => {
    const now = performance.now();
    latencies.push(now - sentAt);
    const tenth = Math.min(9, Math.floor(((now - start) / (end - start)) * 10));
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    const kind = kindOf(answer);
    codes.set(kind, (codes.get(kind) ?? 0) + 1);
    taken += takenIn(answer);
    return now < end;
  };
  await Promise.all(
    Array.from({ length: connections }, (_, connection) => drive(port, (n) => next(connection, n), answered)),
  );
  const elapsed = (performance.now() - start) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    seconds: elapsed,
    answers: latencies.length,
    tenths: tenths.map((count) => count / (seconds / 10)),
    latency: { p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) },
    codes,
    taken,
  };
}

/** Runs one connection until `answered` reports that the time is up. */
function drive(
  port: number,
  next: (n: number) => Buffer,
  answered: (sentAt: number, answer: string) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let n = 0;
    let sentAt = 0;
    let received = '';
    const take = (text: string): void => {
      received += text;
      if (!isWhole(received)) return;
      const answer = received;
      received = '';
      if (answered(sentAt, answer)) return send();
      socket.removeAllListeners('close');
      socket.end();
      resolve();
    };
    // Reads into one buffer, which avoids the overhead of streams.
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(65_536),
        callback: (length, buffer) => {
          take(Buffer.from(buffer.buffer, buffer.byteOffset, length).toString('latin1'));
          return true;
        },
      },
    });
    const send = (): void => {
      sentAt = performance.now();
      socket.write(next(n++));
    };
    socket.once('connect', send);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection of the load program.')));
  });
}

function isWhole(answer: string): boolean {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer)?.[1];
  return answer.length >= headEnd + 4 + Number(length ?? 0);
}

function kindOf(answer: string): string {
  const status = answer.slice(9, 12);
  return status === '200' ? (textAfter(answer, '"code":') ?? status) : status;
}

/** A limit order's own trades are complete when it is answered; later ones belong to other takers. */
function takenIn(answer: string): number {
  return Number(textAfter(answer, '"transacted_amount":"') ?? 0);
}

/** The digits and decimal points that follow a name. */
function textAfter(answer: string, name: string): string | undefined {
  const at = answer.indexOf(name);
  if (at < 0) return undefined;
  const from = at + name.length;
  let to = from;
  for (let code = answer.charCodeAt(to); code === 46 || (code >= 48 && code <= 57); code = answer.charCodeAt(to))
    to += 1;
  return answer.slice(from, to);
}
