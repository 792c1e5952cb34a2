/** Consecutive numbers, both ends included. */
export interface NumberInterval {
  readonly from: number;
  readonly to: number;
}

/** Enough for all numbers that a server leaves out in a year. */
const defaultMaximum = 1024;

/**
 * The numbers that were used, permanently. They are dense, so a few intervals are stored rather than a set. Beyond
 * `maximum` intervals the two lowest are joined: the numbers between them, which were left out long ago, count as used.
 */
export class UsedNumbers {
  readonly #maximum: number;
  /** Ascending, disjoint and not adjacent. */
  readonly #intervals: NumberInterval[] = [];

  constructor(maximum = defaultMaximum) {
    this.#maximum = maximum;
  }

  has(n: number): boolean {
    const interval = this.#intervals[this.#endOf(n) - 1];
    return interval !== undefined && n <= interval.to && Number.isInteger(n);
  }

  /** Adds a number for which `has` is false. */
  add(n: number): void {
    this.load({ from: n, to: n });
  }

  /** Adds an interval of unused numbers. */
  load({ from, to }: NumberInterval): void {
    const intervals = this.#intervals;
    const at = this.#endOf(from);
    const before = intervals[at - 1];
    const after = intervals[at];
    const joinsBefore = before !== undefined && before.to + 1 === from;
    const joinsAfter = after !== undefined && to + 1 === after.from;
    const joined = { from: joinsBefore ? before.from : from, to: joinsAfter ? after.to : to };
    intervals.splice(joinsBefore ? at - 1 : at, Number(joinsBefore) + Number(joinsAfter), joined);
    const [first, second] = intervals;
    if (intervals.length <= this.#maximum || first === undefined || second === undefined) return;
    intervals.splice(0, 2, { from: first.from, to: second.to });
  }

  intervals(): readonly NumberInterval[] {
    return this.#intervals;
  }

  /** The number of intervals that begin at or before n; from the end, where new numbers are. */
  #endOf(n: number): number {
    let at = this.#intervals.length;
    for (let last = this.#intervals[at - 1]; last !== undefined && last.from > n; last = this.#intervals[at - 1])
      at -= 1;
    return at;
  }
}
