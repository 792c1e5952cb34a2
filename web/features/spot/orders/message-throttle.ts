/** Throttles the messages of each order. No entry is kept longer than the pause. */
export class MessageThrottle {
  readonly #pauseMs: number;
  /** The time of each order's last message, the oldest first. */
  readonly #lastAtMs = new Map<number, number>();

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Whether an order may show a message now; if so, its pause starts. */
  allows(order: number, nowMs: number): boolean {
    for (const [known, atMs] of this.#lastAtMs) {
      if (nowMs - atMs <= this.#pauseMs) break;
      this.#lastAtMs.delete(known);
    }
    if (this.#lastAtMs.has(order)) return false;
    this.#lastAtMs.set(order, nowMs);
    return true;
  }

  /** The number of entries, including expired ones that were not removed yet. */
  get size(): number {
    return this.#lastAtMs.size;
  }
}
