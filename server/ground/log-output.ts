import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** The most bytes of lines that wait while the output cannot be written; further lines are dropped. */
const maxWaitingBytes = 1_048_576;
const retryMs = 1_000;
/** How long the end of the process waits for the reader of a pipe that is full. */
const maxPauses = 100;
const pauseMs = 10;

/** An interruption of the output: the first error, and the number of lines that are lost. */
export interface Interruption {
  readonly code: string;
  readonly lost: number;
}

/**
 * Writes lines to a file descriptor at once. An output that cannot be written, such as a file on a full disk, ends
 * nothing: lines wait in memory, the rest of a line that was written in part comes first, and after a second and with
 * every line it is tried again. The streams of Node throw instead, or drop that rest.
 */
export class LogOutput implements DestinationStream {
  readonly #fd: number;
  readonly #onEnd: (interruption: Interruption) => void;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #interruption: Interruption | null = null;
  #retry: NodeJS.Timeout | null = null;

  /** @param onEnd called when all waiting lines are written after an interruption */
  constructor(fd: number, onEnd: (interruption: Interruption) => void) {
    this.#fd = fd;
    this.#onEnd = onEnd;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#interruption !== null && this.#waitingBytes + bytes.length > maxWaitingBytes) {
      this.#interruption = { ...this.#interruption, lost: this.#interruption.lost + 1 };
    } else {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
    }
    this.#drain();
  }

  /** Writes what waits, as far as that is possible, before the process ends. */
  flushSync(): void {
    for (let pauses = 0; pauses < maxPauses; pauses += 1) {
      const code = this.#drain();
      if (code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }

  /** The code of the error that prevents writing; null if nothing waits any more. */
  #drain(): string | null {
    try {
      for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
        const written = writeSync(this.#fd, first);
        this.#waitingBytes -= written;
        if (written < first.length) this.#waiting[0] = first.subarray(written);
        else this.#waiting.shift();
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      this.#interruption ??= { code, lost: 0 };
      this.#drainLater();
      return code;
    }
    const over = this.#interruption;
    this.#interruption = null;
    // A pipe whose reader is slow for a moment is no interruption.
    if (over !== null && (over.code !== 'EAGAIN' || over.lost > 0)) this.#onEnd(over);
    return null;
  }

  #drainLater(): void {
    if (this.#retry !== null) return;
    const drain = (): void => {
      this.#retry = null;
      this.#drain();
    };
    this.#retry = setTimeout(drain, retryMs).unref();
  }
}
