import type { Reading, WindowEvidence } from './events.ts';

/** The stored part of an index's readings. */
export interface KeptReadings {
  readonly lastDroppedTickAtMs: number | null;
  readonly readings: readonly Reading[];
}

/**
 * The newest readings of an index, in the order of the journal: ticks with a price, and interruptions. They reach as
 * far back as the windows of open contracts need.
 */
export class Readings {
  #readings: Reading[] = [];
  /** The time of the newest dropped tick; null before the first. */
  #lastDroppedTickAtMs: number | null = null;

  add(reading: Reading): void {
    this.#readings.push(reading);
  }

  /** Drops the readings before this time. */
  drop(beforeMs: number): void {
    const kept = this.#firstAt(beforeMs);
    if (kept === 0) return;
    const dropped = this.#readings.splice(0, kept);
    this.#lastDroppedTickAtMs = lastTickOf(dropped) ?? this.#lastDroppedTickAtMs;
  }

  /** The readings of a window: later than a command, from a time and before another. */
  window(afterSequence: number, fromMs: number, beforeMs: number): WindowEvidence {
    const end = this.#firstAt(beforeMs);
    const before = this.#readings.slice(0, end);
    const from = this.#firstAt(fromMs);
    return {
      readings: this.#readings.slice(from, end).filter(({ sequence }) => sequence > afterSequence),
      lastTickAtMs: lastTickOf(before) ?? this.#lastDroppedTickAtMs,
    };
  }

  kept(): KeptReadings {
    return { lastDroppedTickAtMs: this.#lastDroppedTickAtMs, readings: this.#readings };
  }

  load({ lastDroppedTickAtMs, readings }: KeptReadings): void {
    this.#lastDroppedTickAtMs = lastDroppedTickAtMs;
    this.#readings = [...readings];
  }

  /** The index of the first reading at this time or later. */
  #firstAt(timeMs: number): number {
    let low = 0;
    let high = this.#readings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const reading = this.#readings[middle];
      if (reading !== undefined && reading.timeMs < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The time of the last reading with a price; null without one. */
function lastTickOf(readings: readonly Reading[]): number | null {
  return readings.findLast(({ price }) => price !== null)?.timeMs ?? null;
}
