import type { BatchWrite, CoreSession, CoreStore, Incident } from '../core-store.ts';
import type { Head } from '../head.ts';

/**
 * The fault of one commit: the connection is lost before the statement is sent, while it runs, or after it committed
 * but before the answer arrives; the same bytes arrive twice; the commit stalls until `release`; or it commits and its
 * answer never arrives.
 */
export type Fault = 'before' | 'during' | 'after' | 'twice' | 'stall' | 'unheard';

/** A durable store with injected faults. Each commit takes the next ordered fault, if any. */
export class FaultyStore implements CoreStore {
  readonly #real: CoreStore;
  readonly #ordered: (Fault | null)[] = [];
  #release: () => void = () => undefined;
  #stalled = Promise.withResolvers<void>();
  takeOvers = 0;
  /** Commits without an answer so far, and the maximum of that number. */
  inFlight = 0;
  maxInFlight = 0;
  /** The answer to the second of two equal commits. */
  secondAnswer: unknown = null;
  /** Makes every take-over fail while it is set. */
  unreachable = false;
  /** Makes take-overs and searches for a refused write hang while it is set. */
  silent = false;

  constructor(real: CoreStore) {
    this.#real = real;
  }

  /** Orders faults for the next commits, one each; null lets a commit pass. */
  order(...faults: readonly (Fault | null)[]): void {
    this.#ordered.push(...faults);
  }

  /** Resolves when a commit has stalled. */
  async stalled(): Promise<void> {
    await this.#stalled.promise;
  }

  /** Resumes a stalled commit. */
  release(): void {
    this.#stalled = Promise.withResolvers<void>();
    this.#release();
  }

  async takeOver(): Promise<CoreSession> {
    if (this.unreachable) throw new Error('connection refused');
    if (this.silent) return forever;
    this.takeOvers += 1;
    const session = await this.#real.takeOver();
    const line: Line = { stalled: null };
    const commit = async (write: BatchWrite): Promise<void> => {
      this.inFlight += 1;
      this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
      try {
        await this.#commit(session, line, write);
      } finally {
        this.inFlight -= 1;
      }
    };
    const findRefused = (writes: readonly BatchWrite[]): Promise<number | null> =>
      this.silent ? forever : session.findRefused(writes);
    return new FaultySession(session, commit, findRefused);
  }

  async #commit(session: CoreSession, line: Line, write: BatchWrite): Promise<void> {
    const fault = this.#ordered.shift();
    if (line.stalled !== null) await line.stalled;
    switch (fault) {
      case undefined:
      case null:
        return session.commit(write);
      case 'before':
        await session.end();
        throw new Error('connection lost before the statement');
      case 'during': {
        const commit = session.commit(write).catch(() => undefined);
        await session.end();
        await commit;
        throw new Error('connection lost during the statement');
      }
      case 'after':
        await session.commit(write);
        await session.end();
        throw new Error('connection lost after the statement');
      case 'twice':
        await session.commit(write);
        this.secondAnswer = await session.commit(write).then(
          () => 'committed',
          (error: unknown) => error,
        );
        return undefined;
      case 'stall':
        line.stalled = new Promise<void>((resolve) => {
          this.#release = resolve;
          this.#stalled.resolve();
        });
        await line.stalled;
        return session.commit(write);
      case 'unheard':
        await session.commit(write);
        return forever;
      default:
        throw new Error(`Unknown fault ${String(fault satisfies never)}.`);
    }
  }
}

const forever = new Promise<never>(() => undefined);

/** Statements sent on a session after a stalled commit wait for it, as on a real connection. */
interface Line {
  stalled: Promise<void> | null;
}

class FaultySession implements CoreSession {
  readonly #real: CoreSession;
  readonly commit: CoreSession['commit'];
  readonly findRefused: CoreSession['findRefused'];

  constructor(real: CoreSession, commit: CoreSession['commit'], findRefused: CoreSession['findRefused']) {
    this.#real = real;
    this.commit = commit;
    this.findRefused = findRefused;
  }

  get generation(): number {
    return this.#real.generation;
  }

  get epoch(): number {
    return this.#real.epoch;
  }

  get head(): Head {
    return this.#real.head;
  }

  hashOf(batchId: number): Promise<string | null> {
    return this.#real.hashOf(batchId);
  }

  record(incident: Incident): Promise<void> {
    return this.#real.record(incident);
  }

  end(): Promise<void> {
    return this.#real.end();
  }
}
