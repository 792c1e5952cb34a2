/** Too many callers are waiting. */
export class TurnsBusy extends Error {
  constructor() {
    super('too many callers are waiting for their turn');
    this.name = 'TurnsBusy';
  }
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (reason: TurnsBusy) => void;
}

/**
 * Runs a few callers concurrently and queues a bounded number of others. Keys take turns, so that a key with many
 * waiters delays another by at most one turn; when the queue is full, the key with the most waiters loses one.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #longest: number;
  /** The waiters by key, in the order of the next turns; every key has waiters. */
  readonly #waiting = new Map<string, Waiter[]>();
  #running = 0;
  #length = 0;

  constructor(limits: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = limits.atOnce;
    this.#longest = limits.waiting;
  }

  /** Runs `work` when it is its key's turn. Throws `TurnsBusy` before it starts if the queue is full. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(key);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(key: string): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#length >= this.#longest) this.#makeRoom(key);
    // A finished caller passes its slot to the next waiter, so the count does not change.
    await new Promise<void>((go, refuse) => {
      const waiters = this.#waiting.get(key) ?? [];
      waiters.push({ go, refuse });
      this.#waiting.set(key, waiters);
      this.#length += 1;
    });
  }

  /**
   * Refuses the latest waiter of the key with the most waiters, or the newcomer itself if its key would then have as
   * many.
   */
  #makeRoom(newcomer: string): void {
    let heaviest: readonly [string, Waiter[]] | undefined;
    for (const entry of this.#waiting) {
      if (heaviest === undefined || entry[1].length > heaviest[1].length) heaviest = entry;
    }
    const own = this.#waiting.get(newcomer)?.length ?? 0;
    if (heaviest === undefined || own + 1 >= heaviest[1].length) throw new TurnsBusy();
    const [key, waiters] = heaviest;
    waiters.pop()?.refuse(new TurnsBusy());
    this.#length -= 1;
    if (waiters.length === 0) this.#waiting.delete(key);
  }

  #leave(): void {
    const next = this.#waiting.entries().next();
    if (next.done === true) {
      this.#running -= 1;
      return;
    }
    const [key, waiters] = next.value;
    const waiter = waiters.shift();
    this.#length -= 1;
    // Moves the key to the end of the queue.
    this.#waiting.delete(key);
    if (waiters.length > 0) this.#waiting.set(key, waiters);
    waiter?.go();
  }
}
