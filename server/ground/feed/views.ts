import type { Exchange, MarketId } from '@bourse/engine';
import { CommandNotShown, type Committed } from '../core/index.ts';
import { BalanceView } from './balances.ts';
import { FeeView } from './fees.ts';
import { Listings } from './listings.ts';
import { MarketBoard, type MarketPast, type MarketViews } from './market-board.ts';
import { OpenOrderView } from './open-orders.ts';
import { recoveredOrders } from './order-state.ts';
import type { MinuteCandle } from './ticker.ts';
import { Dispatch, type View } from './view.ts';

/** Called after each command, when the views contain exactly the commands up to it. */
export type CommandListener = (command: Committed) => void;

/**
 * All state that is read and published while trading, as of the last committed command. It is built once from the
 * recovered exchange and the database; afterwards only committed commands change it. All reads are synchronous. The
 * views that every capability builds on are properties; a capability adds its own with a `ViewDefinition`.
 */
export class Views {
  readonly listings: Listings;
  readonly balances: BalanceView;
  readonly fees: FeeView;
  readonly orders: OpenOrderView;
  readonly #board: MarketBoard;
  readonly #dispatch = new Dispatch();
  readonly #afterCommand: (() => void)[] = [];
  readonly #afterBatch: ((timeMs: number) => void)[] = [];
  readonly #listeners: CommandListener[] = [];
  #sequence: number;
  #timeMs: number;

  /** `past` is by market and includes markets that will be listed later; `lastFillMs` is by open order. */
  constructor(exchange: Exchange, past: ReadonlyMap<number, MarketPast>, lastFillMs: ReadonlyMap<number, number>) {
    this.#sequence = exchange.sequence;
    this.#timeMs = exchange.timeMs;
    this.listings = new Listings(exchange);
    this.orders = new OpenOrderView(recoveredOrders(exchange, lastFillMs));
    this.balances = new BalanceView(this.listings, this.orders, exchange.balances());
    this.fees = new FeeView(exchange.feeRules());
    this.#board = new MarketBoard({ exchange, listings: this.listings, orders: this.orders, past });
    // The order matters: balances read an order before the board removes it, and the board opens a market's views after
    // its listing.
    for (const view of [this.listings, this.balances, this.fees, this.#board]) this.add(view);
  }

  /** Adds a view that is up to date with the exchange. Must be called before the first command. */
  add(view: View): void {
    this.#dispatch.add(view);
    if (view.afterCommand !== undefined) this.#afterCommand.push(view.afterCommand);
    if (view.afterBatch !== undefined) this.#afterBatch.push(view.afterBatch);
  }

  /** The journal sequence of the last command in the views. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The journal time of that command, epoch milliseconds. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** The views of a market that occurs in a committed event. Throws if it is unknown. */
  market(id: MarketId): MarketViews {
    return this.#board.market(id);
  }

  findMarket(id: number): MarketViews | undefined {
    return this.#board.find(id);
  }

  /** The views of all markets in id order. */
  markets(): MarketViews[] {
    return this.#board.all();
  }

  /** The price of the last trade in ticks; 0 before the first. */
  lastPrice(id: MarketId): number {
    return this.market(id).ticker.read().close;
  }

  /** Adds one-minute candles of a market that was never traded, in ascending order and later than its existing ones. */
  recordPast(id: MarketId, minutes: readonly MinuteCandle[]): void {
    const { candles, ticker } = this.market(id);
    for (const minute of minutes) {
      ticker.resume(minute);
      candles.resume(minute);
    }
  }

  onCommand(listener: CommandListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Applies committed commands in order.
   *
   * @throws CommandNotShown naming the command whose events a view cannot apply
   */
  apply(commands: readonly Committed[]): void {
    for (const command of commands) {
      this.#sequence = command.sequence;
      this.#timeMs = command.timeMs;
      try {
        for (const event of command.events) this.#dispatch.read(event.type, event, command);
        for (const settle of this.#afterCommand) settle();
        for (const listener of this.#listeners) listener(command);
      } catch (error) {
        throw new CommandNotShown(command.sequence, error);
      }
    }
    for (const passTime of this.#afterBatch) passTime(this.#timeMs);
  }
}

declare module '../parts.ts' {
  interface Parts {
    /** The committed state in memory. */
    readonly views: Views;
  }
}
