import type {
  DayMarketMessage,
  Depth,
  DepthRow,
  GlobalTxMessage,
  KlineMessage,
  MarketDepthMessage,
  Match,
  Quotation,
  TapeRow,
} from '@bourse/contract/markets';
import { tapeLength } from '@bourse/contract/markets';

/** The depth to which the server publishes a book. */
export const bookLevels = 100;

/** Number of levels that one book update changes, most of them near the best price. */
const levelsPerUpdate = 5;

/** The share of updates in which the best prices move by one tick. */
const moves = 0.3;

/** The maximum number of decimals of an amount. */
const wideDecimals = 8;

/** A source of numbers from 0 to 1, the same for the same seed. */
export type Chance = () => number;

/**
 * A simulated market: book, trades and open candle as messages of the contract. Prices count ticks and amounts count
 * lots, so that their texts are exact.
 */
export class BusyMarket {
  readonly match: Match;
  readonly #chance: Chance;
  readonly #day: BusyDay;
  /** Lots by level, best first; level 0 of the bids is one tick below `#ask`. */
  readonly #bids: number[];
  readonly #asks: number[];
  #ask: number;
  #sequence: number;
  /** Sequence of the last book message. */
  #bookSequence: number;
  readonly #tape: TapeRow[] = [];
  #minute: { time: number; open: number; high: number; low: number; lots: number } | null = null;

  /** `sequence` must be higher than all sequences that the page knows from elsewhere. */
  constructor(match: Match, day: BusyDay, sequence: number, chance: Chance) {
    this.match = match;
    this.#chance = chance;
    this.#day = day;
    this.#sequence = sequence;
    this.#bookSequence = sequence;
    this.#ask = day.close + 1;
    this.#bids = Array.from({ length: bookLevels }, () => this.#lots());
    this.#asks = Array.from({ length: bookLevels }, () => this.#lots());
  }

  /** The whole book, for a page that subscribes. */
  snapshot(): MarketDepthMessage {
    const rows = (lots: readonly number[], priceAt: (level: number) => number): DepthRow[] =>
      lots.map((amount, level) => this.#row(priceAt(level), amount));
    const depth = {
      in: rows(this.#bids, (level) => this.#bid(level)),
      out: rows(this.#asks, (level) => this.#ask + level),
    };
    return this.#depthMessage(depth, null);
  }

  /** The next book update: a few changed amounts, and sometimes new best prices. */
  change(): MarketDepthMessage {
    const previous = this.#bookSequence;
    this.#sequence += 1;
    this.#bookSequence = this.#sequence;
    const bids = new Map<number, number>();
    const asks = new Map<number, number>();
    for (let n = 0; n < levelsPerUpdate; n += 1) {
      const level = Math.floor(this.#chance() ** 2 * bookLevels);
      const lots = this.#lots();
      if (this.#chance() < 0.5) {
        this.#bids[level] = lots;
        bids.set(this.#bid(level), lots);
      } else {
        this.#asks[level] = lots;
        asks.set(this.#ask + level, lots);
      }
    }
    if (this.#chance() < moves) this.#move(bids, asks);
    const rows = (changes: ReadonlyMap<number, number>): DepthRow[] =>
      [...changes].map(([price, lots]) => this.#row(price, lots));
    return this.#depthMessage({ in: rows(bids), out: rows(asks) }, previous);
  }

  /** One trade at the best bid or ask. */
  trade(nowMs: number): GlobalTxMessage {
    const bought = this.#chance() < 0.5;
    const price = bought ? this.#ask : this.#bid(0);
    const lots = this.#lots();
    this.#sequence += 1;
    this.#day.take(price, lots);
    const time = Math.floor(nowMs / 60_000) * 60;
    if (this.#minute?.time !== time) this.#minute = { time, open: price, high: price, low: price, lots: 0 };
    this.#minute.high = Math.max(this.#minute.high, price);
    this.#minute.low = Math.min(this.#minute.low, price);
    this.#minute.lots += lots;
    const amount = amountText(this.match, lots);
    const row = {
      id: this.#sequence,
      time: nowMs,
      price: this.#price(price),
      amount,
      number: amount,
      way: bought ? 2 : 1,
    } as const;
    this.#tape.unshift(row);
    this.#tape.length = Math.min(this.#tape.length, tapeLength);
    return this.#tapeMessage(false, [row]);
  }

  /** The latest trades, for a page that subscribes. */
  tape(): GlobalTxMessage {
    return this.#tapeMessage(true, this.#tape);
  }

  /** The open one-minute candle; null before its first trade. */
  candle(): KlineMessage | null {
    if (this.#minute === null) return null;
    const { time, open, high, low, lots } = this.#minute;
    return {
      type: `KLINE.${this.match.symbol}.1min`,
      ...this.#market(),
      period: '1min',
      time,
      open: this.#price(open),
      high: this.#price(high),
      low: this.#price(low),
      close: this.#price(this.#day.close),
      volume: amountText(this.match, lots),
    };
  }

  /** Moves the best prices by one tick: each side loses a level at one end and gains one at the other. */
  #move(bids: Map<number, number>, asks: Map<number, number>): void {
    const up = this.#chance() < 0.5;
    const [left, gained] = up ? [asks, bids] : [bids, asks];
    const [leftLots, gainedLots] = up ? [this.#asks, this.#bids] : [this.#bids, this.#asks];
    const best = up ? this.#ask : this.#bid(0);
    const step = up ? 1 : -1;
    const lots = this.#lots();
    left.set(best, 0);
    leftLots.shift();
    leftLots.push(lots);
    left.set(best + step * bookLevels, lots);
    gained.set(best - step * bookLevels, 0);
    gainedLots.pop();
    gainedLots.unshift(lots);
    gained.set(best, lots);
    this.#ask += step;
  }

  #bid(level: number): number {
    return this.#ask - 1 - level;
  }

  #lots(): number {
    return 1 + Math.floor(this.#chance() ** 3 * 100_000);
  }

  #price(ticks: number): string {
    return priceText(this.match, ticks);
  }

  #row(ticks: number, lots: number): DepthRow {
    return { price: this.#price(ticks), amount: amountText(this.match, lots) };
  }

  #market() {
    return { currency_match_id: this.match.id, symbol: this.match.symbol, sequence: this.#sequence };
  }

  #depthMessage(depth: Depth, previous: number | null): MarketDepthMessage {
    const type = `MARKET_DEPTH.${this.match.symbol}`;
    const sequence = this.#bookSequence;
    return { type, ...this.#market(), sequence, snapshot: previous === null, previous_sequence: previous, depth };
  }

  #tapeMessage(snapshot: boolean, completes: TapeRow[]): GlobalTxMessage {
    return { type: `GLOBAL_TX.${this.match.symbol}`, ...this.#market(), snapshot, completes };
  }
}

/** The 24-hour statistics of a market, driven by a random last price. */
export class BusyDay {
  readonly match: Match;
  readonly #chance: Chance;
  readonly #reference: number;
  close: number;
  #high: number;
  #low: number;
  #lots = 0;
  #sequence: number;

  constructor(match: Match, sequence: number, chance: Chance) {
    this.match = match;
    this.#chance = chance;
    this.#sequence = sequence;
    const { close } = match.currency_quotation;
    // High enough above zero for a full book below the best price.
    this.close = Math.max(2 * bookLevels, Math.round(Number(close) / Number(match.price_step)));
    [this.#reference, this.#high, this.#low] = [this.close, this.close, this.close];
  }

  take(price: number, lots: number): void {
    this.close = price;
    this.#high = Math.max(this.#high, price);
    this.#low = Math.min(this.#low, price);
    this.#lots += lots;
  }

  /** A random trade a few ticks up or down. */
  wander(): void {
    const step = 1 + Math.floor(this.#chance() * 5);
    this.take(Math.max(1, this.close + (this.#chance() < 0.5 ? -step : step)), 1 + Math.floor(this.#chance() * 1_000));
  }

  message(): DayMarketMessage {
    this.#sequence += 1;
    const { id, symbol } = this.match;
    return {
      type: 'DAY_MARKET',
      currency_match_id: id,
      symbol,
      sequence: this.#sequence,
      quotation: this.#quotation(),
    };
  }

  #quotation(): Quotation {
    return {
      currency_match_id: this.match.id,
      close: priceText(this.match, this.close),
      change: ((100 * (this.close - this.#reference)) / this.#reference).toFixed(2),
      high: priceText(this.match, this.#high),
      low: priceText(this.match, this.#low),
      volume: amountText(this.match, this.#lots),
    };
  }
}

function priceText({ price_step: step, price_decimals: decimals }: Match, ticks: number): string {
  return timesStep(ticks, step, decimals);
}

function amountText({ amount_step: step, amount_decimals: decimals }: Match, lots: number): string {
  return timesStep(lots, step, decimals);
}

/** A whole number of steps as an exact plain decimal. */
function timesStep(count: number, step: string, decimals: number): string {
  const [whole = '0', fraction = ''] = step.split('.');
  const points = BigInt(whole + fraction.padEnd(wideDecimals, '0').slice(0, wideDecimals)) * BigInt(count);
  const digits = String(points).padStart(wideDecimals + 1, '0');
  const text = `${digits.slice(0, -wideDecimals)}.${digits.slice(-wideDecimals)}`;
  return decimals === 0 ? text.slice(0, text.indexOf('.')) : text.slice(0, text.length - wideDecimals + decimals);
}
