import type { DepthRow, Match } from '@bourse/contract/markets';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useLive, type Live } from '../../../live/context.tsx';
import type { DepthView } from '../../../live/feeds/depth.ts';
import { useBalance } from '../../../live/balance.ts';
import { availableNow, balancesAgeMs } from '../balances.ts';
import { useOwnLevels } from '../book/own-orders.ts';
import { ownOrdersUpTo } from './met-own-orders.ts';
import type { OrderDraft, OrderKind, Side } from './order-draft.ts';
import { stateNow } from '../market/market-state.ts';
import { positive } from './order-arithmetic.ts';
import type { OrderContext } from './order-form.ts';

/** How often the form reads the book, in milliseconds: an estimate that changes with every message is unreadable. */
const lookEveryMs = 250;

const nothing: readonly DepthRow[] = [];

/** The market data that the evaluation of a draft needs while the user types. `loading` until the book is loaded. */
export function useOrderContext(
  match: Match,
  { side, kind, price, postOnly }: OrderDraft,
): OrderContext & { readonly loading: boolean } {
  const { tickers, socket } = useLive();
  const cancelOnly = useStore(socket.status, (status) => status.cancelOnly);
  const available = useBalance(side === 'buy' ? match.quote_currency_id : match.base_currency_id)?.available ?? null;
  const meets = kind === 'market' || (kind === 'limit' && !postOnly && price !== '');
  const own = useOwnLevels(match, side === 'buy' ? 'sell' : 'buy', meets);
  // A limit order is sized by its own price; the book matters only when it could meet the user's own orders.
  const crosses = kind === 'limit' && crossesOwn(side, price, own);
  const { opposite, loading } = useBookNowAndThen(match, side, kind === 'market' || crosses);
  const waits = kind === 'stop_limit' || kind === 'stop_market';
  const last = useStore(tickers.store, (known) => (waits ? (known[match.id]?.quotation.close ?? null) : null));
  return { match: { ...match, state: stateNow(match.state, cancelOnly) }, available, opposite, own, last, loading };
}

/** The market data with which an order is evaluated once more when it is sent, for any kind of order. */
export function contextNow(
  { depth, tickers, socket, queries, session }: Pick<Live, 'depth' | 'tickers' | 'socket' | 'queries' | 'session'>,
  { match, available, opposite, own }: OrderContext & { readonly match: Match },
  { side, kind }: { readonly side: Side; readonly kind: OrderKind },
): OrderContext {
  const last = tickers.store.getState()[match.id]?.quotation.close ?? match.currency_quotation.close;
  // A market order is sent at the price that the user sees.
  return {
    match: { ...match, state: stateNow(match.state, socket.status.getState().cancelOnly) },
    available: availableNow(available, balancesAgeMs({ queries, session })),
    opposite: kind === 'market' ? opposite : oppositeOf(depth.store.getState(), match, side),
    own,
    last,
  };
}

function useBookNowAndThen(
  match: Match,
  side: Side,
  wanted: boolean,
): { readonly opposite: readonly DepthRow[]; readonly loading: boolean } {
  const { store } = useLive().depth;
  const seen = useRef({ view: store.getState(), atMs: 0 });
  const subscribe = useCallback(
    (notify: () => void) => {
      if (!wanted) return () => undefined;
      let timer: ReturnType<typeof setTimeout> | null = null;
      const look = (): void => {
        timer = null;
        seen.current = { view: store.getState(), atMs: performance.now() };
        notify();
      };
      const unsubscribe = store.subscribe(() => {
        timer ??= setTimeout(look, Math.max(0, lookEveryMs - (performance.now() - seen.current.atMs)));
      });
      look();
      return () => {
        unsubscribe();
        if (timer !== null) clearTimeout(timer);
      };
    },
    [store, wanted],
  );
  const view = useSyncExternalStore(subscribe, () => seen.current.view);
  if (!wanted) return { opposite: nothing, loading: false };
  const { book, symbol } = view;
  return { opposite: oppositeOf(view, match, side), loading: symbol !== match.symbol || book.sequence === null };
}

function crossesOwn(side: Side, price: string, own: readonly DepthRow[]): boolean {
  const limit = positive(price);
  return limit !== null && ownOrdersUpTo(side, limit, own, true) !== null;
}

function oppositeOf({ symbol, book }: DepthView, match: Match, side: Side): readonly DepthRow[] {
  if (symbol !== match.symbol) return nothing;
  return side === 'buy' ? book.asks : book.bids;
}
