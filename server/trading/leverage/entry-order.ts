import type { PositionState } from './position-state.ts';

/** Filled positions of a pair and side, the best entry first, and the sum of their amounts. */
export class EntryOrder {
  readonly #positions: PositionState[] = [];
  #gross = 0;

  get positions(): readonly PositionState[] {
    return this.#positions;
  }

  get gross(): number {
    return this.#gross;
  }

  /** Adds a position, or replaces it by its later state. */
  put(position: PositionState): void {
    const place = this.#placeOf(position);
    const isKnown = this.#positions[place]?.position === position.position;
    if (isKnown) this.remove(position);
    this.#positions.splice(place, 0, position);
    this.#gross += position.amount;
  }

  remove(position: PositionState): void {
    const place = this.findPlace(position);
    if (place === null) return;
    const [removed] = this.#positions.splice(place, 1);
    this.#gross -= removed?.amount ?? 0;
  }

  /** The number of positions that come before this one; null if it is not among them. */
  findPlace(position: PositionState): number | null {
    const place = this.#placeOf(position);
    return this.#positions[place]?.position === position.position ? place : null;
  }

  /** The number of positions that come before this one, by binary search: the price and side of a fill never change. */
  #placeOf(position: PositionState): number {
    let low = 0;
    let high = this.#positions.length;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const other = this.#positions[middle];
      if (other !== undefined && isBefore(other, position)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isBefore(a: PositionState, b: PositionState): boolean {
  return (entryOf(a) - entryOf(b) || a.position - b.position) < 0;
}

function entryOf({ side, price }: PositionState): number {
  return side === 'long' ? (price ?? 0) : 0 - (price ?? 0);
}
