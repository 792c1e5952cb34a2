import type { Side, Traded } from '@bourse/engine';

/** A trade on the tape: price in ticks, quantity in lots, the taker's side. */
export interface TapeTrade {
  readonly trade: number;
  readonly timeMs: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
}

/** Collects every trade until `take` removes them; must be ended. */
export interface TapeFollower {
  /** Removes and returns the trades since the last call, oldest first. */
  take(): TapeTrade[];
  end(): void;
}

/** The latest trades of one market. */
export class TapeView {
  /** Oldest first; trimmed when it reaches twice its length, so that adding a trade shifts no array. */
  #trades: TapeTrade[];
  readonly #length: number;
  readonly #followers = new Set<(trade: TapeTrade) => void>();

  /** `trades` are in ascending order, oldest first. */
  constructor(length: number, trades: readonly TapeTrade[]) {
    this.#length = length;
    this.#trades = trades.slice(-length);
  }

  add(event: Traded, timeMs: number): void {
    if (this.#trades.length >= this.#length * 2) this.#trades = this.#trades.slice(-this.#length + 1);
    const { trade, price, quantity, takerSide } = event;
    const row = { trade, timeMs, price, quantity, takerSide };
    this.#trades.push(row);
    for (const follower of this.#followers) follower(row);
  }

  /** Adds trades from before the first live one, oldest first; their ids are negative. */
  precede(past: readonly TapeTrade[]): void {
    this.#trades = [...past, ...this.#trades].slice(-this.#length);
  }

  /** Starts to collect every trade. */
  follow(): TapeFollower {
    let trades: TapeTrade[] = [];
    const follower = (trade: TapeTrade): void => void trades.push(trade);
    this.#followers.add(follower);
    return {
      take: () => {
        const taken = trades;
        trades = [];
        return taken;
      },
      end: () => void this.#followers.delete(follower),
    };
  }

  /** The latest trades, newest first. */
  latest(): TapeTrade[] {
    return this.#trades.slice(-this.#length).toReversed();
  }

  /** The id of the newest trade; 0 before the first. */
  get newest(): number {
    return this.#trades.at(-1)?.trade ?? 0;
  }
}
