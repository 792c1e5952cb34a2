/** A client with unsent bytes buffered in this process. */
export interface Creditor {
  readonly bytesWaiting: number;
  /** Closes the connection at once and discards its buffer. */
  abandon(): void;
}

/**
 * Limits the bytes buffered for all clients together. Each client may buffer up to its own limit; when the sum exceeds
 * this one, the clients with the largest buffers are disconnected without a close frame, since waiting for them to read
 * one would keep their buffers in memory.
 */
export class Backlog {
  readonly #maximum: number;
  readonly #creditors = new Set<Creditor>();
  /** An upper bound of the buffered bytes; bytes that have left since are subtracted by `#count`. */
  #bytes = 0;
  #cutOff = 0;

  constructor(most: number) {
    this.#maximum = most;
  }

  /** Bytes buffered now. */
  get bytes(): number {
    this.#count();
    return this.#bytes;
  }

  /** The number of clients disconnected because of this limit. */
  get cutOff(): number {
    return this.#cutOff;
  }

  /** Records bytes that could not be written at once. */
  note(creditor: Creditor, bytes: number): void {
    this.#creditors.add(creditor);
    this.#bytes += bytes;
    if (this.#bytes > this.#maximum) this.#relieve();
  }

  /** Removes a client that has disconnected. */
  forget(creditor: Creditor): void {
    this.#creditors.delete(creditor);
  }

  /**
   * Disconnects the clients with the largest buffers until the total is a tenth below the limit, so that this does not
   * run again for the next message.
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
