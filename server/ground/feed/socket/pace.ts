/** Bounds of the interval between ticks, unless sending itself takes longer. */
const minMs = 50;
const maxMs = 250;

/** While the interval is at most `easyMs`, sending may take 1/`easyShare` of the time; the rest is left to trading. */
const easyShare = 8;
const easyMs = 100;
/** Sending never takes more than 1/`share` of the time. */
const share = 2;

/** The interval of day quotations and candles; books and trades are in every tick. */
const slowMs = 250;

/**
 * Schedules ticks. While sending is quick, a tick is due every 50 ms. If sending takes more than an eighth of that, the
 * interval grows evenly with it; from an interval of 100 ms on, sending may take half of the time. Times are
 * milliseconds of a monotonic clock.
 */
export class Pace {
  #dueMs: number;
  #slowDueMs: number;
  #sendingMs = 0;

  constructor(nowMs: number) {
    this.#dueMs = nowMs + minMs;
    this.#slowDueMs = nowMs + slowMs;
  }

  /** Milliseconds until the next tick is due. */
  restMs(nowMs: number): number {
    return Math.max(0, this.#dueMs - nowMs);
  }

  /** Begins a tick; returns whether day quotations and candles are due with it. */
  begin(nowMs: number): boolean {
    // A late tick does not bring the next one forward.
    if (nowMs - this.#dueMs > minMs / 2) this.#dueMs = nowMs;
    // The next tick is nearer to the due time.
    if (this.#dueMs < this.#slowDueMs - this.#gatherMs / 2) return false;
    this.#slowDueMs = this.#dueMs + slowMs;
    return true;
  }

  /** Ends a tick that took `sendingMs` of this thread's time. */
  end(nowMs: number, sendingMs: number): void {
    // Smoothed, because a single slow tick does not predict the following ones.
    this.#sendingMs += (sendingMs - this.#sendingMs) / 4;
    this.#dueMs = Math.max(this.#dueMs + this.#gatherMs, nowMs);
  }

  get #gatherMs(): number {
    const easy = Math.min(easyMs, this.#sendingMs * easyShare);
    return Math.min(maxMs, Math.max(minMs, easy, this.#sendingMs * share));
  }
}
