import type { DayMarketMessage, MatchGroup, Quotation } from '@bourse/contract/markets';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createFrameBatch } from '../frame-batch.ts';
import type { LiveSocket } from '../socket.ts';

export interface Ticker {
  readonly quotation: Quotation;
  readonly sequence: number;
}

/** The 24-hour quotation of every market, by market id. */
export type Tickers = Readonly<Record<number, Ticker>>;

/** The used part of a market group. */
interface Quoted {
  readonly matches: readonly Pick<MatchGroup['matches'][number], 'currency_quotation'>[];
}

export interface TickerFeed {
  readonly store: StoreApi<Tickers>;
  /** Takes the quotations of a market list that reflects `sequence`. */
  seed(groups: readonly Quoted[], sequence: number): void;
  /** Follows the feed until the returned function is called. All watchers share one subscription. */
  watch(): () => void;
}

/**
 * The server reports all markets at once. 13 rows, a quarter of those on a screen, are as many as a slow device can
 * draw in a frame.
 */
const rowsAtOnce = 13;

export function createTickerFeed(socket: Pick<LiveSocket, 'listen'>): TickerFeed {
  const store = createStore<Tickers>(() => ({}));
  const take = (updates: readonly Ticker[]): void => store.setState((tickers) => withTickers(tickers, updates), true);
  let watchers = 0;
  let stopListening = (): void => undefined;
  /**
   * The latest quotation of each market that waits for its frame, so that a slow page neither draws nor stores more
   * than a fast one.
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

/**
 * Resets the sequences after a reconnect, so that any update counts as newer: the server's sequences may have started
 * again.
 */
function withoutSequences(known: Tickers): Tickers {
  return Object.fromEntries(Object.entries(known).map(([id, { quotation }]) => [id, { quotation, sequence: -1 }]));
}

/**
 * The tickers with updates merged in: copied once, because a list may hold a thousand markets. A quotation with equal
 * values stays the same object, so that nothing is rendered again for it.
 */
export function withTickers(known: Tickers, updates: readonly Ticker[]): Tickers {
  const changed = new Map<number, Ticker>();
  for (const { quotation, sequence } of updates) {
    const id = quotation.currency_match_id;
    const before = changed.get(id) ?? known[id];
    if (before !== undefined && before.sequence >= sequence) continue;
    const same = before !== undefined && hasSameValues(before.quotation, quotation);
    changed.set(id, { quotation: same ? before.quotation : quotation, sequence });
  }
  return changed.size === 0 ? known : { ...known, ...Object.fromEntries(changed) };
}

function hasSameValues(a: Quotation, b: Quotation): boolean {
  return a.close === b.close && a.change === b.change && a.high === b.high && a.low === b.low && a.volume === b.volume;
}
