import type { DayMarketMessage, MatchGroup, Quotation } from '@bourse/contract/markets';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createFrameBatch } from '../frame-batch.ts';
import type { LiveSocket } from '../socket.ts';

export interface Ticker {
  readonly quotation: Quotation;
  readonly sequence: number;
}

/** The day's quotation of every market, by market id. */
export type Tickers = Readonly<Record<number, Ticker>>;

/** What is used of a group of markets. */
interface Quoted {
  readonly matches: readonly Pick<MatchGroup['matches'][number], 'currency_quotation'>[];
}

export interface TickerFeed {
  readonly store: StoreApi<Tickers>;
  /** Takes the quotations of a market list as they were at a sequence. */
  seed(groups: readonly Quoted[], sequence: number): void;
  /** Follows the feed until the answer is called. All who watch share one subscription. */
  watch(): () => void;
}

/**
 * The server speaks of all markets at once. A quarter of the rows that a screen shows are as much as a frame of a slow
 * device can draw.
 */
const rowsAtOnce = 13;

export function createTickerFeed(socket: Pick<LiveSocket, 'listen'>): TickerFeed {
  const store = createStore<Tickers>(() => ({}));
  const take = (updates: readonly Ticker[]): void => store.setState((tickers) => withTickers(tickers, updates), true);
  let watchers = 0;
  let stopListening = (): void => undefined;
  /**
   * What waits for its frame: the latest of each market, so that a page that comes late has no more to do, and to keep,
   * than any other.
   */
  const waiting = new Map<number, Ticker>();
  const batch = createFrameBatch<number>(
    (markets) => {
      const updates = markets.flatMap((market) => waiting.get(market) ?? []);
      for (const market of markets) waiting.delete(market);
      take(updates);
    },
    { slice: rowsAtOnce },
  );
  const hear = ({ quotation, sequence }: DayMarketMessage): void => {
    const market = quotation.currency_match_id;
    const before = waiting.get(market);
    if (before === undefined) batch.add(market);
    if (before === undefined || before.sequence < sequence) waiting.set(market, { quotation, sequence });
  };
  return {
    store,
    seed: (groups, sequence) => {
      const quotations = groups.flatMap((group) => group.matches.map((match) => match.currency_quotation));
      take(quotations.map((quotation) => ({ quotation, sequence })));
    },
    watch: () => {
      watchers += 1;
      if (watchers === 1) {
        stopListening = socket.listen('DAY_MARKET', {
          message: (incoming) => {
            if (incoming.kind === 'quotation') hear(incoming.message);
          },
          restarted: () => {
            batch.clear();
            waiting.clear();
            store.setState(withoutSequences, true);
          },
        });
      }
      let watches = true;
      return () => {
        if (!watches) return;
        watches = false;
        watchers -= 1;
        if (watchers === 0) stopListening();
      };
    },
  };
}

/** After a new start, of a server that may have begun anew, any word is newer than what is known. */
function withoutSequences(known: Tickers): Tickers {
  return Object.fromEntries(Object.entries(known).map(([id, { quotation }]) => [id, { quotation, sequence: -1 }]));
}

/**
 * The tickers with updates merged in: copied once, however many there are, because a list may hold a thousand markets.
 * A quotation that says the same as before stays the same object, so that nothing is drawn again for it.
 */
export function withTickers(known: Tickers, updates: readonly Ticker[]): Tickers {
  const changed = new Map<number, Ticker>();
  for (const { quotation, sequence } of updates) {
    const id = quotation.currency_match_id;
    const before = changed.get(id) ?? known[id];
    if (before !== undefined && before.sequence >= sequence) continue;
    const same = before !== undefined && saysTheSame(before.quotation, quotation);
    changed.set(id, { quotation: same ? before.quotation : quotation, sequence });
  }
  return changed.size === 0 ? known : { ...known, ...Object.fromEntries(changed) };
}

function saysTheSame(a: Quotation, b: Quotation): boolean {
  return a.close === b.close && a.change === b.change && a.high === b.high && a.low === b.low && a.volume === b.volume;
}
