import { conforms } from '@bourse/contract';
import {
  DayMarketMessage,
  type DepthRow,
  GlobalTxMessage,
  KlineMessage,
  MarketDepthMessage,
} from '@bourse/contract/markets';

/**
 * One change in one channel: an order's change of the book, a trade, a ticker or a candle. `text` is the message of a
 * server that would send each change separately.
 */
export interface Update {
  readonly of: 'book' | 'tape' | 'day' | 'candle';
  /** When it happened, in milliseconds since the start; for tickers and candles when the reader received it. */
  readonly atMs: number;
  readonly text: string;
}

/** A trade, and the byte offset at which its message ended in the stream to a client. */
export interface ReceivedTrade {
  readonly offset: number;
  readonly timeMs: number;
}

type Row = readonly [side: 'in' | 'out', row: DepthRow];

interface ReceivedBook {
  readonly message: MarketDepthMessage;
  readonly after: number;
}

/**
 * Tracks a client's knowledge of one market and counts what each message adds; repeated information does not count.
 * Gaps in the sequence of book messages and missing trades are faults.
 */
export class Updates {
  readonly trades: ReceivedTrade[] = [];
  /** Rows with new information: levels, trades, tickers and candles. */
  rows = 0;
  readonly #books: ReceivedBook[] = [];
  readonly #others: Update[] = [];
  readonly #levels = { in: new Map<string, string>(), out: new Map<string, string>() };
  #sequence: number | null = null;
  #trade: number | null = null;
  /** The last content of each ticker and candle. */
  readonly #last = new Map<string, string>();
  /** Start time in epoch milliseconds; null before the start. */
  #beganMs: number | null = null;
  #fault: string | null = null;

  /** The last fault in the received messages; null without one. */
  get fault(): string | null {
    return this.#fault;
  }

  /** Starts counting. */
  begin(epochMs: number): void {
    this.#beganMs = epochMs;
  }

  /** `offset` is the position at which the message ends in the received bytes. */
  take(text: string, atMs: number, offset: number): void {
    const message: unknown = JSON.parse(text);
    if (conforms(MarketDepthMessage, message)) this.#book(message);
    else if (conforms(GlobalTxMessage, message)) this.#tape(message, offset);
    else if (conforms(DayMarketMessage, message)) this.#newest('day', message.symbol, message, atMs);
    else if (conforms(KlineMessage, message)) this.#newest('candle', String(message.time), message, atMs);
  }

  /**
   * All updates received. `orders` are the sequences of all orders. Each order made one trade and changed one level,
   * and a book message covers the orders between the previous message's sequence and its own.
   */
  all(orders: readonly number[]): Update[] {
    const beganMs = this.#beganMs ?? 0;
    const books = this.#books.flatMap(({ message, after }) => {
      const rows = rowsOf(message);
      return orders.flatMap((sequence, index): Update[] => {
        const [[side, row] = [], trade] = [rows[index % rows.length], this.trades[index]];
        const isCovered = sequence > after && sequence <= message.sequence;
        if (!isCovered || side === undefined || trade === undefined) return [];
        const text = JSON.stringify({ ...message, depth: { in: [], out: [], [side]: [row] } });
        return [{ of: 'book', atMs: trade.timeMs - beganMs, text }];
      });
    });
    return [...books, ...this.#others].toSorted((a, b) => a.atMs - b.atMs);
  }

  #book(message: MarketDepthMessage): void {
    const { sequence, previous_sequence: previous } = message;
    if (previous !== this.#sequence) this.#fault = 'A book message is missing.';
    const after = this.#sequence ?? sequence;
    this.#sequence = sequence;
    let news = 0;
    for (const [side, { price, amount }] of rowsOf(message)) {
      if ((this.#levels[side].get(price) ?? '0') !== amount) news += 1;
      this.#levels[side].set(price, amount);
    }
    if (this.#beganMs === null || news === 0) return;
    this.rows += news;
    this.#books.push({ message, after });
  }

  #tape(message: GlobalTxMessage, offset: number): void {
    for (const trade of message.completes.toReversed()) {
      if (this.#trade !== null && trade.id !== this.#trade + 1) this.#fault = 'A trade is missing.';
      this.#trade = trade.id;
      if (this.#beganMs === null) continue;
      this.rows += 1;
      const atMs = trade.time - this.#beganMs;
      this.#others.push({ of: 'tape', atMs, text: JSON.stringify({ ...message, completes: [trade] }) });
      this.trades.push({ offset, timeMs: trade.time });
    }
  }

  #newest(of: 'day' | 'candle', name: string, message: DayMarketMessage | KlineMessage, atMs: number): void {
    const said = JSON.stringify({ ...message, sequence: 0 });
    const isKnown = this.#last.get(`${of} ${name}`) === said;
    this.#last.set(`${of} ${name}`, said);
    if (this.#beganMs === null || isKnown) return;
    this.rows += 1;
    this.#others.push({ of, atMs, text: JSON.stringify(message) });
  }
}

function rowsOf({ depth }: MarketDepthMessage): Row[] {
  return [...depth.in.map((row): Row => ['in', row]), ...depth.out.map((row): Row => ['out', row])];
}
