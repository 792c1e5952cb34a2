/** Something that is to happen at an instant. Timers of one instant fire by kind, then by id, which is the order of acceptance. */
export interface Timer {
  readonly atMs: number;
  /** Names the kind of work, see `timerKinds`. */
  readonly kind: string;
  /** What it is about, in numbers of that kind: the id of a deposit, say. */
  readonly id: number;
}

/**
 * All timers of the exchange in one binary heap, by time, then by kind and id. A timer is never taken
 * out early: a kind whose subject has ended meanwhile does nothing when it fires. The heap is no part of a snapshot: each capability
 * sets the timers of what it loads.
 */
export class Timers {
  readonly #heap: Timer[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** When the first of them is due; Infinity when there is none. */
  get nextAtMs(): number {
    return this.#heap[0]?.atMs ?? Infinity;
  }

  add(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  /** Takes out the first timer, if it is due at this time. */
  takeDue(timeMs: number): Timer | null {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined || first.atMs > timeMs) return null;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  /** All of them, in the order in which they fire; for audits. */
  all(): readonly Timer[] {
    return this.#heap.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  /** Puts a timer in at the top, below all that come before it. */
  #sink(timer: Timer): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = heap[left + 1];
      let child = left;
      let below = heap[left];
      if (below !== undefined && right !== undefined && isBefore(right, below)) {
        child = left + 1;
        below = right;
      }
      if (below === undefined || !isBefore(below, timer)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = timer;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs;
  if (a.kind !== b.kind) return a.kind < b.kind;
  return a.id < b.id;
}
