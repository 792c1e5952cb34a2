import { invariant } from './invariant.ts';

/** Work due at an instant. Timers of the same instant fire in the order of the commands that set them. */
export interface Timer {
  readonly atMs: number;
  /** The sequence of the command that set the timer. */
  readonly sequence: number;
  /** The kind of work, as a capability registers it. */
  readonly kind: string;
  /** The subject within the kind, such as the id of a deposit. A subject has at most one timer of each kind. */
  readonly id: number;
}

/**
 * All timers of the exchange in one binary heap, ordered by time, then by the sequence of the commands that set them,
 * then by kind and id. A timer is removed when its subject ends early, so every timer belongs to an existing subject.
 * Snapshots therefore omit the heap: each capability sets the timers of the subjects that it loads.
 */
export class Timers {
  readonly #heap: Timer[] = [];
  /** The heap index of each timer. */
  readonly #places = new Map<string, number>();

  /** Number of timers of a kind; for audits. */
  count(kind: string): number {
    return this.#heap.filter((timer) => timer.kind === kind).length;
  }

  /** When the earliest timer is due; Infinity without timers. */
  get nextAtMs(): number {
    return this.#heap[0]?.atMs ?? Infinity;
  }

  add(timer: Timer): void {
    invariant(!this.#places.has(keyOf(timer.kind, timer.id)), 'a subject must have at most one timer of a kind');
    this.#rise(this.#heap.push(timer) - 1, timer);
  }

  /** When the timer of a subject fires; undefined without one. */
  find(kind: string, id: number): number | undefined {
    const at = this.#places.get(keyOf(kind, id));
    return at === undefined ? undefined : this.#heap[at]?.atMs;
  }

  /** Removes the timer of a subject, which must have one. */
  remove(kind: string, id: number): void {
    const at = this.#places.get(keyOf(kind, id));
    invariant(at !== undefined, 'a timer that is removed must be set');
    this.#takeOut(at);
  }

  /** Removes and returns the earliest timer if it is due at this time. */
  takeDue(timeMs: number): Timer | null {
    const first = this.#heap[0];
    if (first === undefined || first.atMs > timeMs) return null;
    this.#takeOut(0);
    return first;
  }

  #takeOut(at: number): void {
    const timer = this.#heap[at];
    const last = this.#heap.pop();
    if (timer === undefined || last === undefined) return;
    this.#places.delete(keyOf(timer.kind, timer.id));
    if (last === timer) return;
    // The last timer fills the gap and moves from there to its place in the order.
    this.#rise(this.#sink(at, last), last);
  }

  /** Moves a timer up from an index to its place in the order. */
  #rise(from: number, timer: Timer): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#heap[parent];
      if (above === undefined || !isBefore(timer, above)) break;
      this.#put(at, above);
      at = parent;
    }
    this.#put(at, timer);
  }

  /** Moves timers that fire earlier up from below this index, and returns the index left free. */
  #sink(from: number, timer: Timer): number {
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      const right = this.#heap[left + 1];
      let child = left;
      let below = this.#heap[left];
      if (below !== undefined && right !== undefined && isBefore(right, below)) {
        child = left + 1;
        below = right;
      }
      if (below === undefined || !isBefore(below, timer)) return at;
      this.#put(at, below);
      at = child;
    }
  }

  #put(at: number, timer: Timer): void {
    this.#heap[at] = timer;
    this.#places.set(keyOf(timer.kind, timer.id), at);
  }
}

function keyOf(kind: string, id: number): string {
  return `${kind} ${id}`;
}

function isBefore(a: Timer, b: Timer): boolean {
  if (a.atMs !== b.atMs) return a.atMs < b.atMs;
  if (a.sequence !== b.sequence) return a.sequence < b.sequence;
  if (a.kind !== b.kind) return a.kind < b.kind;
  return a.id < b.id;
}
