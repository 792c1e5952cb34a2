/**
 * Runs a limited amount of work per turn of the event loop and the rest in later turns, in order: hundreds of clients
 * may need the same work at once, and other requests must be served in between.
 */
export class Paced {
  readonly #maximum: number;
  readonly #waiting: (() => void)[] = [];
  #done = 0;

  constructor(max: number) {
    this.#maximum = max;
  }

  /** Runs the work now, or after all earlier work. */
  do(work: () => void): void {
    if (this.#done === 0 && this.#waiting.length === 0) this.#turnSoon();
    if (this.#done < this.#maximum && this.#waiting.length === 0) {
      this.#done += 1;
      work();
    } else this.#waiting.push(work);
  }

  #turnSoon(): void {
    setImmediate(() => {
      this.#done = 0;
      const now = this.#waiting.splice(0, this.#maximum);
      if (now.length === 0) return;
      this.#turnSoon();
      for (const work of now) {
        this.#done += 1;
        work();
      }
    });
  }
}
