/**
 * Does so much within one turn of the event loop and the rest in the next ones, in the order in which it came: hundreds
 * of clients may ask for the same moment's work, and whoever else has sent something is heard in between.
 */
export class Paced {
  readonly #maximum: number;
  readonly #waiting: (() => void)[] = [];
  #done = 0;

  constructor(most: number) {
    this.#maximum = most;
  }

  /** Does it now, or when all that came before is done. */
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
