import { invariant } from './invariant.ts';

/** Work due at an instant. Timers of the same instant fire in the order of the commands that set them. */
export interface Timer {
  /** In the time of the clock that the timer was set by. */
  readonly atMs: number;
  /** The sequence of the command that set the timer. */
  readonly sequence: number;
  /** The kind of work, as a capability registers it. All timers of a kind are set by the same clock. */
  readonly kind: string;
  /** The subject within the kind, such as the id of a deposit. A subject has at most one timer of each kind. */
  readonly id: number;
}

/** Wall time is journal time; open time leaves out the stops of the exchange, see `stop`. */
export type TimerClock = 'wall' | 'open';

/**
 * All timers of the exchange, ordered by time, then by the sequence of the commands that set them, then by kind and id.
 * A timer is removed when its subject ends early, so every timer belongs to an existing subject. Snapshots therefore
 * omit the timers: each capability sets those of the subjects that it loads.
 */
export class Timers {
  readonly #wall = new TimerHeap();
  readonly #open = new TimerHeap();
  #closedMs = 0;
  #nextAtMs = Infinity;

  /** Number of timers of a kind; for audits. */
  count(kind: string): number {
    return this.#wall.count(kind) + this.#open.count(kind);
  }

  /** When the earliest timer is due, in journal time; Infinity without timers. */
  get nextAtMs(): number {
    return this.#nextAtMs;
  }

  /** The sum of all stops: journal time less open time. */
  get closedMs(): number {
    return this.#closedMs;
  }

  /** Leaves a stop of the exchange out of open time: all timers of the open clock are due this much later. */
  stop(ms: number): void {
    this.#closedMs += ms;
    this.#refresh();
  }

  add(timer: Timer, clock: TimerClock = 'wall'): void {
    (clock === 'open' ? this.#open : this.#wall).add(timer);
    this.#refresh();
  }

  /** When the timer of a subject fires, in the time of its clock; undefined without one. */
  find(kind: string, id: number): number | undefined {
    return this.#wall.find(kind, id) ?? this.#open.find(kind, id);
  }

  /** Removes the timer of a subject, which must have one. */
  remove(kind: string, id: number): void {
    (this.#wall.find(kind, id) === undefined ? this.#open : this.#wall).remove(kind, id);
    this.#refresh();
  }

  /** Removes and returns the earliest timer if it is due at this journal time. */
  takeDue(timeMs: number): Timer | null {
    if (this.#nextAtMs > timeMs) return null;
    const timer = (this.#isOpenNext() ? this.#open : this.#wall).takeFirst();
    this.#refresh();
    return timer;
  }

  #isOpenNext(): boolean {
    const [wall, open] = [this.#wall.first, this.#open.first];
    if (wall === undefined || open === undefined) return wall === undefined;
    return isBefore({ ...open, atMs: open.atMs + this.#closedMs }, wall);
  }

  /** Every command reads the next time, so it is stored. */
  #refresh(): void {
    this.#nextAtMs = Math.min(
      this.#wall.first?.atMs ?? Infinity,
      (this.#open.first?.atMs ?? Infinity) + this.#closedMs,
    );
  }
}

/** The timers of one clock as a binary heap. */
class TimerHeap {
  readonly #heap: Timer[] = [];
  /** The heap index of each timer. */
  readonly #places = new Map<string, number>();

  get first(): Timer | undefined {
    return this.#heap[0];
  }

  count(kind: string): number {
    return this.#heap.filter((timer) => timer.kind === kind).length;
  }

  add(timer: Timer): void {
    invariant(!this.#places.has(keyOf(timer.kind, timer.id)), 'a subject must have at most one timer of a kind');
    this.#rise(this.#heap.push(timer) - 1, timer);
  }

  find(kind: string, id: number): number | undefined {
    const at = this.#places.get(keyOf(kind, id));
    return at === undefined ? undefined : this.#heap[at]?.atMs;
  }

  remove(kind: string, id: number): void {
    const at = this.#places.get(keyOf(kind, id));
    invariant(at !== undefined, 'a timer that is removed must be set');
    this.#takeOut(at);
  }

  takeFirst(): Timer | null {
    const first = this.#heap[0];
    if (first === undefined) return null;
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
