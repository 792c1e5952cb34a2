/** Work that runs one after another for each key. */
export class Turns<Key> {
  readonly #last = new Map<Key, Promise<unknown>>();

  /** Runs the work once all work of the same key that came before has ended, well or not. */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const previous = this.#last.get(key) ?? Promise.resolve();
    const next = previous.then(work, work);
    const settled = next.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await next;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
