/** Changes are gathered for at least and at most so long, unless sending them takes longer than that. */
const minMs = 50;
const maxMs = 250;

/**
 * While changes are gathered for no longer than `easyMs`, sending may take one of so many milliseconds; the others
 * belong to trading.
 */
const easyShare = 8;
const easyMs = 100;
/** Of so many it may take one in any case. */
const share = 2;

/** How often day quotations and candles are told; books and trades are in every tick. */
const slowMs = 250;

/**
 * When a tick is due. While telling is quick that is every 50 ms. Where it would take more than an eighth of that,
 * ticks come as much less often, and evenly: each says more then. From 100 ms on it may take half of the time. Times
 * are milliseconds of a clock that does not jump.
 */
export class Pace {
  #dueMs: number;
  #slowDueMs: number;
  #tellingMs = 0;

  constructor(nowMs: number) {
    this.#dueMs = nowMs + minMs;
    this.#slowDueMs = nowMs + slowMs;
  }

  /** How long to wait for the next tick. */
  restMs(nowMs: number): number {
    return Math.max(0, this.#dueMs - nowMs);
  }

  /** Begins a tick, and tells whether day quotations and candles are due with it. */
  begin(nowMs: number): boolean {
    // One that comes late does not hurry the next.
    if (nowMs - this.#dueMs > minMs / 2) this.#dueMs = nowMs;
    // The next tick would be further from the right time.
    if (this.#dueMs < this.#slowDueMs - this.#gatherMs / 2) return false;
    this.#slowDueMs = this.#dueMs + slowMs;
    return true;
  }

  /** The tick has been told, which took so much of this thread's time. */
  end(nowMs: number, tellingMs: number): void {
    // One that took long says little of those that follow.
    this.#tellingMs += (tellingMs - this.#tellingMs) / 4;
    this.#dueMs = Math.max(this.#dueMs + this.#gatherMs, nowMs);
  }

  get #gatherMs(): number {
    const easy = Math.min(easyMs, this.#tellingMs * easyShare);
    return Math.min(maxMs, Math.max(minMs, easy, this.#tellingMs * share));
  }
}
