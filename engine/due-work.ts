import { invariant } from './invariant.ts';
import type { Capability, DueKind } from './capability.ts';
import type { Event } from './event.ts';
import type { ExchangeState } from './state.ts';

/** How many checks may come with each piece that a command may fire. */
const checksPerPiece = 64;

/** How many pieces, and how many mere checks, a command may still do. */
interface Budget {
  pieces: number;
  checks: number;
}

/**
 * Work that no command asks for: it is due because of what happened, such as a stop order whose price was reached, or
 * because of the time. Each command does a bounded number of pieces, first those that earlier commands left over, then
 * those that it made due itself; so every command takes a bounded time, and what is due first is done first. The core
 * sends clock ticks while some is left.
 *
 * Timers come first, because they were due before this command; then the kinds of the capabilities in their order.
 */
export class DueWork {
  readonly #kinds: readonly DueKind[];
  /** The same without the timers. */
  readonly #conditions: readonly DueKind[];

  constructor(capabilities: readonly Capability[]) {
    this.#conditions = capabilities.flatMap(({ due = [] }) => due);
    this.#kinds = [timersOf(capabilities), ...this.#conditions];
  }

  /** Whether some is left for the next command of any type. */
  isLeft(state: ExchangeState): boolean {
    for (const kind of this.#kinds) if (kind.isDue(state)) return true;
    return false;
  }

  /** Whether the next command may find or make some: where nothing waits, it costs no more than asking this. */
  mayBecomeDue(state: ExchangeState): boolean {
    // Every command asks this. Timers are compared here, so that the call meets as few different functions as possible:
    // a call that meets only one is inlined, and one that meets several would cost each command 5 %.
    if (state.timers.nextAtMs <= state.timeMs) return true;
    for (const kind of this.#conditions) if (kind.mayBecomeDue(state)) return true;
    return false;
  }

  /** Notes what the events from this one on made due. */
  notice(state: ExchangeState, events: readonly Event[], from: number): void {
    for (const kind of this.#kinds) kind.notice(state, events, from);
  }

  /** How much work one command may do. */
  budget(pieces: number): Budget {
    return { pieces, checks: pieces * checksPerPiece };
  }

  /** Does what is due, as far as the budget goes, and takes it off. */
  perform(state: ExchangeState, budget: Budget, events: Event[]): void {
    for (;;) {
      // Asked also when nothing is left of the budget: a kind may then forget what turned out not to be due.
      const kind = this.#kinds.find((one) => one.isDue(state));
      if (kind === undefined || budget.pieces === 0 || budget.checks === 0) return;
      const from = events.length;
      if (kind.doNext(state, events) === 'fired') budget.pieces -= 1;
      else budget.checks -= 1;
      this.notice(state, events, from);
    }
  }
}

/** All timers as one kind of due work. */
function timersOf(capabilities: readonly Capability[]): DueKind {
  const entries = capabilities.flatMap(({ timers = {} }) => Object.entries(timers));
  const kinds = new Map(entries);
  invariant(kinds.size === entries.length, 'two kinds of timers must not have one name');
  const isDue = (state: ExchangeState): boolean => state.timers.nextAtMs <= state.timeMs;
  return {
    mayBecomeDue: isDue,
    // Time has moved before; commands only add timers of the future.
    notice: () => undefined,
    isDue,
    doNext: (state, events) => {
      const timer = state.timers.takeDue(state.timeMs);
      invariant(timer !== null, 'a timer that fires must be due');
      const fire = kinds.get(timer.kind);
      invariant(fire !== undefined, 'a timer must be of a known kind');
      fire(state, timer, events);
      return 'fired';
    },
  };
}
