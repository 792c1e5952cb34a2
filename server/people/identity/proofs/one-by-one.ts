import { TurnsBusy } from '../../../ground/gateway/index.ts';

/** Callers that may wait for one key. */
const maxWaiting = 32;

interface Line {
  last: Promise<unknown>;
  length: number;
}

/** Runs the work of each key one after the other; work of different keys runs in parallel. */
export class OneByOne<Key> {
  readonly #lines = new Map<Key, Line>();

  /** Throws `TurnsBusy` if too many callers wait for the key. */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length > maxWaiting) throw new TurnsBusy();
    this.#lines.set(key, line);
    line.length += 1;
    const result = line.last.then(work);
    // The failure of one caller does not concern the next.
    line.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      line.length -= 1;
      if (line.length === 0) this.#lines.delete(key);
    }
  }
}
