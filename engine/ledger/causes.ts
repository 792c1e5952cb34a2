/** Commands that an external cause can trigger once. Each command counts its causes separately. */
export const causedCommands = [
  'credit',
  'debit',
  'release_hold',
  'settle_hold',
  'venue_transfer',
  'credit_deposit',
  'reverse_credit',
  'settle_debt',
  'send',
  'attach_agent',
  'detach_agent',
  'pay_commission',
  'drop_commission',
] as const;
export type CausedCommand = (typeof causedCommands)[number];

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The booked external causes of one source. */
export interface BookedCauses {
  readonly source: string;
  /** Intervals of numbers: ascending, disjoint and not adjacent; both ends are inclusive. */
  readonly intervals: readonly (readonly [number, number])[];
}

/**
 * Records permanently which external causes `(source, n)` have been booked. The numbers of a source are consecutive, so
 * a few intervals are stored rather than a set.
 */
export class Causes {
  private readonly sources = new Map<string, Interval[]>();

  has(source: string, n: number): boolean {
    const intervals = this.sources.get(source);
    if (intervals === undefined) return false;
    const interval = intervals[positionOf(intervals, n) - 1];
    return interval !== undefined && n <= interval.to && Number.isInteger(n);
  }

  /** Records a cause for which `has` is false. */
  add(source: string, n: number): void {
    this.addInterval(source, n, n);
  }

  /** Records an interval that does not overlap a known one. */
  addInterval(source: string, from: number, to: number): void {
    let intervals = this.sources.get(source);
    if (intervals === undefined) {
      intervals = [];
      this.sources.set(source, intervals);
    }
    const at = positionOf(intervals, from);
    const before = intervals[at - 1];
    const after = intervals[at];
    const joinsBefore = before !== undefined && before.to + 1 === from;
    const joinsAfter = after !== undefined && to + 1 === after.from;
    const joined = { from: joinsBefore ? before.from : from, to: joinsAfter ? after.to : to };
    intervals.splice(joinsBefore ? at - 1 : at, Number(joinsBefore) + Number(joinsAfter), joined);
  }

  /** All sources by name. */
  *booked(): Generator<BookedCauses> {
    for (const source of [...this.sources.keys()].toSorted(byCodeUnits)) {
      const intervals = this.sources.get(source) ?? [];
      yield { source, intervals: intervals.map(({ from, to }) => [from, to] as const) };
    }
  }
}

/** Whether this is a valid external cause: a non-empty source and a whole number from 1. */
export function isCause(source: string, n: number): boolean {
  return source !== '' && Number.isSafeInteger(n) && n >= 1;
}

/** Empty records for all caused commands. */
export function noCauses(): Record<CausedCommand, Causes> {
  return {
    credit: new Causes(),
    debit: new Causes(),
    release_hold: new Causes(),
    settle_hold: new Causes(),
    venue_transfer: new Causes(),
    credit_deposit: new Causes(),
    reverse_credit: new Causes(),
    settle_debt: new Causes(),
    send: new Causes(),
    attach_agent: new Causes(),
    detach_agent: new Causes(),
    pay_commission: new Causes(),
    drop_commission: new Causes(),
  };
}

/** The number of intervals that begin at or before n. */
function positionOf(intervals: readonly Interval[], n: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const interval = intervals[middle];
    if (interval !== undefined && interval.from <= n) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares by code units, which unlike a locale comparison gives the same order on every machine. */
export function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
