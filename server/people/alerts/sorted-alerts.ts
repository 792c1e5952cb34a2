/** Something with a price, in ticks. */
interface Priced {
  readonly price: number;
}

/**
 * Items in the order in which a moving price reaches them; the next one is last, so that a price that reaches none
 * costs one comparison. Adding and removing search by halves.
 */
export class SortedAlerts<Item extends Priced> {
  readonly #items: Item[] = [];
  /** 1 if a rising price reaches the items, -1 if a falling one does. */
  readonly #sign: 1 | -1;

  constructor(reachedBy: 'rising' | 'falling') {
    this.#sign = reachedBy === 'rising' ? 1 : -1;
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    this.#items.splice(this.#placeOf(item.price), 0, item);
  }

  /** Removes an item; false if it is not present. */
  remove(item: Item): boolean {
    for (let at = this.#placeOf(item.price); this.#items[at]?.price === item.price; at += 1) {
      if (this.#items[at] !== item) continue;
      this.#items.splice(at, 1);
      return true;
    }
    return false;
  }

  /** Removes the items that a price reaches, first those it reaches first. `strictly`: the price has to be beyond. */
  takeReached(price: number, strictly: boolean): readonly Item[] {
    let first = this.#items.length;
    while (first > 0 && this.#isReached(this.#items[first - 1], price, strictly)) first -= 1;
    return first === this.#items.length ? none : this.#items.splice(first).toReversed();
  }

  #isReached(item: Item | undefined, price: number, strictly: boolean): boolean {
    if (item === undefined) return false;
    const distance = (price - item.price) * this.#sign;
    return strictly ? distance > 0 : distance >= 0;
  }

  /** The index of the first item that is not farther away than this price. */
  #placeOf(price: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const item = this.#items[middle];
      if (item !== undefined && (item.price - price) * this.#sign > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const none: readonly never[] = [];
