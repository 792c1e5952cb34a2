import type { Match } from '@bourse/contract/markets';
import { historyList, ownTrades } from '@bourse/contract/spot';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import { PageButtons } from '../../../ui/page-buttons.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { ordersPerPage } from './open-orders.ts';
import { OrderTable } from './order-table.tsx';
import { useRefetchOnUpdate } from './refetch-on-update.ts';
import { rangeOf } from '../../../ui/date-range.ts';
import { noFilter, PastFilters, type PastFilter, type PastQuery } from './past-filters.tsx';
import { TradeTable } from './trade-table.tsx';
import { TurnButtons } from './turn-buttons.tsx';

/** Ended orders, or their trades, by side, market and date. */
export function PastOrders({ of, match }: { readonly of: 'history' | 'trades'; readonly match: Match }) {
  const { clock } = useLive();
  const [{ filter, chosenAtMs }, setChosen] = useState({ filter: noFilter, chosenAtMs: 0 });
  const query = useQueryOf(filter, chosenAtMs);
  const name = JSON.stringify(query);
  return (
    <>
      <PastFilters
        of={of}
        match={match}
        filter={filter}
        onChange={(next) => setChosen({ filter: next, chosenAtMs: clock.nowMs() })}
        query={query}
      />
      {query !== null && of === 'history' && <History key={name} query={query} filtered={filter !== noFilter} />}
      {query !== null && of === 'trades' && <Trades key={name} query={query} filtered={filter !== noFilter} />}
    </>
  );
}

/** Days are those of the page's time zone. */
function useQueryOf({ side, marketId, dates }: PastFilter, nowMs: number): PastQuery | null {
  const { timeZone } = useFigures();
  return useMemo(() => {
    const range = rangeOf(dates, timeZone, nowMs);
    if (range === null) return null;
    return {
      ...range,
      ...(marketId === null ? {} : { currency_match_id: marketId }),
      ...(side === 'both' ? {} : { way: side === 'buy' ? 2 : 1 }),
    };
  }, [side, marketId, dates, timeZone, nowMs]);
}

interface PastProps {
  readonly query: PastQuery;
  readonly filtered: boolean;
}

function History({ query, filtered }: PastProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const input = { ...query, page, limit: ordersPerPage };
  const { data, isError, refetch } = useRead(historyList, input, { keepPrevious: true });
  useRefetchOnUpdate(refetch, hasEnded);
  if (data === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={4} height={32} />;
  }
  return (
    <>
      <OrderTable
        caption={t('trade.history')}
        orders={data.data.data}
        open={false}
        empty={filtered ? t('orders.noMatch') : t('trade.noHistory')}
      />
      <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />
    </>
  );
}

function Trades({ query, filtered }: PastProps) {
  const { t } = useTranslation();
  const [places, setPlaces] = useState<readonly string[]>([]);
  const before = places.at(-1);
  const input = { ...query, limit: ordersPerPage, ...(before === undefined ? {} : { before }) };
  const { data, isError, refetch } = useRead(ownTrades, input, { keepPrevious: true });
  useRefetchOnUpdate(refetch, hasTraded);
  if (data === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={4} height={32} />;
  }
  const { data: trades, next } = data.data;
  const none = filtered ? t('orders.noMatch') : t('orders.noTrades');
  return (
    <>
      {trades.length === 0 ? (
        <EmptyState text={next === null ? none : t('orders.noMore')} />
      ) : (
        <TradeTable caption={t('orders.trades')} trades={trades} markets />
      )}
      <TurnButtons places={places} next={next} onChange={setPlaces} />
    </>
  );
}

function hasEnded({ status }: KnownOrder): boolean {
  return status === 'completed' || status === 'cancelled';
}

function hasTraded({ transacted_amount: amount }: KnownOrder): boolean {
  return amount !== '0';
}
