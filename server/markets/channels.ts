import type { ServerMessage } from '@bourse/contract/capabilities';
import type { Period } from '@bourse/contract/markets';
import {
  candleOnWire,
  Channel,
  findPeriod,
  marketBySymbol,
  type MarketViews,
  periodStart,
  type PublicChannel,
  quotationOnWire,
  Recent,
  type SeriesCandle,
  type Views,
} from '../feed/index.ts';

/**
 * A client that missed more candles than these gets the running one instead, as a new subscriber does: putting them
 * together takes time.
 */
const maxCandlesMissed = 10;

/** Messages about candles that are kept of each market for clients that were away. */
const messagesKept = 256;

/** `DAY_MARKET`: the rolling day of every market, then of those that changed. */
export class DayMarketChannel extends Channel {
  readonly pace = 'slow';
  readonly #revisions = new Map<number, number>();
  /** When each market was last told of. */
  readonly #told = new Map<number, number>();

  protected restart(): void {
    for (const { market, ticker } of this.views.markets()) this.#revisions.set(market.id, ticker.revision);
  }

  protected greet(): ServerMessage[] {
    return this.views.markets().map((market) => this.#message(market));
  }

  protected advance(): ServerMessage[] {
    const changed = this.views
      .markets()
      .filter(({ market, ticker }) => this.#revisions.get(market.id) !== ticker.revision);
    this.restart();
    for (const { market } of changed) this.#told.set(market.id, this.views.sequence);
    return changed.map((market) => this.#message(market));
  }

  protected missed(sequence: number): ServerMessage[] {
    return this.views
      .markets()
      .filter(({ market }) => (this.#told.get(market.id) ?? 0) > sequence)
      .map((market) => this.#message(market));
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

/** `KLINE`: the candle that is being built, and each candle once more when it is finished. */
export class KlineChannel extends Channel {
  readonly pace = 'slow';
  readonly #market: MarketViews;
  readonly #period: Period;
  #revision = -1;
  #opening = 0;
  /** The first candle of each message. */
  #told = new Recent<{ readonly sequence: number; readonly opening: number }>(messagesKept, 0);

  constructor(name: string, views: Views, market: MarketViews, period: Period) {
    super(name, views);
    this.#market = market;
    this.#period = period;
  }

  protected restart(): void {
    this.#revision = this.#market.ticker.revision;
    this.#opening = this.#now();
    this.#told = new Recent(messagesKept, this.views.sequence);
  }

  protected greet(): ServerMessage[] {
    return this.#candles(this.#now());
  }

  protected advance(): ServerMessage[] {
    const now = this.#now();
    const { revision } = this.#market.ticker;
    if (now === this.#opening && revision === this.#revision) return [];
    const opening = this.#opening;
    this.#opening = now;
    this.#revision = revision;
    this.#told.add({ sequence: this.views.sequence, opening });
    return this.#candles(opening);
  }

  protected missed(sequence: number): ServerMessage[] | null {
    const missed = this.#told.after(sequence);
    if (missed === null) return null;
    const [first] = missed;
    if (first === undefined) return [];
    const candles = this.#candles(first.opening);
    return candles.length > maxCandlesMissed ? null : candles;
  }

  #now(): number {
    return periodStart(this.#period, Math.floor(this.views.timeMs / 1_000));
  }

  #candles(first: number): ServerMessage[] {
    return this.#market.candles.read(this.#period, first, this.#now()).map((candle) => this.#message(candle));
  }

  #message(candle: SeriesCandle): ServerMessage {
    const { market } = this.#market;
    return {
      type: this.name,
      currency_match_id: market.id,
      symbol: market.symbol,
      sequence: this.views.sequence,
      period: this.#period,
      ...candleOnWire(market, candle),
    };
  }
}

export const dayMarketChannel: PublicChannel = {
  name: 'DAY_MARKET',
  open: ({ name, parts, views }) => (parts.length === 0 ? new DayMarketChannel(name, views) : null),
};

export const klineChannel: PublicChannel = {
  name: 'KLINE',
  open: ({ name, parts, views }) => {
    const [symbol, periodName = '1min', ...rest] = parts;
    const market = marketBySymbol(views, symbol);
    const period = findPeriod(periodName);
    return market === null || period === undefined || rest.length > 0
      ? null
      : new KlineChannel(name, views, market, period);
  },
};
