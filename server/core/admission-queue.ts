import type { Priority } from '@bourse/engine';

/** Up to which part of the queue a command of each priority is let in. The exchange's own commands always are. */
const SHARES: Readonly<Record<Priority, number>> = { system: Infinity, leaving: 0.9, placement: 0.7 };

/**
 * Commands that wait for a place in a batch, first come, first served. They have no sequence yet, so refusing one of
 * them changes nothing. Room is kept for cancels, so that people can leave a market that is too busy to enter.
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

  /** False when the queue is too full for this priority. */
  offer(item: Item, priority: Priority): boolean {
    if (this.length >= this.#capacity * SHARES[priority]) return false;
    this.#items.push(item);
    return true;
  }

  take(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#first];
    this.#first += 1;
    // The taken part is cut off when it outweighs the rest, so that each item is moved once at most.
    if (this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** Takes out every item that the condition holds for. */
  takeAll(condition: (item: Item) => boolean): Item[] {
    const waiting = this.#items.slice(this.#first);
    const taken = waiting.filter(condition);
    if (taken.length === 0) return taken;
    this.#items = waiting.filter((item) => !condition(item));
    this.#first = 0;
    return taken;
  }
}
