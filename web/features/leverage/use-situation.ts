import type { CallOutput } from '@bourse/contract';
import type { leverDeal, LeverPosition } from '@bourse/contract/leverage';
import type { Match } from '@bourse/contract/markets';
import { useMemo } from 'react';
import { useDeal, useOpenRows } from './lever-reads.ts';
import { useMarks } from './marks.ts';
import type { OrderSituation } from './order-terms.ts';
import { accountNow, type LiveAccount } from './position-figures.ts';

export type LeverDeal = CallOutput<typeof leverDeal>;

/** Everything that an order depends on, at the present marks. */
export interface Situation {
  readonly deal: LeverDeal;
  readonly live: LiveAccount;
  readonly order: OrderSituation;
}

interface SituationState {
  readonly situation: Situation | null;
  /** The account could not be loaded. */
  readonly failed: boolean;
  readonly retry: () => void;
}

const none: readonly LeverPosition[] = [];

/** The user's account on a pair at the present marks; null while it loads. Renders with each mark. */
export function useSituation(match: Match): SituationState {
  const { data, isError, refetch } = useDeal(match.id);
  const held = useOpenRows('held').data?.data.data ?? none;
  const ordered = useOpenRows('ordered').data?.data.data ?? none;
  const marks = useMarks();
  const deal = data?.data;
  const situation = useMemo(() => {
    if (deal === undefined) return null;
    const live = accountNow(deal.account, held, marks);
    const { pair, account } = deal;
    const order: OrderSituation = {
      pair,
      decimals: match.quote_decimals,
      top: Math.max(1, ...deal.multiple.muit.map(({ value }) => value)),
      marketType: deal.market_type,
      mark: marks[match.id] === undefined ? pair.mark : (marks[match.id] ?? null),
      available: account.user_lever,
      equity: live.equity,
      margin: account.margin,
      maintenance: account.maintenance,
      others: [...held, ...ordered].filter((one) => one.quote_currency_id === match.quote_currency_id),
      market: match.id,
    };
    return { deal, live, order };
  }, [deal, held, ordered, marks, match]);
  return { situation, failed: isError && deal === undefined, retry: () => void refetch() };
}
