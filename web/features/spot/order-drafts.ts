import type { Match } from '@bourse/contract';
import { useCallback, useMemo, useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { isZero, truncateDecimal } from '../../live/decimal.ts';
import { useBalance } from './balances.ts';
import type { PricePick } from './book/price-pick.ts';
import { emptyDraft, withAmount, withPrice, type OrderContext, type OrderDraft, type Side } from './order-form.ts';

type Drafts = Readonly<Record<Side, OrderDraft>>;

export interface OrderDrafts {
  readonly drafts: Drafts;
  readonly contexts: Readonly<Record<Side, OrderContext>>;
  readonly change: (draft: OrderDraft) => void;
  /** A price picked elsewhere on the screen, e.g. in the book, for both sides; the amount that came with it for the side that would trade. */
  readonly pickPrice: (pick: PricePick) => void;
}

/** What stands in the two forms of a market. It outlives the sheet in which a phone shows them. */
export function useOrderDrafts(match: Match): OrderDrafts {
  const { tickers } = useLive();
  const [state, setState] = useState<{ readonly matchId: number; readonly drafts: Drafts }>({
    matchId: 0,
    drafts: { buy: emptyDraft('buy'), sell: emptyDraft('sell') },
  });
  const quote = useBalance(match.quote_currency_id)?.available ?? null;
  const base = useBalance(match.base_currency_id)?.available ?? null;
  const contexts = useMemo(
    () => ({ buy: { match, available: quote }, sell: { match, available: base } }),
    [match, quote, base],
  );
  if (state.matchId !== match.id) {
    // A new market starts with its last price, once; later prices never overwrite what a person may have typed.
    const last = tickers.store.getState()[match.id]?.quotation.close ?? match.currency_quotation.close;
    // A market that has never traded has no last price to begin with.
    const price = isZero(last) ? '' : truncateDecimal(last, match.price_decimals);
    setState({
      matchId: match.id,
      drafts: { buy: { ...emptyDraft('buy'), price }, sell: { ...emptyDraft('sell'), price } },
    });
  }
  const change = useCallback((draft: OrderDraft) => {
    setState((known) => ({ ...known, drafts: { ...known.drafts, [draft.side]: draft } }));
  }, []);
  const pickPrice = useCallback(
    ({ price, side, amount }: PricePick) => {
      const taken = (draft: OrderDraft): OrderDraft => {
        const priced = withPrice(draft, price, contexts[draft.side]);
        return amount === null || draft.side !== side ? priced : withAmount(priced, amount);
      };
      setState((known) => ({ ...known, drafts: { buy: taken(known.drafts.buy), sell: taken(known.drafts.sell) } }));
    },
    [contexts],
  );
  return { drafts: state.drafts, contexts, change, pickPrice };
}
