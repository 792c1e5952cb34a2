import { tapeLength } from '@bourse/contract/markets';
import type { Exchange, MarketId, OrderId } from '@bourse/engine';
import { DepthView } from './depth.ts';
import type { Listings, Market } from './listings.ts';
import { type CandleHistory, MarketCandles } from './market-candles.ts';
import type { OpenOrderView } from './open-orders.ts';
import { TapeView, type TapeTrade } from './tape.ts';
import { type MinuteCandle, TickerView } from './ticker.ts';
import type { EventReaders, View } from './view.ts';

/** The history of a market that its views load from the database, ascending. */
export interface MarketPast extends CandleHistory {
  /** The last minute with trades before those in `minutes`; it gives the price 24 hours ago. */
  readonly minuteBefore: MinuteCandle | null;
  /** The latest trades, at most 30. */
  readonly trades: readonly TapeTrade[];
}

/** The live views of one market. */
export interface MarketViews {
  readonly market: Market;
  readonly depth: DepthView;
  readonly tape: TapeView;
  readonly ticker: TickerView;
  readonly candles: MarketCandles;
}

interface BoardParts {
  readonly exchange: Exchange;
  readonly listings: Listings;
  readonly orders: OpenOrderView;
  /** The history by market; includes markets that will be listed later. */
  readonly past: ReadonlyMap<number, MarketPast>;
}

const emptyPast: MarketPast = { minutes: [], hours: [], days: [], minuteBefore: null, trades: [] };

/** The open orders of the exchange, and the book, tape, ticker and candles of every market. */
export class MarketBoard implements View {
  readonly #listings: Listings;
  readonly #orders: OpenOrderView;
  readonly #past: ReadonlyMap<number, MarketPast>;
  readonly #markets = new Map<number, MarketViews>();
  /**
   * The order that was placed or triggered last, while it makes its first trades as a taker; it is not in the book yet.
   */
  #taking: OrderId | null = null;

  constructor({ exchange, listings, orders, past }: BoardParts) {
    this.#listings = listings;
    this.#orders = orders;
    this.#past = past;
    for (const { market } of exchange.markets()) this.#open(market);
    for (const order of orders.all()) {
      if (order.isWaiting) continue;
      this.market(order.market).depth.add(order.side, order.price, order.quantity - order.filled);
    }
    for (const candle of exchange.openCandles()) {
      const { ticker, candles } = this.market(candle.market);
      ticker.resume(candle);
      candles.resume(candle);
    }
  }

  readonly reads: EventReaders = {
    market_listed: (event) => {
      this.#open(event.market);
    },
    order_accepted: (event, { sequence, timeMs }) => {
      this.#showTaking();
      this.#orders.accept(event, sequence, timeMs);
      // A stop order waits outside the book.
      if (event.stopPrice === null) this.#taking = event.order;
    },
    order_triggered: (event, { timeMs }) => {
      this.#showTaking();
      this.#orders.trigger(event, timeMs);
      this.#taking = event.order;
    },
    traded: (event, { timeMs }) => {
      const { depth, tape, ticker, candles } = this.market(event.market);
      depth.add(event.takerSide === 'buy' ? 'sell' : 'buy', event.price, 0 - event.quantity);
      tape.add(event, timeMs);
      ticker.trade(timeMs, event.price, event.quantity);
      candles.trade(timeMs, event.price, event.quantity);
      this.#orders.trade(event, timeMs);
    },
    order_reduced: (event) => {
      this.market(event.market).depth.add(event.side, event.price, 0 - event.reduced);
      this.#orders.reduce(event);
    },
    order_ended: (event, { timeMs }) => {
      const order = this.#orders.open(event.order);
      if (event.order === this.#taking) this.#taking = null;
      else if (!order.isWaiting && order.quantity > order.filled) {
        this.market(event.market).depth.add(order.side, order.price, order.filled - order.quantity);
      }
      this.#orders.end(order, event.reason, timeMs);
    },
  };

  readonly afterCommand = (): void => {
    this.#showTaking();
  };

  readonly afterBatch = (timeMs: number): void => {
    this.#orders.forgetEnded();
    for (const { ticker } of this.#markets.values()) ticker.expire(timeMs);
  };

  /** The views of a market that occurs in a committed event. Throws if it is unknown. */
  market(id: MarketId): MarketViews {
    const views = this.#markets.get(id);
    if (views === undefined) throw new Error(`market ${id} is in an event but was never listed`);
    return views;
  }

  find(id: number): MarketViews | undefined {
    return this.#markets.get(id);
  }

  /** The views of all markets in id order. */
  all(): MarketViews[] {
    return [...this.#markets.values()].toSorted((a, b) => a.market.id - b.market.id);
  }

  /** Adds the remainder of the latest order to the book once its first trades are done. */
  #showTaking(): void {
    const order = this.#taking === null ? undefined : this.#orders.find(this.#taking);
    this.#taking = null;
    if (order === undefined) return;
    this.market(order.market).depth.add(order.side, order.price, order.quantity - order.filled);
  }

  #open(id: MarketId): void {
    const listings = this.#listings;
    const past = this.#past.get(id) ?? emptyPast;
    const minutes = past.minuteBefore === null ? past.minutes : [past.minuteBefore, ...past.minutes];
    this.#markets.set(id, {
      // A getter, so that callers that keep this object see the current settings.
      get market() {
        return listings.market(id);
      },
      depth: new DepthView(),
      tape: new TapeView(tapeLength, past.trades),
      ticker: new TickerView(minutes),
      candles: new MarketCandles(past),
    });
  }
}
