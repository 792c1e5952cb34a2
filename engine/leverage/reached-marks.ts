import type { MarketId } from '../identifiers.ts';

/** A mark of a pair for which some row may have work, with the command that set it. */
export interface ReachedMark {
  readonly market: MarketId;
  readonly mark: number | null;
  readonly sequence: number;
  /**
   * The time of the oldest observation that the mark is computed from. Null without a mark, and in older versions for a
   * mark that time or a configuration set: it counts as later than every observation.
   */
  readonly observedAtMs: number | null;
}

/** A mark with the first row that has work at it. */
export interface Found<Row> {
  readonly reached: ReachedMark;
  readonly row: Row;
}

/**
 * The marks with work, oldest first. Up to `ordersFrom` no order or close waits for any of them, and up to `stopsFrom`
 * no row has a threshold that one of them meets, so that work is searched behind these places only. Both follow from
 * the rows and are not stored.
 */
export class ReachedMarks {
  readonly #marks: ReachedMark[] = [];
  #ordersFrom = 0;
  #stopsFrom = 0;

  get size(): number {
    return this.#marks.length;
  }

  all(): readonly ReachedMark[] {
    return this.#marks;
  }

  first(): ReachedMark | undefined {
    return this.#marks[0];
  }

  push(reached: ReachedMark): void {
    this.#marks.push(reached);
  }

  dropFirst(): void {
    this.#marks.shift();
    this.#ordersFrom = Math.max(0, this.#ordersFrom - 1);
    this.#stopsFrom = Math.max(0, this.#stopsFrom - 1);
  }

  /** The first mark for which an order or a close waits, by a function that finds the row of a mark. */
  firstWithOrder<Row>(find: (reached: ReachedMark) => Row | null): Found<Row> | null {
    const found = this.#search(this.#ordersFrom, find);
    this.#ordersFrom = found.at;
    return found.first;
  }

  /** The first mark that meets the threshold of a row, by a function that finds the row of a mark. */
  firstWithStop<Row>(find: (reached: ReachedMark) => Row | null): Found<Row> | null {
    const found = this.#search(this.#stopsFrom, find);
    this.#stopsFrom = found.at;
    return found.first;
  }

  /** The marks for which an order or a close may wait. */
  withOrders(): readonly ReachedMark[] {
    return this.#marks.slice(this.#ordersFrom);
  }

  /** The marks that may meet the threshold of a row. */
  withStops(): readonly ReachedMark[] {
    return this.#marks.slice(this.#stopsFrom);
  }

  /** Searches for stops again from the first mark that meets the threshold of an order that had none. */
  searchStopsAgain(isMet: (reached: ReachedMark) => boolean): void {
    const at = this.#marks.findIndex(isMet);
    if (at >= 0) this.#stopsFrom = Math.min(this.#stopsFrom, at);
  }

  #search<Row>(
    from: number,
    find: (reached: ReachedMark) => Row | null,
  ): { readonly at: number; readonly first: Found<Row> | null } {
    for (let at = from; ; at += 1) {
      const reached = this.#marks[at];
      if (reached === undefined) return { at, first: null };
      const row = find(reached);
      if (row !== null) return { at, first: { reached, row } };
    }
  }
}
