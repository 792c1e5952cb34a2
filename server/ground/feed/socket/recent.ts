/** The latest items in the order of their sequences. */
export class Recent<Item extends { readonly sequence: number }> {
  /** Oldest first; trimmed when it reaches twice its length, so that adding an item shifts no array. */
  #items: Item[] = [];
  #floor: number;
  readonly #length: number;

  /** `floor` is a sequence after which no item is missing. */
  constructor(length: number, floor: number) {
    this.#length = length;
    this.#floor = floor;
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#items.length < this.#length * 2) return;
    this.#floor = this.#items.at(-this.#length - 1)?.sequence ?? this.#floor;
    this.#items = this.#items.slice(-this.#length);
  }

  /** The items after a sequence, oldest first; null if items after it have been dropped. */
  after(sequence: number): Item[] | null {
    return sequence < this.#floor ? null : this.#items.slice(this.#firstAfter(sequence));
  }

  /** Whether an item has this sequence and all later ones are present. */
  has(sequence: number): boolean {
    return sequence === this.#floor || this.#items[this.#firstAfter(sequence) - 1]?.sequence === sequence;
  }

  #firstAfter(sequence: number): number {
    return this.#items.findLastIndex((item) => item.sequence <= sequence) + 1;
  }
}
