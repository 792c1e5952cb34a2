/** There are more waiting than can be served in time. */
export class TurnsBusy extends Error {
  constructor() {
    super('too many are waiting for their turn');
    this.name = 'TurnsBusy';
  }
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (reason: TurnsBusy) => void;
}

/**
 * Lets a few in at once and has the others wait, a bounded number. Whoever waits is called in turns by key, so that one
 * key with many waiters delays another by one turn at most; and when there is no room, the key with the most waiters
 * gives one up.
 */
export class FairTurns {
  readonly #atOnce: number;
  readonly #longest: number;
  /** In the order in which the keys are called next; no key without waiters. */
  readonly #waiting = new Map<string, Waiter[]>();
  #running = 0;
  #length = 0;

  constructor(limits: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = limits.atOnce;
    this.#longest = limits.waiting;
  }

  /** Runs `work` when it is its key's turn. Throws `TurnsBusy`, before it has begun, when there is no room to wait. */
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
    // Whoever leaves hands its place over, so the count stays.
    await new Promise<void>((go, refuse) => {
      const waiters = this.#waiting.get(key) ?? [];
      waiters.push({ go, refuse });
      this.#waiting.set(key, waiters);
      this.#length += 1;
    });
  }

  /** Refuses the latest waiter of the key that has the most; the newcomer itself when its key would have as many. */
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
    // The key goes to the end of the line.
    this.#waiting.delete(key);
    if (waiters.length > 0) this.#waiting.set(key, waiters);
    waiter?.go();
  }
}
