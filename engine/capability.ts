import type { Event } from './event.ts';
import type { AccountSlot } from './ledger/ledger.ts';
import type { Amount } from './money.ts';
import type { ExchangeState } from './state.ts';
import type { Timer } from './timers.ts';

/** Money that a capability has locked in an account. */
export interface Lock {
  readonly account: AccountSlot;
  readonly amount: Amount;
}

/**
 * One type of snapshot line. Sections are written in the order of the capabilities and their lists, and loaded line by
 * line in the same order.
 */
export interface SnapshotSection {
  readonly type: string;
  /** The lines in a defined order, without their type. */
  write(state: ExchangeState): Iterable<object>;
  /** Restores one line that `write` produced; the snapshot's hash was verified before. */
  load(state: ExchangeState, line: object): void;
}

/** Builds a section from functions that share the type of its lines. */
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
 * Work that no command requests: an event or the passing of time makes it due. Each command does a bounded number of
 * pieces, leftovers of earlier commands first, and the core sends ticks until none is left.
 */
export interface DueKind {
  /**
   * Whether the command may make some work due. Called before every command, so it must cost no more than a comparison
   * or two.
   */
  mayBecomeDue(state: ExchangeState): boolean;
  /** Notes the work that the events from index `from` on have made due. */
  notice(state: ExchangeState, events: readonly Event[], from: number): void;
  /** The first piece of due work, valid until the state changes. May drop candidates that turn out not to be due. */
  next(state: ExchangeState): DuePiece | null;
}

/**
 * Does a piece of due work. Returns `fired` when it changed an account or an order, `checked` when it only examined a
 * candidate. Checks cost far less and have a limit of their own: a mark price that moves past many positions must not
 * need a commit for every few of them.
 */
export type DuePiece = (state: ExchangeState, events: Event[]) => 'fired' | 'checked';

/**
 * The hooks by which a capability takes part in snapshots, audits, due work and timers. Hooks that a capability does
 * not need are omitted.
 */
export interface Capability {
  readonly snapshot: readonly SnapshotSection[];
  /** Runs once all lines are loaded. */
  readonly loaded?: (state: ExchangeState) => void;
  /** Throws `BrokenInvariant` when the capability's state is inconsistent. Reads everything. */
  readonly audit?: (state: ExchangeState) => void;
  /**
   * All amounts that the capability locks. For each account the sum over all capabilities must equal its locked
   * balance.
   */
  readonly locks?: (state: ExchangeState) => Iterable<Lock>;
  readonly due?: readonly DueKind[];
  /** Handlers of the timers that fire, by kind. The subject still exists: a timer is removed together with it. */
  readonly timers?: Readonly<Record<string, (state: ExchangeState, timer: Timer, events: Event[]) => void>>;
  /**
   * Runs when journal time advances by `passedMs`, before any due work. Returns at once when there is nothing to do.
   */
  readonly timePassed?: (state: ExchangeState, events: Event[], passedMs: number) => void;
}
