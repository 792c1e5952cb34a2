import { invariant } from './invariant.ts';
import type { Capability, DueKind, DuePiece } from './capability.ts';
import type { Event } from './event.ts';
import type { ExchangeState } from './state.ts';

/** Number of checks allowed per piece of work that a command may do. */
const checksPerPiece = 64;

/** How many pieces and how many checks a command may still do. */
interface Budget {
  pieces: number;
  checks: number;
}

/**
 * Work that no command requests: an event made it due, such as a price that reached a stop order, or time did. Each
 * command does a bounded number of pieces, leftovers of earlier commands first and then the work that it made due
 * itself, so that a command takes bounded time and work is done in the order in which it became due. The core sends
 * clock ticks while some is left.
 *
 * Timers come first, because they were due before this command; then the kinds of the capabilities in their order.
 */
export class DueWork {
  readonly #kinds: readonly DueKind[];
  /** All kinds except timers. */
  readonly #conditions: readonly DueKind[];

  constructor(capabilities: readonly Capability[]) {
    this.#conditions = capabilities.flatMap(({ due = [] }) => due);
    this.#kinds = [timersOf(capabilities), ...this.#conditions];
  }

  /** Whether work is left for the next command of any type. */
  isLeft(state: ExchangeState): boolean {
    return this.#next(state) !== null;
  }

  /** Whether the next command may find or create due work; when nothing is pending, this check is the only cost. */
  mayBecomeDue(state: ExchangeState): boolean {
    // This runs before every command. Timers are compared here rather than through `#conditions` to keep the call below
    // monomorphic: V8 inlines a call with one target, and several targets would make each command 5 % slower.
    if (state.timers.nextAtMs <= state.timeMs) return true;
    for (const kind of this.#conditions) if (kind.mayBecomeDue(state)) return true;
    return false;
  }

  /** Notes the work that the events from index `from` on have made due. */
  notice(state: ExchangeState, events: readonly Event[], from: number): void {
    for (const kind of this.#kinds) kind.notice(state, events, from);
  }

  /** The limits for one command. */
  budget(pieces: number): Budget {
    return { pieces, checks: pieces * checksPerPiece };
  }

  /** Does due work until none is left or the budget is used up; deducts from the budget. */
  perform(state: ExchangeState, budget: Budget, events: Event[]): void {
    for (;;) {
      // Also runs with an empty budget, because `next` lets a kind drop candidates that turn out not to be due.
      const piece = this.#next(state);
      if (piece === null || budget.pieces === 0 || budget.checks === 0) return;
      const from = events.length;
      if (piece(state, events) === 'fired') budget.pieces -= 1;
      else budget.checks -= 1;
      this.notice(state, events, from);
    }
  }

  #next(state: ExchangeState): DuePiece | null {
    for (const kind of this.#kinds) {
      const piece = kind.next(state);
      if (piece !== null) return piece;
    }
    return null;
  }
}

/** Presents all timers as one kind of due work. */
function timersOf(capabilities: readonly Capability[]): DueKind {
  const entries = capabilities.flatMap(({ timers = {} }) => Object.entries(timers));
  const kinds = new Map(entries);
  invariant(kinds.size === entries.length, 'two kinds of timers must not have the same name');
  const isDue = (state: ExchangeState): boolean => state.timers.nextAtMs <= state.timeMs;
  const fireNext: DuePiece = (state, events) => {
    const timer = state.timers.takeDue(state.timeMs);
    invariant(timer !== null, 'a timer that fires must be due');
    const fire = kinds.get(timer.kind);
    invariant(fire !== undefined, 'a timer must be of a known kind');
    fire(state, timer, events);
    return 'fired';
  };
  return {
    mayBecomeDue: isDue,
    // Time has already advanced, and timers that commands set are read from the heap.
    notice: () => undefined,
    next: (state) => (isDue(state) ? fireNext : null),
  };
}
