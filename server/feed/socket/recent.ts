/** The latest of what was told, in the order of its sequences, as much of it as is worth keeping. */
export class Recent<Item extends { readonly sequence: number }> {
  /** Oldest first; cut back when it has grown to twice its length, so that an item costs no shift. */
  #items: Item[] = [];
  #floor: number;
  readonly #length: number;

  /** `floor` is a sequence after which everything will be known. */
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

  /** What was told after a sequence, oldest first; null when that is too long ago. */
  after(sequence: number): Item[] | null {
    return sequence < this.#floor ? null : this.#items.slice(this.#firstAfter(sequence));
  }

  /** Whether something was told at a sequence and all that came after it is known. */
  tells(sequence: number): boolean {
    return sequence === this.#floor || this.#items[this.#firstAfter(sequence) - 1]?.sequence === sequence;
  }

  #firstAfter(sequence: number): number {
    return this.#items.findLastIndex((item) => item.sequence <= sequence) + 1;
  }
}
