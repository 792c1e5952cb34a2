import { tapeLength } from '@bourse/contract';
import type { Event, Exchange, MarketId, OrderId } from '@bourse/engine';
import { assertNever } from '@bourse/engine';
import type { Committed } from '../core/index.ts';
import { BalanceView } from './balances.ts';
import { DepthView } from './depth.ts';
import { FeeView } from './fees.ts';
import { IndexPriceView } from './index-prices.ts';
import { Listings, type Market } from './listings.ts';
import { MarketBars, type BarHistory } from './market-bars.ts';
import { OpenOrderView } from './open-orders.ts';
import { TapeView, type TapeTrade } from './tape.ts';
import { TickerView, type MinuteBar } from './ticker.ts';

/** What a market's views take from the database, all ascending. */
export interface MarketPast extends BarHistory {
  /** The last minute with trades before those of `minutes`, for the price 24 hours ago. */
  readonly minuteBefore: MinuteBar | null;
  /** At most the latest 30. */
  readonly trades: readonly TapeTrade[];
}

/** The live views of one market. */
export interface MarketViews {
  readonly market: Market;
  readonly depth: DepthView;
  readonly tape: TapeView;
  readonly ticker: TickerView;
  readonly bars: MarketBars;
}

/** Told after each command, while the views stand exactly behind that command. */
export type CommandListener = (command: Committed) => void;

const emptyPast: MarketPast = { minutes: [], hours: [], days: [], minuteBefore: null, trades: [] };

/**
 * Everything that is read and published while trading, as of the last committed command. Built once from the recovered exchange and the
 * database; afterwards only committed commands change it. All reads are synchronous.
 */
export class Views {
  readonly listings = new Listings();
  readonly balances: BalanceView;
  readonly fees: FeeView;
  readonly orders: OpenOrderView;
  readonly indexPrices: IndexPriceView;
  readonly #markets = new Map<number, MarketViews>();
  readonly #listeners: CommandListener[] = [];
  readonly #past: ReadonlyMap<number, MarketPast>;
  /** The order that came to the book last, by itself or by being triggered, while it makes its first trades: it is not shown yet. */
  #taking: OrderId | null = null;
  #sequence: number;
  #timeMs: number;

  /** `past` by market, also of markets that are yet to be listed; `lastFillMs` by open order. */
  constructor(exchange: Exchange, past: ReadonlyMap<number, MarketPast>, lastFillMs: ReadonlyMap<number, number>) {
    this.#past = past;
    this.#sequence = exchange.sequence;
    this.#timeMs = exchange.timeMs;
    for (const currency of exchange.currencies()) this.listings.addCurrency(currency);
    for (const listed of exchange.markets()) {
      this.listings.addMarket(listed);
      this.#openMarket(listed.market);
    }
    this.balances = new BalanceView(this.listings, exchange.balances());
    this.fees = new FeeView(exchange.feeRules());
    this.orders = new OpenOrderView(openOrders(exchange, lastFillMs));
    this.indexPrices = new IndexPriceView(exchange.indexPrices());
    for (const order of this.orders.all()) {
      if (order.isWaiting) continue;
      this.market(order.market).depth.add(order.side, order.price, order.quantity - order.filled);
    }
    for (const candle of exchange.openCandles()) {
      const views = this.market(candle.market);
      views.ticker.resume(candle);
      views.bars.resume(candle);
    }
  }

  /** The journal sequence of the last command that the views hold. */
  get sequence(): number {
    return this.#sequence;
  }

  /** The journal time of that command, epoch milliseconds. */
  get timeMs(): number {
    return this.#timeMs;
  }

  /** The views of a market that an event named. */
  market(id: MarketId): MarketViews {
    const views = this.#markets.get(id);
    if (views === undefined) throw new Error(`market ${id} is in an event but was never listed`);
    return views;
  }

  findMarket(id: number): MarketViews | undefined {
    return this.#markets.get(id);
  }

  /** The views of all markets in id order. */
  markets(): MarketViews[] {
    return [...this.#markets.values()].toSorted((a, b) => a.market.id - b.market.id);
  }

  /** The price of the last trade in ticks; 0 before the first. */
  lastPrice(id: MarketId): number {
    return this.market(id).ticker.read().close;
  }

  /** Takes in minutes of a market that has never been traded, ascending, from after those of its past. */
  recordPast(id: MarketId, minutes: readonly MinuteBar[]): void {
    const { bars, ticker } = this.market(id);
    for (const minute of minutes) {
      ticker.resume(minute);
      bars.resume(minute);
    }
  }

  onCommand(listener: CommandListener): void {
    this.#listeners.push(listener);
  }

  /** Takes in committed commands, in order. */
  apply(commands: readonly Committed[]): void {
    for (const command of commands) {
      this.#sequence = command.sequence;
      this.#timeMs = command.timeMs;
      for (const event of command.events) this.#applyEvent(event, command);
      this.#rest();
      for (const listener of this.#listeners) listener(command);
    }
    for (const views of this.#markets.values()) views.ticker.expire(this.#timeMs);
  }

  #applyEvent(event: Event, command: Committed): void {
    this.balances.apply(event);
    switch (event.type) {
      case 'currency_listed':
      case 'market_state_changed':
      case 'market_settings_changed':
        this.listings.apply(event);
        return;
      case 'fee_tier_set':
        this.listings.apply(event);
        this.fees.apply(event);
        return;
      case 'user_fee_tier_set':
      case 'user_fees_set':
        this.fees.apply(event);
        return;
      case 'market_listed':
        this.listings.apply(event);
        this.#openMarket(event.market);
        return;
      case 'order_accepted':
        this.#rest();
        this.orders.accept(event, command.sequence, command.timeMs);
        // A stop order waits out of the book.
        if (event.stopPrice === null) this.#taking = event.order;
        return;
      case 'order_triggered':
        this.#rest();
        this.orders.trigger(event, command.timeMs);
        this.#taking = event.order;
        return;
      case 'traded': {
        const { depth, tape, ticker, bars } = this.market(event.market);
        depth.add(event.takerSide === 'buy' ? 'sell' : 'buy', event.price, 0 - event.quantity);
        tape.add(event, command.timeMs);
        ticker.trade(command.timeMs, event.price, event.quantity);
        bars.trade(command.timeMs, event.price, event.quantity);
        this.orders.trade(event, command.timeMs);
        return;
      }
      case 'order_ended':
        if (event.order === this.#taking) this.#taking = null;
        else if (this.orders.find(event.order)?.isWaiting !== true && event.quantity > event.filled) {
          this.market(event.market).depth.add(event.side, event.price, event.filled - event.quantity);
        }
        this.orders.end(event);
        return;
      case 'index_configured':
      case 'index_updated':
        this.indexPrices.apply(event, command.sequence, command.timeMs);
        return;
      case 'order_reduced':
        this.market(event.market).depth.add(event.side, event.price, 0 - event.reduced);
        this.orders.reduce(event);
        return;
      case 'order_replaced':
      case 'orders_cancelled':
      case 'candle_closed':
      case 'credited':
      case 'debited':
      case 'transferred':
      case 'venue_transferred':
      case 'held':
      case 'hold_settled':
      case 'hold_released':
      case 'cause_repeated':
      case 'rejected':
      case 'request_repeated':
        // Balances are all that these can change, and bars are built from trades.
        return;
      default:
        assertNever(event);
    }
  }

  /** Shows in the book what is left of the order that came last, now that it has made all its first trades. */
  #rest(): void {
    const order = this.#taking === null ? undefined : this.orders.find(this.#taking);
    this.#taking = null;
    if (order === undefined) return;
    this.market(order.market).depth.add(order.side, order.price, order.quantity - order.filled);
  }

  #openMarket(id: MarketId): void {
    const { listings } = this;
    const past = this.#past.get(id) ?? emptyPast;
    const minutes = past.minuteBefore === null ? past.minutes : [past.minuteBefore, ...past.minutes];
    this.#markets.set(id, {
      // Its settings may change; whoever keeps these views sees those of now.
      get market() {
        return listings.market(id);
      },
      depth: new DepthView(),
      tape: new TapeView(tapeLength, past.trades),
      ticker: new TickerView(minutes),
      bars: new MarketBars(past),
    });
  }
}

function* openOrders(exchange: Exchange, lastFillMs: ReadonlyMap<number, number>) {
  for (const order of exchange.openOrders()) {
    yield {
      order: order.order,
      user: order.user,
      market: order.market,
      side: order.side,
      orderType: order.orderType,
      timeInForce: order.timeInForce,
      postOnly: order.postOnly,
      price: order.price,
      quantity: order.quantity,
      quoteAmount: order.quoteAmount,
      stopPrice: order.stopPrice,
      isWaiting: order.stop !== null && order.stop.trigger === null,
      clientOrderId: order.clientOrderId,
      acceptedSequence: order.acceptedSequence,
      acceptedAtMs: order.acceptedAtMs,
      filled: order.filled,
      filledQuote: order.filledQuote,
      fee: order.fee,
      rebate: order.rebate,
      updatedAtMs: lastFillMs.get(order.order) ?? order.stop?.trigger?.timeMs ?? order.acceptedAtMs,
      endReason: null,
    };
  }
}
