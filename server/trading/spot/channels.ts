import type { ServerMessage } from '@bourse/contract/capabilities';
import {
  type Book,
  Channel,
  depthOnWire,
  type Level,
  levelChanges,
  marketBySymbol,
  type MarketViews,
  type PublicChannel,
  Recent,
  type TapeFollower,
  type TapeTrade,
  tapeRowOnWire,
  type Views,
} from '../../ground/feed/index.ts';

/** A reconnecting client that missed more trades than this gets the latest trades, as a new subscriber does. */
const maxTradesMissed = 200;

/** Level changes remembered per market, so that reconnecting clients can resume. */
const levelsKept = 4_096;

interface LevelChange {
  readonly sequence: number;
  readonly side: keyof Book;
  readonly level: Level;
}

/**
 * `MARKET_DEPTH`: the best levels of both sides, then the changed levels. Every message has the sequence of the
 * previous one.
 */
export class DepthChannel extends Channel {
  readonly pace = 'fast';
  readonly #market: MarketViews;
  readonly #levels: number;
  #published: Book = { bids: [], asks: [] };
  #revision = -1;
  #changes = new Recent<LevelChange>(levelsKept, 0);

  constructor(name: string, views: Views, market: MarketViews, levels: number) {
    super(name, views);
    this.#market = market;
    this.#levels = levels;
  }

  protected restart(): void {
    this.#published = this.#market.depth.top(this.#levels);
    this.#revision = this.#market.depth.revision;
    this.#changes = new Recent(levelsKept, this.views.sequence);
  }

  protected greet(): ServerMessage[] {
    return [this.#message(this.#published, this.position, null)];
  }

  protected advance(): ServerMessage[] {
    const { depth } = this.#market;
    const { sequence } = this.views;
    if (depth.revision === this.#revision) return [];
    const before = this.#published;
    const now = depth.top(this.#levels);
    const bids = levelChanges(before.bids, now.bids, 'buy');
    const asks = levelChanges(before.asks, now.asks, 'sell');
    this.#revision = depth.revision;
    if (bids.length === 0 && asks.length === 0) return [];
    this.#published = now;
    for (const level of bids) this.#changes.add({ sequence, side: 'bids', level });
    for (const level of asks) this.#changes.add({ sequence, side: 'asks', level });
    return [this.#message({ bids, asks }, sequence, this.position)];
  }

  /** All changes since `sequence` in one message; null if the whole book is shorter. */
  protected missed(sequence: number): ServerMessage[] | null {
    if (!this.#changes.has(sequence)) return null;
    const changes = this.#changes.after(sequence) ?? [];
    if (changes.length === 0) return [];
    const bids = newest(changes, 'bids', -1);
    const asks = newest(changes, 'asks', 1);
    const whole = this.#published.bids.length + this.#published.asks.length;
    if (bids.length + asks.length > whole) return null;
    return [this.#message({ bids, asks }, this.position, sequence)];
  }

  #message(book: Book, sequence: number, previous: number | null): ServerMessage {
    const { market } = this.#market;
    return {
      type: this.name,
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence,
      snapshot: previous === null,
      previous_sequence: previous,
      depth: depthOnWire(market, book),
    };
  }
}

/** The last change of each level of a side, best first; `direction` is 1 if the lowest price is best. */
function newest(changes: readonly LevelChange[], side: keyof Book, direction: 1 | -1): Level[] {
  const levels = new Map<number, Level>();
  for (const change of changes) if (change.side === side) levels.set(change.level[0], change.level);
  return [...levels.values()].toSorted(([a], [b]) => (a - b) * direction);
}

/** `GLOBAL_TX`: the latest trades, then every new trade; newest first. */
export class TradesChannel extends Channel {
  readonly pace = 'fast';
  override readonly collapses = false;
  readonly #market: MarketViews;
  #following: TapeFollower | null = null;
  #newest = 0;
  #recent = new Recent<{ readonly sequence: number; readonly trade: TapeTrade }>(maxTradesMissed, 0);

  constructor(name: string, views: Views, market: MarketViews) {
    super(name, views);
    this.#market = market;
  }

  override end(): void {
    this.#following?.end();
  }

  protected restart(): void {
    const { tape } = this.#market;
    this.#following?.end();
    this.#following = tape.follow();
    this.#newest = tape.newest;
    this.#recent = new Recent(maxTradesMissed, this.views.sequence);
  }

  protected greet(): ServerMessage[] {
    // Trades after `#newest` are part of the next message to all subscribers.
    const trades = this.#market.tape.latest().filter((row) => row.trade <= this.#newest);
    return [this.#message(true, this.position, trades)];
  }

  protected advance(): ServerMessage[] {
    const trades = this.#following?.take() ?? [];
    const last = trades.at(-1);
    if (last === undefined) return [];
    const { sequence } = this.views;
    this.#newest = last.trade;
    for (const trade of trades) this.#recent.add({ sequence, trade });
    return [this.#message(false, sequence, trades.toReversed())];
  }

  protected missed(sequence: number): ServerMessage[] | null {
    const missed = this.#recent.after(sequence);
    if (missed === null || missed.length > maxTradesMissed) return null;
    if (missed.length === 0) return [];
    return [this.#message(false, this.position, missed.map(({ trade }) => trade).toReversed())];
  }

  #message(snapshot: boolean, sequence: number, trades: readonly TapeTrade[]): ServerMessage {
    const { market } = this.#market;
    return {
      type: this.name,
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence,
      snapshot,
      completes: trades.map((trade) => tapeRowOnWire(market, trade)),
    };
  }
}

export const depthChannel: PublicChannel = {
  name: 'MARKET_DEPTH',
  open: ({ name, parts: [symbol, ...rest], views, depthLevels }) => {
    const market = marketBySymbol(views, symbol);
    return market === null || rest.length > 0 ? null : new DepthChannel(name, views, market, depthLevels);
  },
};

export const tradesChannel: PublicChannel = {
  name: 'GLOBAL_TX',
  open: ({ name, parts: [symbol, ...rest], views }) => {
    const market = marketBySymbol(views, symbol);
    return market === null || rest.length > 0 ? null : new TradesChannel(name, views, market);
  },
};
