import type { DayMarketMessage, MatchGroup, Quotation } from '@bourse/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createFrameBatch } from '../frame-batch.ts';
import type { LiveSocket } from '../socket.ts';

export interface Ticker {
  readonly quotation: Quotation;
  readonly sequence: number;
}

/** The day's quotation of every market, by market id. */
export type Tickers = Readonly<Record<number, Ticker>>;

export interface TickerFeed {
  readonly store: StoreApi<Tickers>;
  /** Takes the quotations of a market list as they were at a sequence. */
  seed(groups: readonly MatchGroup[], sequence: number): void;
  /** Follows the feed until the answer is called. */
  watch(): () => void;
}

export function createTickerFeed(socket: LiveSocket): TickerFeed {
  const store = createStore<Tickers>(() => ({}));
  const batch = createFrameBatch<DayMarketMessage>((messages) => {
    store.setState((tickers) =>
      messages.reduce((known, { quotation, sequence }) => withTicker(known, { quotation, sequence }), tickers),
    );
  });
  return {
    store,
    seed: (groups, sequence) => {
      const quotations = groups.flatMap((group) => group.matches.map((match) => match.currency_quotation));
      store.setState((tickers) =>
        quotations.reduce((known, quotation) => withTicker(known, { quotation, sequence }), tickers),
      );
    },
    watch: () =>
      socket.listen('DAY_MARKET', {
        message: (incoming) => {
          if (incoming.kind === 'quotation') batch.add(incoming.message);
        },
      }),
  };
}

function withTicker(tickers: Tickers, ticker: Ticker): Tickers {
  const id = ticker.quotation.currency_match_id;
  const known = tickers[id];
  if (known !== undefined && known.sequence >= ticker.sequence) return tickers;
  return { ...tickers, [id]: ticker };
}
