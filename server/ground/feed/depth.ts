import type { Side } from '@bourse/engine';

/** A price level: price in ticks and the resting quantity in lots. */
export type Level = readonly [price: number, lots: number];

/** Both sides of a book, best first. */
export interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The aggregated order book of one market as of the last committed command. */
export class DepthView {
  readonly #bids = new SideLevels(1);
  readonly #asks = new SideLevels(-1);
  /** Incremented by every change, so that a publisher can skip an unchanged book. */
  revision = 0;

  /** Adds `lots` (negative to remove) at a price. Throws if a level would become negative. */
  add(side: Side, price: number, lots: number): void {
    this.#side(side).add(price, lots);
    this.revision += 1;
  }

  /** The best `limit` levels of each side. */
  top(limit: number): Book {
    return { bids: this.#bids.top(limit), asks: this.#asks.top(limit) };
  }

  #side(side: Side): SideLevels {
    return side === 'buy' ? this.#bids : this.#asks;
  }
}

/**
 * The changes that turn one window of levels into the next: new and changed levels with their lots, removed levels with
 * 0. Best price first.
 */
export function levelChanges(before: readonly Level[], after: readonly Level[], side: Side): Level[] {
  const better = side === 'buy' ? (a: number, b: number) => a > b : (a: number, b: number) => a < b;
  const changes: Level[] = [];
  let i = 0;
  for (const level of after) {
    let old = before[i];
    while (old !== undefined && better(old[0], level[0])) {
      changes.push([old[0], 0]);
      i += 1;
      old = before[i];
    }
    if (old?.[0] === level[0]) {
      if (old[1] !== level[1]) changes.push(level);
      i += 1;
    } else {
      changes.push(level);
    }
  }
  for (const old of before.slice(i)) changes.push([old[0], 0]);
  return changes;
}

/** The levels of one side. Prices are sorted with the best at the end, where nearly all changes happen. */
class SideLevels {
  readonly #lots = new Map<number, number>();
  readonly #prices: number[] = [];
  /** 1 if a higher price is better, −1 if a lower one is. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(price: number, lots: number): void {
    const before = this.#lots.get(price);
    const after = (before ?? 0) + lots;
    if (after < 0) throw new Error(`the level at ${price} would hold ${after} lots`);
    if (after === 0) {
      if (before === undefined) return;
      this.#lots.delete(price);
      this.#prices.splice(this.#position(price), 1);
      return;
    }
    if (before === undefined) this.#prices.splice(this.#position(price), 0, price);
    this.#lots.set(price, after);
  }

  top(limit: number): Level[] {
    const levels: Level[] = [];
    for (let i = this.#prices.length - 1; i >= 0 && levels.length < limit; i -= 1) {
      const price = this.#prices[i];
      const lots = price === undefined ? undefined : this.#lots.get(price);
      if (price !== undefined && lots !== undefined) levels.push([price, lots]);
    }
    return levels;
  }

  /** The index of the price, or the one at which to insert it. */
  #position(price: number): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#prices[middle];
      if (at !== undefined && (at - price) * this.#sign < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
