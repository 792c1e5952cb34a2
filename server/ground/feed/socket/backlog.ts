/** A client with unsent bytes buffered in this process. */
export interface BufferedClient {
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
  readonly #clients = new Set<BufferedClient>();
  /** An upper bound of the buffered bytes; bytes that have left since are subtracted by `#count`. */
  #bytes = 0;
  #cutOff = 0;

  constructor(max: number) {
    this.#maximum = max;
  }

  /** Bytes buffered now. */
  get bytes(): number {
    this.#count();
    return this.#bytes;
  }

  /** The number of clients disconnected because the buffers of all clients exceeded the limit. */
  get cutOff(): number {
    return this.#cutOff;
  }

  /** Records bytes that could not be written at once. */
  note(client: BufferedClient, bytes: number): void {
    this.#clients.add(client);
    this.#bytes += bytes;
    if (this.#bytes > this.#maximum) this.#relieve();
  }

  /** Removes a client that has disconnected. */
  forget(client: BufferedClient): void {
    this.#clients.delete(client);
  }

  /**
   * Disconnects the clients with the largest buffers until the total is a tenth below the limit, so that this does not
   * run again for the next message.
   */
  #relieve(): void {
    this.#count();
    if (this.#bytes <= this.#maximum) return;
    const slowest = [...this.#clients].toSorted((a, b) => b.bytesWaiting - a.bytesWaiting);
    for (const client of slowest) {
      if (this.#bytes <= this.#maximum * 0.9) return;
      this.#bytes -= client.bytesWaiting;
      this.#clients.delete(client);
      this.#cutOff += 1;
      client.abandon();
    }
  }

  #count(): void {
    this.#bytes = 0;
    for (const client of this.#clients) {
      const { bytesWaiting } = client;
      if (bytesWaiting === 0) this.#clients.delete(client);
      this.#bytes += bytesWaiting;
    }
  }
}
