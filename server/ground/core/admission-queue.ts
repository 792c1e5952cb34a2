import type { Priority } from '@bourse/engine';

/**
 * The share of the queue up to which commands of each priority are admitted. The exchange's own commands are always
 * admitted.
 */
const SHARES: Readonly<Record<Priority, number>> = { system: Infinity, leaving: 0.9, placement: 0.7 };

/**
 * Commands waiting for a place in a batch, first in, first out. They have no sequence yet, so refusing one has no
 * effect on state. Part of the queue is reserved for cancels, so that users can leave a market that is too busy to
 * enter.
 */
export class AdmissionQueue<Item> {
  readonly #capacity: number;
  #items: Item[] = [];
  #first = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get length(): number {
    return this.#items.length - this.#first;
  }

  /** Returns false if the queue is too full for this priority. */
  offer(item: Item, priority: Priority): boolean {
    if (this.length >= this.#capacity * SHARES[priority]) return false;
    this.#items.push(item);
    return true;
  }

  take(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#first += 1;
    // The taken part is cut off once it exceeds the rest, so that each item is moved at most once.
    if (this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** Removes and returns every item that satisfies the condition. */
  takeAll(condition: (item: Item) => boolean): Item[] {
    const waiting = this.#items.slice(this.#first);
    const taken = waiting.filter(condition);
    if (taken.length === 0) return taken;
    this.#items = waiting.filter((item) => !condition(item));
    this.#first = 0;
    return taken;
  }
}
