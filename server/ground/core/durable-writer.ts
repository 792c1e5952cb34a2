import { setTimeout as pause } from 'node:timers/promises';
import { AcknowledgedLost, fateOf, lossOf } from './acknowledged.ts';
import type { Acknowledged } from './acknowledged.ts';
import { CoreLocked, DataRejected, Fenced } from './core-store.ts';
import type { BatchWrite, CoreSession, CoreStore, Incident } from './core-store.ts';
import { describeHead, sameHead } from './head.ts';

export interface DurableWriterOptions {
  readonly store: CoreStore;
  readonly session: CoreSession;
  /**
   * Without an answer for this long the connection counts as lost; the timeout doubles with each retry of the batch. It
   * bounds a take-over too, which waits for synchronous replicas.
   */
  readonly commitTimeoutMs: number;
  readonly firstBackoffMs: number;
  readonly longestBackoffMs: number;
  /** Called with the problem, for the log, after every failed attempt while the store is unreachable. */
  readonly onUnavailable: (problem: string) => void;
  readonly onAvailable: () => void;
}

/** The writer was stopped before the outcome of the batch was known. */
export class WriterStopped extends Error {
  override readonly name = 'WriterStopped';
}

/** A batch whose outcome is unknown so far. */
interface Unsettled {
  readonly write: BatchWrite;
  readonly settled: PromiseWithResolvers<void>;
  /** The answer on the current session; null until the batch is sent on it. */
  answer: Promise<void> | null;
}

/**
 * Makes batches durable one after another, across lost connections: after a failure with unknown outcome it takes over
 * again, reads the head, and resends the same bytes unless they are already stored. A batch may be sent while the
 * previous one is in flight; the fence admits it only after that one. Only the answer to the oldest batch counts,
 * because the outcome of the batches after a failed one follows from it.
 */
export class DurableWriter {
  readonly #options: DurableWriterOptions;
  readonly #stop = new AbortController();
  #session: CoreSession | null;
  #acknowledged: Acknowledged;
  /** The batches without a known outcome, oldest first; each continues from the previous one. */
  readonly #unsettled: Unsettled[] = [];

  constructor(options: DurableWriterOptions) {
    this.#options = options;
    this.#session = options.session;
    const { generation, epoch, head } = options.session;
    this.#acknowledged = { generation, epoch, head };
  }

  /** The last head that is known to be durable. */
  get acknowledged(): Acknowledged {
    return this.#acknowledged;
  }

  /**
   * Resolves when the batch is durable, however long that takes.
   *
   * @throws Fenced if another core has written or taken over; CoreLocked if another core holds the lock;
   * AcknowledgedLost if earlier batches are missing; DataRejected if the content can never be stored; WriterStopped if
   * `end` was called meanwhile. A batch after a failed one rejects with the same error.
   */
  write(write: BatchWrite): Promise<void> {
    const settled = Promise.withResolvers<void>();
    this.#unsettled.push({ write, settled, answer: null });
    this.#send();
    if (this.#unsettled.length === 1) void this.#settleAll();
    return settled.promise;
  }

  /** See `CoreSession`; null if the session is lost. */
  async findRefused(writes: readonly BatchWrite[]): Promise<number | null> {
    if (this.#session === null) return null;
    return this.#unlessStopped(this.#session.findRefused(writes));
  }

  /** Records an incident, on a new session if the last one is lost. */
  async record(incident: Incident): Promise<void> {
    this.#session ??= await this.#newSession((opening) => this.#unlessStopped(opening));
    await this.#unlessStopped(this.#session.record(incident));
  }

  /** Ends the session. Pending and later calls reject with `WriterStopped`. */
  async end(): Promise<void> {
    this.#stop.abort();
    const session = this.#session;
    this.#session = null;
    await session?.end();
  }

  /** Sends the batches that were not sent on the current session yet. */
  #send(): void {
    const session = this.#session;
    if (session === null) return;
    for (const batch of this.#unsettled) {
      if (batch.answer !== null) continue;
      batch.answer = session.commit(batch.write);
      // Awaited once all earlier batches are settled, and never if one of them fails.
      batch.answer.catch(() => undefined);
    }
  }

  async #settleAll(): Promise<void> {
    for (let first = this.#unsettled[0]; first !== undefined; first = this.#unsettled[0]) {
      try {
        await this.#settle(first);
      } catch (error) {
        // The later batches depend on the head that this one would have set.
        for (const { settled } of this.#unsettled.splice(0)) settled.reject(error);
        return;
      }
      this.#unsettled.shift();
      this.#acknowledged = { ...this.#acknowledged, head: first.write.next };
      first.settled.resolve();
    }
  }

  /** Resolves when the oldest batch is durable. */
  async #settle(first: Unsettled): Promise<void> {
    const { commitTimeoutMs, firstBackoffMs, longestBackoffMs, onAvailable, onUnavailable } = this.#options;
    let backoffMs = firstBackoffMs;
    for (let attempt = 1; ; attempt += 1) {
      const timeoutMs = commitTimeoutMs * 2 ** Math.min(attempt - 1, 8);
      try {
        if (this.#session === null) await this.#takeOver(first, timeoutMs);
        if (first.answer !== null) await this.#withTimeout(first.answer, timeoutMs);
        if (attempt > 1) onAvailable();
        return;
      } catch (error) {
        if (isFinal(error)) throw error;
        this.#dropSession();
        onUnavailable(messageOf(error));
        await this.#pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, longestBackoffMs);
      }
    }
  }

  /**
   * Opens a new session and sends the batches that its head does not include. The head is final: a batch of the lost
   * session has either moved it already or never will.
   */
  async #takeOver({ write: { previous } }: Unsettled, timeoutMs: number): Promise<void> {
    const session = await this.#newSession((opening) => this.#withTimeout(opening, timeoutMs));
    this.#session = session;
    const { generation, epoch, head } = session;
    const last = this.#unsettled.findIndex(({ write }) => sameHead(head, write.next));
    if (generation !== this.#acknowledged.generation || (last < 0 && !sameHead(head, previous))) {
      if ((await this.#withTimeout(fateOf(this.#acknowledged, session), timeoutMs)) === 'lost') {
        throw lossOf(this.#acknowledged, session);
      }
      throw new Fenced(
        `The database is at ${describeHead(head)}, but this core left it at ${describeHead(previous)}: another core has written.`,
      );
    }
    this.#acknowledged = { ...this.#acknowledged, epoch };
    for (const batch of this.#unsettled.slice(0, last + 1)) batch.answer = Promise.resolve();
    this.#send();
  }

  /** Opens a session on which `wait` waits; one that opens after the wait has ended must not keep the lock. */
  async #newSession(wait: (session: Promise<CoreSession>) => Promise<CoreSession>): Promise<CoreSession> {
    const session = this.#options.store.takeOver();
    try {
      return await wait(session);
    } catch (error) {
      void session.then(
        (late) => late.end(),
        () => undefined,
      );
      throw error;
    }
  }

  async #withTimeout<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error(`no answer for ${timeoutMs} ms`));
    }, timeoutMs);
    try {
      return await this.#unlessStopped(Promise.race([answer, promise]));
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Rejects with `WriterStopped` if `end` is called before the answer arrives: an unresponsive database must not keep
   * the core from ending.
   */
  async #unlessStopped<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { signal } = this.#stop;
    const { promise, reject } = Promise.withResolvers<never>();
    const stopped = (): void => {
      reject(new WriterStopped('The core was closed.'));
    };
    if (signal.aborted) stopped();
    signal.addEventListener('abort', stopped);
    try {
      return await Promise.race([promise, answer]);
    } finally {
      signal.removeEventListener('abort', stopped);
    }
  }

  #dropSession(): void {
    const session = this.#session;
    this.#session = null;
    for (const batch of this.#unsettled) batch.answer = null;
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
    error instanceof AcknowledgedLost ||
    error instanceof WriterStopped
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
