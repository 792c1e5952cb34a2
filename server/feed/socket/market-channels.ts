import type { Period, ServerMessage } from '@bourse/contract';
import type { SeriesBar } from '../bar-series.ts';
import { type Book, type Level, levelChanges } from '../depth.ts';
import { periodStart } from '../periods.ts';
import type { TapeFollower, TapeTrade } from '../tape.ts';
import type { MarketViews, Views } from '../views.ts';
import { barOnWire, depthOnWire, tapeRowOnWire } from '../wire.ts';
import { Channel } from './channel.ts';
import { Recent } from './recent.ts';

/** Whoever missed more trades or bars than these is told the latest instead, as a newcomer is: putting them together takes time from everybody. */
const mostTradesMissed = 200;
const mostBarsMissed = 10;

/** What is kept of each market for those who were away: changed levels, trades, and messages about bars. */
const kept = { levels: 4_096, trades: mostTradesMissed, bars: 256 } as const;

interface LevelChange {
  readonly sequence: number;
  readonly side: keyof Book;
  readonly level: Level;
}

/** `MARKET_DEPTH`: the best levels of both sides, then what changed in them; every message names the one before it. */
export class DepthChannel extends Channel {
  readonly pace = 'fast';
  readonly #market: MarketViews;
  readonly #levels: number;
  #published: Book = { bids: [], asks: [] };
  #revision = -1;
  #changes = new Recent<LevelChange>(kept.levels, 0);

  constructor(name: string, views: Views, market: MarketViews, levels: number) {
    super(name, views);
    this.#market = market;
    this.#levels = levels;
  }

  protected restart(): void {
    this.#published = this.#market.depth.top(this.#levels);
    this.#revision = this.#market.depth.revision;
    this.#changes = new Recent(kept.levels, this.views.sequence);
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

  /** All changes since then as one, unless the whole book is shorter. */
  protected missed(sequence: number): ServerMessage[] | null {
    if (!this.#changes.tells(sequence)) return null;
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

/** The last change of each level of a side, best first; `direction` is 1 where the lowest price is best. */
function newest(changes: readonly LevelChange[], side: keyof Book, direction: 1 | -1): Level[] {
  const levels = new Map<number, Level>();
  for (const change of changes) if (change.side === side) levels.set(change.level[0], change.level);
  return [...levels.values()].toSorted(([a], [b]) => (a - b) * direction);
}

/** `GLOBAL_TX`: the latest trades, then the new ones, all of them; newest first. */
export class TradesChannel extends Channel {
  readonly pace = 'fast';
  override readonly collapses = false;
  readonly #market: MarketViews;
  #following: TapeFollower | null = null;
  #newest = 0;
  #told = new Recent<{ readonly sequence: number; readonly trade: TapeTrade }>(kept.trades, 0);

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
    this.#told = new Recent(kept.trades, this.views.sequence);
  }

  protected greet(): ServerMessage[] {
    // Trades that the others have not been told of yet come with the next news, for everybody.
    const told = this.#market.tape.latest().filter((row) => row.trade <= this.#newest);
    return [this.#message(true, this.position, told)];
  }

  protected advance(): ServerMessage[] {
    const trades = this.#following?.take() ?? [];
    const last = trades.at(-1);
    if (last === undefined) return [];
    const { sequence } = this.views;
    this.#newest = last.trade;
    for (const trade of trades) this.#told.add({ sequence, trade });
    return [this.#message(false, sequence, trades.toReversed())];
  }

  protected missed(sequence: number): ServerMessage[] | null {
    const missed = this.#told.after(sequence);
    if (missed === null || missed.length > mostTradesMissed) return null;
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

/** `KLINE`: the bar that is being built, and each bar once more when it is finished. */
export class KlineChannel extends Channel {
  readonly pace = 'slow';
  readonly #market: MarketViews;
  readonly #period: Period;
  #revision = -1;
  #opening = 0;
  /** The first bar of each message. */
  #told = new Recent<{ readonly sequence: number; readonly opening: number }>(kept.bars, 0);

  constructor(name: string, views: Views, market: MarketViews, period: Period) {
    super(name, views);
    this.#market = market;
    this.#period = period;
  }

  protected restart(): void {
    this.#revision = this.#market.ticker.revision;
    this.#opening = this.#now();
    this.#told = new Recent(kept.bars, this.views.sequence);
  }

  protected greet(): ServerMessage[] {
    return this.#bars(this.#now());
  }

  protected advance(): ServerMessage[] {
    const now = this.#now();
    const { revision } = this.#market.ticker;
    if (now === this.#opening && revision === this.#revision) return [];
    const opening = this.#opening;
    this.#opening = now;
    this.#revision = revision;
    this.#told.add({ sequence: this.views.sequence, opening });
    return this.#bars(opening);
  }

  protected missed(sequence: number): ServerMessage[] | null {
    const missed = this.#told.after(sequence);
    if (missed === null) return null;
    const [first] = missed;
    if (first === undefined) return [];
    const bars = this.#bars(first.opening);
    return bars.length > mostBarsMissed ? null : bars;
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
