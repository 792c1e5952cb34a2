import type { Logger } from 'pino';
import { Unavailable } from './unavailable.ts';

/** The pause after a failure; it doubles with each further one. */
const firstPauseMs = 1_000;
/** The longest pause after failures, unless the work is done less often anyway. */
const maxPauseMs = 60_000;
/** How long a stop waits for rounds that do not end. */
const stopWithinMs = 10_000;

/**
 * Returned by a round whose next one is due sooner than usual. It is a class because many rounds return a number that
 * means something else, such as how many rows they deleted.
 */
export class NextDue {
  readonly inMs: number;

  /** @param inMs milliseconds, 0 for at once */
  constructor(inMs: number) {
    this.inMs = inMs;
  }
}

/**
 * One round of work. It may return a `NextDue`; every other result is ignored. The signal aborts when the work is
 * stopped: a long round then ends between two of its steps.
 */
export type Round = (signal: AbortSignal) => Promise<unknown>;

export interface WorkTerms {
  /** The longest time between two rounds, in milliseconds. */
  readonly everyMs: number;
  /** Rounds are left out while the machine's clock may be wrong, because they delete or decide by the time. */
  readonly needsClock?: boolean;
  /** The first round begins with the start and not after the first pause. */
  readonly atOnce?: boolean;
}

export interface BackgroundParts {
  readonly log: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly isClockTrusted: () => boolean;
  /** The time of a monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly stopWithinMs?: number;
}

/** The state of a work, for metrics. */
export interface WorkState {
  readonly name: string;
  readonly rounds: number;
  readonly failures: number;
  /** Milliseconds since the last round that succeeded, or since the start. */
  readonly sinceSuccessMs: number;
  /** For how many milliseconds the present round has been running; 0 between rounds. */
  readonly runningMs: number;
}

/**
 * Everything that the exchange does without a request. Each work is done in rounds, of which never two run at once and
 * never more than one waits. A failed round is repeated with growing pauses; an outage is logged at its beginning and
 * at its end.
 */
export class Background {
  readonly #parts: BackgroundParts;
  readonly #works: Work[] = [];
  #isStarted = false;

  constructor(parts: BackgroundParts) {
    this.#parts = parts;
  }

  /** The state of every work, in the order in which they were declared. */
  states(): readonly WorkState[] {
    return this.#works.map((work) => work.state);
  }

  /**
   * Declares a work that is done again and again, and sooner when it is woken. It begins when all of them are started.
   *
   * @param name for logs and metrics: the capability, a colon and what it does, such as "images: delete expired"
   * @throws Error if another work has this name
   */
  work(name: string, terms: WorkTerms, round: Round): Work {
    if (this.#works.some((other) => other.name === name)) throw new Error(`Two works are named "${name}".`);
    const work = new Work(name, { ...this.#parts, ...terms, round });
    this.#works.push(work);
    if (this.#isStarted) work.start();
    return work;
  }

  /** Starts everything that was declared. A work that is declared later starts at once. */
  start(): void {
    this.#isStarted = true;
    for (const work of this.#works) work.start();
  }

  /** Ends all rounds, which are given ten seconds; those that need longer are named in the log. */
  async stop(): Promise<void> {
    await Promise.all(this.#works.map(async (work) => work.stop()));
  }
}

interface OwnParts extends BackgroundParts, WorkTerms {
  readonly round: Round;
}

/** One work; see `Background`. */
export class Work {
  readonly name: string;
  readonly #parts: OwnParts;
  readonly #stopping = new AbortController();
  #isStarted = false;
  #isWanted: boolean;
  #round: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #rounds = 0;
  #failures = 0;
  /** Failures since the last success. */
  #inARow = 0;
  #failingSinceMs = 0;
  #roundSinceMs = 0;
  #successMs: number;

  constructor(name: string, parts: OwnParts) {
    this.name = name;
    this.#parts = parts;
    this.#isWanted = parts.atOnce === true;
    this.#successMs = parts.elapsed();
  }

  get state(): WorkState {
    const now = this.#parts.elapsed();
    return {
      name: this.name,
      rounds: this.#rounds,
      failures: this.#failures,
      sinceSuccessMs: now - this.#successMs,
      runningMs: this.#round === null ? 0 : now - this.#roundSinceMs,
    };
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#successMs = this.#parts.elapsed();
    this.#next(this.#parts.everyMs);
  }

  /**
   * Starts a round now; one that runs is followed by one more, however often it is woken meanwhile. After a failure the
   * pause is kept, so that an outage is not answered by more work.
   */
  wake(): void {
    this.#isWanted = true;
    if (this.#isStarted && this.#round === null && this.#inARow === 0) this.#begin();
  }

  /** Starts a round that sees everything up to now, and waits for its end. Its failure is logged and not thrown. */
  async run(): Promise<void> {
    // A round that runs may have looked before.
    await this.#round;
    if (this.#stopping.signal.aborted) return;
    this.#begin();
    await this.#round;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    if (this.#round === null) return;
    const patience = new Promise<'late'>((resolve) => {
      setTimeout(() => resolve('late'), this.#parts.stopWithinMs ?? stopWithinMs).unref();
    });
    if ((await Promise.race([this.#round, patience])) === 'late')
      this.#parts.log.warn({ work: this.name }, 'background work has not ended with the exchange');
  }

  #begin(): void {
    if (this.#stopping.signal.aborted || this.#round !== null) return;
    clearTimeout(this.#timer);
    this.#isWanted = false;
    this.#roundSinceMs = this.#parts.elapsed();
    this.#round = this.#rounded();
  }

  async #rounded(): Promise<void> {
    const pauseMs = await this.#once();
    this.#round = null;
    this.#next(pauseMs);
  }

  #next(pauseMs: number): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#isWanted && this.#inARow === 0) this.#begin();
    else this.#timer = setTimeout(() => this.#begin(), pauseMs).unref();
  }

  /** @returns the time until the next round in milliseconds */
  async #once(): Promise<number> {
    const { everyMs, isClockTrusted, needsClock = false, round } = this.#parts;
    if (needsClock && !isClockTrusted()) return everyMs;
    this.#rounds += 1;
    try {
      const next = await round(this.#stopping.signal);
      this.#succeeded();
      return next instanceof NextDue ? Math.min(next.inMs, everyMs) : everyMs;
    } catch (error) {
      return this.#failed(error);
    }
  }

  #succeeded(): void {
    const { elapsed, log } = this.#parts;
    this.#successMs = elapsed();
    if (this.#inARow === 0) return;
    const lastedMs = Math.round(this.#successMs - this.#failingSinceMs);
    log.info({ work: this.name, failures: this.#inARow, lastedMs }, 'background work continues');
    this.#inARow = 0;
  }

  /** An outage of something outside ends without help; it is a warning. */
  #failed(error: unknown): number {
    const { elapsed, everyMs, log } = this.#parts;
    if (this.#stopping.signal.aborted) return everyMs;
    this.#failures += 1;
    this.#inARow += 1;
    const pauseMs = Math.min(Math.max(everyMs, maxPauseMs), firstPauseMs * 2 ** Math.min(this.#inARow - 1, 30));
    if (this.#inARow > 1) return pauseMs;
    this.#failingSinceMs = elapsed();
    const line = { work: this.name, err: error };
    const text = 'background work failed and is repeated until it succeeds';
    if (error instanceof Unavailable) log.warn(line, text);
    else log.error(line, text);
    return pauseMs;
  }
}

declare module '../parts.ts' {
  interface Parts {
    /** Does work again and again, from the end of the start until the exchange stops. */
    readonly background: Background;
  }
}
