import { uptime } from 'node:os';

/** Where the core gets its time and its ticks from; tests bring their own. */
export interface TimeSource {
  /** Epoch milliseconds as the machine believes; may jump. */
  wallMs(): number;
  /** Milliseconds since some fixed instant; never jumps. May stand still while the machine sleeps. */
  monotonicMs(): number;
  /** Milliseconds since the machine was switched on, its sleep included; dear to ask, right to a second. */
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

/** A wall clock that moves more than this against the monotonic clock between two readings has been set. */
export const largestStepMs = 2000;

/**
 * A wall clock that is set forward by more than this is not believed: what the journal has seen it can never take back.
 */
export const largestForwardStepMs = 300_000;

export interface Reading {
  readonly wallMs: number;
  /**
   * By how much the wall clock went ahead of, or fell behind, the monotonic one since the reading before; 0 when it did
   * not.
   */
  readonly steppedByMs: number;
  /** How much of it the machine slept; nobody has set the clock then. */
  readonly sleptMs: number;
}

/** Reads the wall clock and notices when somebody has set it, or when the machine slept. */
export class SteadyClock {
  readonly #source: TimeSource;
  #wallMs: number;
  #monotonicMs: number;
  /**
   * By how much the time since switching on was ahead of the monotonic clock when it was last asked: sleep makes it
   * grow.
   */
  #uptimeAheadMs: number;

  constructor(source: TimeSource) {
    this.#source = source;
    this.#wallMs = source.wallMs();
    this.#monotonicMs = source.monotonicMs();
    this.#uptimeAheadMs = source.uptimeMs() - this.#monotonicMs;
  }

  /** Must be read often: what the wall clock drifts between two readings is taken as honest up to `largestStepMs`. */
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
