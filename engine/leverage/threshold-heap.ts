import { invariant } from '../invariant.ts';

/** A member of a heap. `place` is its index there, or −1 while it is in none. */
export interface HeapEntry<Subject> {
  key: number;
  readonly id: number;
  place: number;
  readonly subject: Subject;
}

/** An entry that is in no heap yet. */
export function heapEntry<Subject>(key: number, id: number, subject: Subject): HeapEntry<Subject> {
  return { key, id, place: -1, subject };
}

/**
 * A binary heap of entries by key, then id, from which any entry can be removed. A price that must fall to a threshold
 * has minus the threshold as its key, so that in every heap the entries up to some key are those that a price meets.
 */
export class ThresholdHeap<Subject> {
  readonly #entries: HeapEntry<Subject>[] = [];

  get size(): number {
    return this.#entries.length;
  }

  first(): HeapEntry<Subject> | undefined {
    return this.#entries[0];
  }

  /** Whether the first entry's key is at most this limit. */
  isMet(limit: number): boolean {
    const first = this.#entries[0];
    return first !== undefined && first.key <= limit;
  }

  /**
   * The first entry with a key up to the limit that is accepted. Examines those that are not accepted, for the rules of
   * older versions.
   */
  firstWhere(limit: number, accepts: (subject: Subject) => boolean): HeapEntry<Subject> | null {
    const [first] = this.#entries;
    if (first === undefined || first.key > limit) return null;
    if (accepts(first.subject)) return first;
    let best: HeapEntry<Subject> | null = null;
    const open = [1, 2];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const entry = this.#entries[at];
      if (entry === undefined || entry.key > limit || (best !== null && isBefore(best, entry))) continue;
      if (accepts(entry.subject)) best = entry;
      else open.push(2 * at + 1, 2 * at + 2);
    }
    return best;
  }

  add(entry: HeapEntry<Subject>): void {
    this.#rise(this.#entries.push(entry) - 1, entry);
  }

  /** Removes an entry of this heap; does nothing if it is in no heap. */
  remove(entry: HeapEntry<Subject>): void {
    const at = entry.place;
    if (at < 0) return;
    invariant(this.#entries[at] === entry, 'an entry must be removed from its own heap');
    const last = this.#entries.pop();
    entry.place = -1;
    if (last === undefined || last === entry) return;
    this.#rise(this.#sink(at, last), last);
  }

  #rise(from: number, entry: HeapEntry<Subject>): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#entries[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      this.#put(at, above);
      at = parent;
    }
    this.#put(at, entry);
  }

  /** Moves smaller entries up from below this index, and returns the index left free. */
  #sink(from: number, entry: HeapEntry<Subject>): number {
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      const right = this.#entries[left + 1];
      let child = left;
      let below = this.#entries[left];
      if (below !== undefined && right !== undefined && isBefore(right, below)) {
        child = left + 1;
        below = right;
      }
      if (below === undefined || !isBefore(below, entry)) return at;
      this.#put(at, below);
      at = child;
    }
  }

  #put(at: number, entry: HeapEntry<Subject>): void {
    this.#entries[at] = entry;
    entry.place = at;
  }

  /** Every entry, in no order; for audits. */
  all(): readonly HeapEntry<Subject>[] {
    return this.#entries;
  }
}

function isBefore(a: HeapEntry<unknown>, b: HeapEntry<unknown>): boolean {
  return a.key === b.key ? a.id < b.id : a.key < b.key;
}
