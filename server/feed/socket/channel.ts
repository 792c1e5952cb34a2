import type { Period, ServerMessage } from '@bourse/contract';
import type { SeriesBar } from '../bar-series.ts';
import { type Book, levelChanges } from '../depth.ts';
import type { IndexPriceState } from '../index-prices.ts';
import { periodStart } from '../periods.ts';
import type { MarketViews, Views } from '../views.ts';
import { barOnWire, depthOnWire, indexOnWire, quotationOnWire, tapeRowOnWire } from '../wire.ts';
import { type Connection, encode } from './connection.ts';

/** How often a channel may speak: order books and trades 20 times a second, day quotations and bars 4 times. */
export type Pace = 'fast' | 'slow';

/** What many clients listen to. What a newcomer gets first and what follows come from the same view. */
export abstract class Channel {
  readonly name: string;
  abstract readonly pace: Pace;
  protected readonly views: Views;
  readonly #readers = new Set<Connection>();

  constructor(name: string, views: Views) {
    this.name = name;
    this.views = views;
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  /** Adds a reader and sends it where the channel stands. */
  join(connection: Connection): void {
    if (this.isEmpty) this.restart();
    this.#readers.add(connection);
    for (const message of this.greeting()) connection.send(encode(message));
  }

  leave(connection: Connection): void {
    this.#readers.delete(connection);
  }

  /** Tells all readers what has changed since the last time; each message is encoded once. */
  publish(): void {
    if (this.isEmpty) return;
    for (const message of this.news()) {
      const frame = encode(message);
      for (const connection of this.#readers) connection.send(frame);
    }
  }

  /** Takes the state of this moment as published; nobody listens yet. */
  protected abstract restart(): void;
  protected abstract greeting(): ServerMessage[];
  protected abstract news(): ServerMessage[];
}

/** `MARKET_DEPTH`: the best levels of both sides, then what changed in them; every message names the one before it. */
export class DepthChannel extends Channel {
  readonly pace = 'fast';
  readonly #market: MarketViews;
  readonly #levels: number;
  #published: Book = { bids: [], asks: [] };
  #sequence = 0;
  #revision = -1;

  constructor(name: string, views: Views, market: MarketViews, levels: number) {
    super(name, views);
    this.#market = market;
    this.#levels = levels;
  }

  protected restart(): void {
    this.#published = this.#market.depth.top(this.#levels);
    this.#sequence = this.views.sequence;
    this.#revision = this.#market.depth.revision;
  }

  protected greeting(): ServerMessage[] {
    return [this.#message(this.#published, null)];
  }

  protected news(): ServerMessage[] {
    const { depth } = this.#market;
    if (depth.revision === this.#revision) return [];
    const before = this.#published;
    const previous = this.#sequence;
    const now = depth.top(this.#levels);
    const bids = levelChanges(before.bids, now.bids, 'buy');
    const asks = levelChanges(before.asks, now.asks, 'sell');
    this.#revision = depth.revision;
    if (bids.length === 0 && asks.length === 0) return [];
    this.#published = now;
    this.#sequence = this.views.sequence;
    return [this.#message({ bids, asks }, previous)];
  }

  #message(book: Book, previous: number | null): ServerMessage {
    const { market } = this.#market;
    return {
      type: this.name,
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence: this.#sequence,
      snapshot: previous === null,
      previous_sequence: previous,
      depth: depthOnWire(market, book),
    };
  }
}

/** `GLOBAL_TX`: the latest trades, then the new ones; newest first. */
export class TradesChannel extends Channel {
  readonly pace = 'fast';
  readonly #market: MarketViews;
  #newest = 0;

  constructor(name: string, views: Views, market: MarketViews) {
    super(name, views);
    this.#market = market;
  }

  protected restart(): void {
    this.#newest = this.#market.tape.newest;
  }

  protected greeting(): ServerMessage[] {
    // Trades that the others have not been told of yet come with the next news, for everybody.
    return [
      this.#message(
        true,
        this.#market.tape.latest().filter((row) => row.trade <= this.#newest),
      ),
    ];
  }

  protected news(): ServerMessage[] {
    const { tape } = this.#market;
    if (tape.newest === this.#newest) return [];
    const trades = tape.after(this.#newest);
    this.#newest = tape.newest;
    return [this.#message(false, trades)];
  }

  #message(snapshot: boolean, trades: ReturnType<MarketViews['tape']['latest']>): ServerMessage {
    const { market } = this.#market;
    return {
      type: this.name,
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence: this.views.sequence,
      snapshot,
      completes: trades.map((trade) => tapeRowOnWire(market, trade)),
    };
  }
}

/** `DAY_MARKET`: the rolling day of every market, then of those that changed. */
export class DayMarketChannel extends Channel {
  readonly pace = 'slow';
  readonly #revisions = new Map<number, number>();

  protected restart(): void {
    for (const { market, ticker } of this.views.markets()) this.#revisions.set(market.id, ticker.revision);
  }

  protected greeting(): ServerMessage[] {
    return this.views.markets().map((market) => this.#message(market));
  }

  protected news(): ServerMessage[] {
    const changed = this.views
      .markets()
      .filter(({ market, ticker }) => this.#revisions.get(market.id) !== ticker.revision);
    this.restart();
    return changed.map((market) => this.#message(market));
  }

  #message(views: MarketViews): ServerMessage {
    const { market } = views;
    return {
      type: 'DAY_MARKET',
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence: this.views.sequence,
      quotation: quotationOnWire(views),
    };
  }
}

/** `INDEX`: every index, then those that ticks have told of since. */
export class IndexChannel extends Channel {
  readonly pace = 'fast';
  #told = 0;

  protected restart(): void {
    this.#told = this.views.sequence;
  }

  protected greeting(): ServerMessage[] {
    return [this.#message(true, this.views.indexPrices.all())];
  }

  protected news(): ServerMessage[] {
    const changed = this.views.indexPrices.all().filter(({ sequence }) => sequence > this.#told);
    this.restart();
    return changed.length === 0 ? [] : [this.#message(false, changed)];
  }

  #message(snapshot: boolean, indices: readonly IndexPriceState[]): ServerMessage {
    const { listings, sequence } = this.views;
    return { type: 'INDEX', sequence, snapshot, indices: indices.map((index) => indexOnWire(listings, index)) };
  }
}

/** `KLINE`: the bar that is being built, and each bar once more when it is finished. */
export class KlineChannel extends Channel {
  readonly pace = 'slow';
  readonly #market: MarketViews;
  readonly #period: Period;
  #revision = -1;
  #opening = 0;

  constructor(name: string, views: Views, market: MarketViews, period: Period) {
    super(name, views);
    this.#market = market;
    this.#period = period;
  }

  protected restart(): void {
    this.#revision = this.#market.ticker.revision;
    this.#opening = this.#now();
  }

  protected greeting(): ServerMessage[] {
    return this.#bars(this.#now());
  }

  protected news(): ServerMessage[] {
    const opening = this.#now();
    if (opening === this.#opening && this.#market.ticker.revision === this.#revision) return [];
    const first = this.#opening;
    this.restart();
    return this.#bars(first);
  }

  #now(): number {
    return periodStart(this.#period, Math.floor(this.views.timeMs / 1_000));
  }

  #bars(first: number): ServerMessage[] {
    return this.#market.bars.read(this.#period, first, this.#now()).map((bar) => this.#message(bar));
  }

  #message(bar: SeriesBar): ServerMessage {
    const { market } = this.#market;
    return {
      type: this.name,
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence: this.views.sequence,
      period: this.#period,
      ...barOnWire(market, bar),
    };
  }
}
