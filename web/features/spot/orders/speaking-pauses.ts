/** Lets each order speak once in a while only. None is remembered for longer than its pause. */
export class SpeakingPauses {
  readonly #pauseMs: number;
  /** Who spoke when, the one that spoke first in front. */
  readonly #spokeAtMs = new Map<number, number>();

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Whether an order may speak now; if it may, it has spoken. */
  speak(order: number, nowMs: number): boolean {
    for (const [known, atMs] of this.#spokeAtMs) {
      if (nowMs - atMs <= this.#pauseMs) break;
      this.#spokeAtMs.delete(known);
    }
    if (this.#spokeAtMs.has(order)) return false;
    this.#spokeAtMs.set(order, nowMs);
    return true;
  }

  /** How many orders are in their pause, as far as is known. */
  get remembered(): number {
    return this.#spokeAtMs.size;
  }
}
