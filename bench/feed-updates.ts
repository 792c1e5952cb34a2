import { conforms } from '@bourse/contract';
import {
  DayMarketMessage,
  type DepthRow,
  GlobalTxMessage,
  KlineMessage,
  MarketDepthMessage,
} from '@bourse/contract/markets';

/**
 * One change of one channel: an order’s change of the book, a trade, a day, a bar. As a message of its own, as a server
 * sends it that gathers nothing.
 */
export interface Update {
  readonly of: 'book' | 'tape' | 'day' | 'bar';
  /** When it happened, in milliseconds from the beginning; a day or a bar when a reader was told of it. */
  readonly atMs: number;
  readonly text: string;
}

/** A trade, and where its message ends in what a client receives. */
export interface ToldTrade {
  readonly offset: number;
  readonly timeMs: number;
}

type Row = readonly [side: 'in' | 'out', row: DepthRow];

interface ToldBook {
  readonly message: MarketDepthMessage;
  readonly after: number;
}

/**
 * Keeps what a client knows of one market, and counts what each message adds to that; what a client knew already counts
 * for nothing. A message of the book that does not follow the one before it and a trade that is missing are faults.
 */
export class Updates {
  readonly trades: ToldTrade[] = [];
  /** Rows that said something new: levels, trades, days and bars. */
  rows = 0;
  readonly #books: ToldBook[] = [];
  readonly #others: Update[] = [];
  readonly #levels = { in: new Map<string, string>(), out: new Map<string, string>() };
  #sequence: number | null = null;
  #trade: number | null = null;
  /** The last words of each day and bar. */
  readonly #said = new Map<string, string>();
  /** The beginning, epoch milliseconds; null before it. */
  #beganMs: number | null = null;
  #fault: string | null = null;

  /** What is wrong with what was heard; null when nothing is. */
  get fault(): string | null {
    return this.#fault;
  }

  /** What comes from here on is counted. */
  begin(epochMs: number): void {
    this.#beganMs = epochMs;
  }

  /** `offset` is where the message ends in what the client has received. */
  take(text: string, atMs: number, offset: number): void {
    const message: unknown = JSON.parse(text);
    if (conforms(MarketDepthMessage, message)) this.#book(message);
    else if (conforms(GlobalTxMessage, message)) this.#tape(message, offset);
    else if (conforms(DayMarketMessage, message)) this.#newest('day', message.symbol, message, atMs);
    else if (conforms(KlineMessage, message)) this.#newest('bar', String(message.time), message, atMs);
  }

  /**
   * All that was told. `orders` are the sequences of all orders; each of them made one trade and changed one level, and
   * a message of the book tells of those between its sequence and that of the message before it.
   */
  all(orders: readonly number[]): Update[] {
    const beganMs = this.#beganMs ?? 0;
    const books = this.#books.flatMap(({ message, after }) => {
      const rows = rowsOf(message);
      return orders.flatMap((sequence, index): Update[] => {
        const [[side, row] = [], trade] = [rows[index % rows.length], this.trades[index]];
        const isTold = sequence > after && sequence <= message.sequence;
        if (!isTold || side === undefined || trade === undefined) return [];
        const text = JSON.stringify({ ...message, depth: { in: [], out: [], [side]: [row] } });
        return [{ of: 'book', atMs: trade.timeMs - beganMs, text }];
      });
    });
    return [...books, ...this.#others].toSorted((a, b) => a.atMs - b.atMs);
  }

  #book(message: MarketDepthMessage): void {
    const { sequence, previous_sequence: previous } = message;
    if (previous !== this.#sequence) this.#fault = 'A message of the book is missing.';
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

  #newest(of: 'day' | 'bar', name: string, message: DayMarketMessage | KlineMessage, atMs: number): void {
    const said = JSON.stringify({ ...message, sequence: 0 });
    const isKnown = this.#said.get(`${of} ${name}`) === said;
    this.#said.set(`${of} ${name}`, said);
    if (this.#beganMs === null || isKnown) return;
    this.rows += 1;
    this.#others.push({ of, atMs, text: JSON.stringify(message) });
  }
}

function rowsOf({ depth }: MarketDepthMessage): Row[] {
  return [...depth.in.map((row): Row => ['in', row]), ...depth.out.map((row): Row => ['out', row])];
}
