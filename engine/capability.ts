import type { Event } from './event.ts';
import type { AccountSlot } from './ledger/ledger.ts';
import type { Amount } from './money.ts';
import type { ExchangeState } from './state.ts';
import type { Timer } from './timers.ts';

/** Money that something of a capability locks in an account. */
export interface Lock {
  readonly account: AccountSlot;
  readonly amount: Amount;
}

/**
 * One type of lines of a snapshot. Sections are written in the order of the capabilities and their lists, and read line
 * by line in the order in which they were written.
 */
export interface SnapshotSection {
  readonly type: string;
  /** The lines in a defined order, without their type. */
  write(state: ExchangeState): Iterable<object>;
  /** Takes in a line that was written so; the snapshot's hash was verified before. */
  load(state: ExchangeState, line: object): void;
}

/** A section whose lines have this form. */
export function section<Line extends object>(
  type: string,
  write: (state: ExchangeState) => Iterable<Line>,
  load: (state: ExchangeState, line: Line) => void,
): SnapshotSection {
  return {
    type,
    write,
    load: (state, line) => {
      load(state, line as Line);
    },
  };
}

/**
 * A kind of work that no command asks for: it becomes due by what happened or by time. Each command does a bounded
 * number of pieces of it, first those left over by commands before, and the core sends ticks until none is left.
 */
export interface DueKind {
  /** Whether a command may make some of it due: asked before every command, so it costs a comparison or two. */
  mayBecomeDue(state: ExchangeState): boolean;
  /** Notes what the events from this one on made due. */
  notice(state: ExchangeState, events: readonly Event[], from: number): void;
  /** Whether some of it is due. May forget what turned out not to be. */
  isDue(state: ExchangeState): boolean;
  /**
   * Does the first piece of what is due. `fired` when it changed something; `checked` when it only looked, which costs
   * far less and is bounded apart: a mark that moves past many positions must not need a commit for every few of them.
   */
  doNext(state: ExchangeState, events: Event[]): 'fired' | 'checked';
}

/**
 * How one part of the exchange takes part in what all parts share. Everything that a capability does not have is left
 * out.
 */
export interface Capability {
  readonly snapshot: readonly SnapshotSection[];
  /** Runs when all lines are loaded. */
  readonly loaded?: (state: ExchangeState) => void;
  /** Throws `BrokenInvariant` where the capability's state contradicts itself. Reads everything. */
  readonly audit?: (state: ExchangeState) => void;
  /** All that it locks; the sum over all capabilities must equal what is locked, account by account. */
  readonly locks?: (state: ExchangeState) => Iterable<Lock>;
  readonly due?: readonly DueKind[];
  /** What timers of these kinds do. The subject still exists: a timer is removed with it. */
  readonly timers?: Readonly<Record<string, (state: ExchangeState, timer: Timer, events: Event[]) => void>>;
  /** Runs when journal time moves on, before any due work. Returns at once when there is nothing to do. */
  readonly timePassed?: (state: ExchangeState, events: Event[]) => void;
}
