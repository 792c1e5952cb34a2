import { setTimeout as pause } from 'node:timers/promises';
import { CoreLocked, DataRejected, Fenced } from './core-store.ts';
import type { BatchWrite, CoreSession, CoreStore, Incident } from './core-store.ts';
import { describeHead, sameHead } from './head.ts';

export interface DurableWriterOptions {
  readonly store: CoreStore;
  readonly session: CoreSession;
  /** A commit without an answer for this long counts as a lost connection; every further try of the batch may take twice as long. */
  readonly commitTimeoutMs: number;
  readonly firstBackoffMs: number;
  readonly longestBackoffMs: number;
  /** Told in a sentence, again with every failed attempt, while the store cannot be reached. */
  readonly onUnavailable: (reason: string) => void;
  readonly onAvailable: () => void;
}

/** The writer was told to stop before the outcome of the batch was known. */
export class WriterStopped extends Error {
  override readonly name = 'WriterStopped';
}

/**
 * Makes one batch after another durable, whatever happens to the connection: after any failure whose outcome is unknown it takes over
 * anew, asks the head, and sends the same bytes again unless they are there.
 */
export class DurableWriter {
  readonly #options: DurableWriterOptions;
  readonly #stop = new AbortController();
  #session: CoreSession | null;

  constructor(options: DurableWriterOptions) {
    this.#options = options;
    this.#session = options.session;
  }

  /**
   * Resolves when the batch is durable, however long it takes.
   *
   * @throws Fenced when another core has written or taken over, CoreLocked when it holds the lock, DataRejected when the content
   *   can never be stored, WriterStopped when `stop` was called meanwhile
   */
  async write(write: BatchWrite): Promise<void> {
    const { commitTimeoutMs, firstBackoffMs, longestBackoffMs, onAvailable, onUnavailable } = this.#options;
    let backoffMs = firstBackoffMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#attempt(write, commitTimeoutMs * 2 ** Math.min(attempt - 1, 8));
        if (attempt > 1) onAvailable();
        return;
      } catch (error) {
        if (isFinal(error)) throw error;
        this.#dropSession();
        onUnavailable(`The database does not take commits: ${messageOf(error)}`);
        await this.#pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
      }
    }
  }

  /** See `CoreSession`; null when the store cannot be asked. */
  async findRefused(writes: readonly BatchWrite[]): Promise<number | null> {
    return (await this.#session?.findRefused(writes)) ?? null;
  }

  /** Records an incident, over a new session when the last one is lost. */
  async record(incident: Incident): Promise<void> {
    if (this.#stop.signal.aborted) throw new WriterStopped('The core was closed.');
    this.#session ??= await this.#options.store.takeOver();
    await this.#session.record(incident);
  }

  /** Ends the session. A `write` that is still trying rejects with `WriterStopped`. */
  async end(): Promise<void> {
    this.#stop.abort();
    const session = this.#session;
    this.#session = null;
    await session?.end();
  }

  async #attempt(write: BatchWrite, timeoutMs: number): Promise<void> {
    if (this.#session === null) {
      const session = await this.#options.store.takeOver();
      if (this.#stop.signal.aborted) {
        await session.end();
        throw new WriterStopped('The core was closed.');
      }
      this.#session = session;
      // The head is final now: what the lost session sent has either moved it or never will.
      if (sameHead(session.head, write.next)) return;
      if (!sameHead(session.head, write.previous)) {
        throw new Fenced(
          `The database holds ${describeHead(session.head)} where ${describeHead(write.previous)} was left: another core has written.`,
        );
      }
    }
    await this.#withTimeout(this.#session.commit(write), timeoutMs);
  }

  async #withTimeout(commit: Promise<void>, timeoutMs: number): Promise<void> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error(`no answer for ${timeoutMs} ms`));
    }, timeoutMs);
    const stopped = (): void => {
      reject(new WriterStopped('The core was closed.'));
    };
    this.#stop.signal.addEventListener('abort', stopped);
    try {
      await Promise.race([commit, promise]);
    } finally {
      clearTimeout(timer);
      this.#stop.signal.removeEventListener('abort', stopped);
    }
  }

  #dropSession(): void {
    const session = this.#session;
    this.#session = null;
    void session?.end();
  }

  async #pause(ms: number): Promise<void> {
    try {
      await pause(ms, undefined, { signal: this.#stop.signal });
    } catch (error) {
      throw new WriterStopped('The core was closed.', { cause: error });
    }
  }
}

function isFinal(error: unknown): boolean {
  return (
    error instanceof Fenced ||
    error instanceof DataRejected ||
    error instanceof CoreLocked ||
    error instanceof WriterStopped
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
