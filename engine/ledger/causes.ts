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
    return interval !== undefined && n <= interval.to;
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
function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
