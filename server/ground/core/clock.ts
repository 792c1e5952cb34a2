import { uptime } from 'node:os';

/** The source of time and ticks of the core; tests provide their own. */
export interface TimeSource {
  /** Epoch milliseconds of the machine's wall clock; may jump. */
  wallMs(): number;
  /** Milliseconds since a fixed instant; never jumps. May pause while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since the machine booted, including sleep; expensive to read and accurate to a second. */
  uptimeMs(): number;
  /** Calls back every second until the returned function is called. */
  everySecond(tick: () => void): () => void;
}

export const systemTime: TimeSource = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1000,
  everySecond: (tick) => {
    const timer = setInterval(tick, 1000);
    return () => {
      clearInterval(timer);
    };
  },
};

/** If the wall clock moves by more than this relative to the monotonic clock between two readings, it was set. */
export const largestStepMs = 2000;

/**
 * If the wall clock is set forward by more than this, the new time is rejected: a time in the journal can never be
 * taken back.
 */
export const largestForwardStepMs = 300_000;

export interface Reading {
  readonly wallMs: number;
  /**
   * By how much the wall clock moved ahead of (positive) or behind the monotonic clock since the previous reading; 0
   * within `largestStepMs`.
   */
  readonly steppedByMs: number;
  /** The part of `steppedByMs` that is due to sleep of the machine and not to a change of the clock. */
  readonly sleptMs: number;
}

/** Reads the wall clock and detects that it was set, or that the machine slept. */
export class SteadyClock {
  readonly #source: TimeSource;
  #wallMs: number;
  #monotonicMs: number;
  /** Uptime minus monotonic time at the last check; sleep increases it. */
  #uptimeAheadMs: number;

  constructor(source: TimeSource) {
    this.#source = source;
    this.#wallMs = source.wallMs();
    this.#monotonicMs = source.monotonicMs();
    this.#uptimeAheadMs = source.uptimeMs() - this.#monotonicMs;
  }

  /** Must be called often: drift between two readings of up to `largestStepMs` is accepted. */
  read(): Reading {
    const wallMs = Math.floor(this.#source.wallMs());
    const monotonicMs = this.#source.monotonicMs();
    const steppedByMs = Math.round(wallMs - this.#wallMs - (monotonicMs - this.#monotonicMs));
    this.#wallMs = wallMs;
    this.#monotonicMs = monotonicMs;
    if (Math.abs(steppedByMs) <= largestStepMs) return { wallMs, steppedByMs: 0, sleptMs: 0 };
    return { wallMs, steppedByMs, sleptMs: this.#sleptMs() };
  }

  #sleptMs(): number {
    const uptimeAheadMs = this.#source.uptimeMs() - this.#source.monotonicMs();
    const sleptMs = Math.round(uptimeAheadMs - this.#uptimeAheadMs);
    this.#uptimeAheadMs = uptimeAheadMs;
    return sleptMs > largestStepMs ? sleptMs : 0;
  }
}
