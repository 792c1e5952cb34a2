/** Commands that one outside cause can bring about once. Each counts its causes apart from the others. */
export const causedCommands = ['credit', 'debit', 'release_hold', 'settle_hold', 'venue_transfer'] as const;
export type CausedCommand = (typeof causedCommands)[number];

interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The outside causes that were booked, of one source. */
export interface BookedCauses {
  readonly source: string;
  /** Ascending, disjoint and not adjacent: [from, to] both inclusive. */
  readonly intervals: readonly (readonly [number, number])[];
}

/**
 * Which outside causes of money, `(source, n)`, were booked; for ever. The numbers of a source are dense, so what is
 * remembered is a few intervals rather than a set.
 */
export class Causes {
  private readonly sources = new Map<string, Interval[]>();

  has(source: string, n: number): boolean {
    const intervals = this.sources.get(source);
    if (intervals === undefined) return false;
    const interval = intervals[positionOf(intervals, n) - 1];
    return interval !== undefined && n <= interval.to && Number.isInteger(n);
  }

  /** Remembers a cause that `has` does not know. */
  add(source: string, n: number): void {
    this.addInterval(source, n, n);
  }

  /** Remembers a whole interval that overlaps none that is known. */
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

/** Whether this can name an outside cause: a source that is not empty, and a whole number from 1. */
export function isCause(source: string, n: number): boolean {
  return source !== '' && Number.isSafeInteger(n) && n >= 1;
}

/** Nothing booked yet. */
export function noCauses(): Record<CausedCommand, Causes> {
  return {
    credit: new Causes(),
    debit: new Causes(),
    release_hold: new Causes(),
    settle_hold: new Causes(),
    venue_transfer: new Causes(),
  };
}

/** How many intervals begin at or before n. */
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

/** The same order everywhere, whatever the language of the machine. */
export function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
