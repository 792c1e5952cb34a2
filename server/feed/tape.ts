import type { Side, Traded } from '@bourse/engine';

/** A trade as the tape shows it: price in ticks, quantity in lots, the taker's side. */
export interface TapeTrade {
  readonly trade: number;
  readonly timeMs: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
}

/** The latest trades of one market. */
export class TapeView {
  /** Oldest first; cut back when it has grown to twice its length, so that a trade costs no shift. */
  #trades: TapeTrade[];
  readonly #length: number;

  /** `trades` oldest first. */
  constructor(length: number, trades: readonly TapeTrade[]) {
    this.#length = length;
    this.#trades = trades.slice(-length);
  }

  add(event: Traded, timeMs: number): void {
    if (this.#trades.length >= this.#length * 2) this.#trades = this.#trades.slice(-this.#length + 1);
    const { trade, price, quantity, takerSide } = event;
    this.#trades.push({ trade, timeMs, price, quantity, takerSide });
  }

  /** The latest trades, newest first. */
  latest(): TapeTrade[] {
    return this.#trades.slice(-this.#length).toReversed();
  }

  /** Those of the latest trades that came after the trade with this id, newest first. */
  after(trade: number): TapeTrade[] {
    return this.latest().filter((row) => row.trade > trade);
  }

  /** The id of the newest trade; 0 before the first. */
  get newest(): number {
    return this.#trades.at(-1)?.trade ?? 0;
  }
}
