/** A client for whom bytes wait in this process. */
export interface Creditor {
  readonly bytesWaiting: number;
  /** Closes it at once and forgets what waits. */
  abandon(): void;
}

/**
 * What waits for all clients together. Each of them alone may have its megabyte; when thousands have it, those for whom
 * most is waiting are cut off without a farewell, because until they had heard it their bytes would have to be kept.
 */
export class Backlog {
  readonly #maximum: number;
  readonly #creditors = new Set<Creditor>();
  /** What waits, or more: what has gone meanwhile is noticed when it is counted anew. */
  #bytes = 0;
  #cutOff = 0;

  constructor(most: number) {
    this.#maximum = most;
  }

  /** Bytes that wait now. */
  get bytes(): number {
    this.#count();
    return this.#bytes;
  }

  /** Clients that were cut off for it so far. */
  get cutOff(): number {
    return this.#cutOff;
  }

  /** So many bytes could not leave at once. */
  note(creditor: Creditor, bytes: number): void {
    this.#creditors.add(creditor);
    this.#bytes += bytes;
    if (this.#bytes > this.#maximum) this.#relieve();
  }

  /** Somebody has gone, and what waited with him. */
  forget(creditor: Creditor): void {
    this.#creditors.delete(creditor);
  }

  /**
   * Cuts off those for whom most is waiting until a tenth of the room is free again, so that this is not to be done at
   * every message.
   */
  #relieve(): void {
    this.#count();
    if (this.#bytes <= this.#maximum) return;
    const slowest = [...this.#creditors].toSorted((a, b) => b.bytesWaiting - a.bytesWaiting);
    for (const creditor of slowest) {
      if (this.#bytes <= this.#maximum * 0.9) return;
      this.#bytes -= creditor.bytesWaiting;
      this.#creditors.delete(creditor);
      this.#cutOff += 1;
      creditor.abandon();
    }
  }

  #count(): void {
    this.#bytes = 0;
    for (const creditor of this.#creditors) {
      const { bytesWaiting } = creditor;
      if (bytesWaiting === 0) this.#creditors.delete(creditor);
      this.#bytes += bytesWaiting;
    }
  }
}
