/** Throttles the messages of each order. No entry is kept longer than the pause. */
export class SpeakingPauses {
  readonly #pauseMs: number;
  /** The time of each order's last message, the oldest first. */
  readonly #spokeAtMs = new Map<number, number>();

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Whether an order may show a message now; if so, its pause starts. */
  speak(order: number, nowMs: number): boolean {
    for (const [known, atMs] of this.#spokeAtMs) {
      if (nowMs - atMs <= this.#pauseMs) break;
      this.#spokeAtMs.delete(known);
    }
    if (this.#spokeAtMs.has(order)) return false;
    this.#spokeAtMs.set(order, nowMs);
    return true;
  }

  /** The number of entries, including expired ones that were not removed yet. */
  get remembered(): number {
    return this.#spokeAtMs.size;
  }
}
