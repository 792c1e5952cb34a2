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
} from '../../ground/feed/index.ts';

/**
 * A reconnecting client that missed more candles than this gets only the current one, as a new subscriber does, because
 * reading candles is expensive.
 */
const maxCandlesMissed = 10;

/** Messages remembered per subscription channel, so that reconnecting clients can resume. */
const messagesKept = 256;

/** `DAY_MARKET`: the 24-hour ticker of every market, then of the markets that changed. */
export class DayMarketChannel extends Channel {
  readonly pace = 'slow';
  readonly #revisions = new Map<number, number>();
  /** Sequence of the last message about each market. */
  readonly #sentSequences = new Map<number, number>();

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
    for (const { market } of changed) this.#sentSequences.set(market.id, this.views.sequence);
    return changed.map((market) => this.#message(market));
  }

  protected missed(sequence: number): ServerMessage[] {
    return this.views
      .markets()
      .filter(({ market }) => (this.#sentSequences.get(market.id) ?? 0) > sequence)
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

/** `KLINE`: the current candle on each change, and each candle once more when it closes. */
export class KlineChannel extends Channel {
  readonly pace = 'slow';
  readonly #market: MarketViews;
  readonly #period: Period;
  #revision = -1;
  #opening = 0;
  /** Opening time of the first candle in each message. */
  #messages = new Recent<{ readonly sequence: number; readonly opening: number }>(messagesKept, 0);

  constructor(name: string, views: Views, market: MarketViews, period: Period) {
    super(name, views);
    this.#market = market;
    this.#period = period;
  }

  protected restart(): void {
    this.#revision = this.#market.ticker.revision;
    this.#opening = this.#now();
    this.#messages = new Recent(messagesKept, this.views.sequence);
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
    this.#messages.add({ sequence: this.views.sequence, opening });
    return this.#candles(opening);
  }

  protected missed(sequence: number): ServerMessage[] | null {
    const missed = this.#messages.after(sequence);
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
