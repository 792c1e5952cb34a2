import { connect, type Socket } from 'node:net';

/** One request of the load: a POST of JSON. `label` tells the kinds apart in the result. */
export interface LoadRequest {
  readonly path: string;
  readonly headers: string;
  readonly body: string;
}

export interface LoadResult {
  readonly seconds: number;
  readonly answers: number;
  /** Answers per second in each tenth of the run, to see whether it slows down. */
  readonly tenths: readonly number[];
  /** Milliseconds from sending to the whole answer. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly p999: number; readonly max: number };
  /** How often each `code` of the envelope was answered (or the HTTP status, where it was not 200). */
  readonly codes: ReadonlyMap<string, number>;
}

/**
 * A load of POSTs over keep-alive connections, one request outstanding on each (closed loop). It reads no more of an answer than its length and its envelope's code, so that
 * on a small machine the server, not the load, has the processor.
 */
export async function httpLoad(
  port: number,
  connections: number,
  seconds: number,
  next: (connection: number, n: number) => LoadRequest,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const codes = new Map<string, number>();
  const tenths: number[] = Array.from({ length: 10 }, () => 0);
  const start = performance.now();
  const end = start + seconds * 1000;
  const answered = (sentAt: number, head: string, body: string): boolean => {
    const now = performance.now();
    latencies.push(now - sentAt);
    const tenth = Math.min(9, Math.floor(((now - start) / (end - start)) * 10));
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    const status = head.slice(9, 12);
    const kind = status === '200' ? (/"code":(\d+)/.exec(body)?.[1] ?? status) : status;
    codes.set(kind, (codes.get(kind) ?? 0) + 1);
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
  };
}

/** Runs one connection until `answered` says that the time is up. */
function drive(
  port: number,
  next: (n: number) => LoadRequest,
  answered: (sentAt: number, head: string, body: string) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let n = 0;
    let sentAt = 0;
    let received = '';
    const send = (): void => {
      const request = next(n++);
      sentAt = performance.now();
      socket.write(
        `POST ${request.path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${request.headers}content-length: ${Buffer.byteLength(request.body)}\r\n\r\n${request.body}`,
      );
    };
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.once('connect', send);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a connection of the load')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      const head = received.slice(0, headEnd);
      const body = received.slice(headEnd + 4, headEnd + 4 + length);
      received = '';
      if (answered(sentAt, head, body)) return send();
      socket.removeAllListeners('close');
      socket.end();
      resolve();
    });
  });
}
