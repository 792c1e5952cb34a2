import { historyList, type Match, type Order } from '@bourse/contract';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { useRead, useSessionToken } from '../../live/read.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ordersPerPage, useOpenOrders } from './open-orders.ts';
import type { Side } from './order-form.ts';
import { OrderTable } from './order-table.tsx';
import classes from './orders-panel.module.css';

type OrdersTab = 'current' | 'all' | 'history';

/** A person's orders: the open ones of this market or of all, by side, and the finished ones. */
export const OrdersPanel = memo(function OrdersPanel({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const [tab, setTab] = useState<OrdersTab>('current');
  const [side, setSide] = useState<Side>('buy');
  const tabs = [
    { id: 'current', label: t('trade.current') },
    { id: 'all', label: t('trade.all') },
    { id: 'history', label: t('trade.history') },
  ] as const;
  const sides = [
    { id: 'buy', label: t('trade.buy') },
    { id: 'sell', label: t('trade.sell') },
  ] as const;
  return (
    <Panel
      label={t('trade.orders')}
      className={classes.panel}
      head={<Tabs label={t('trade.orders')} tabs={tabs} selected={tab} onSelect={setTab} />}
    >
      {token === null ? (
        <EmptyState text={t('trade.visitorOrders')}>
          <Link to="/login">{t('shell.login')}</Link>
        </EmptyState>
      ) : (
        <>
          {tab !== 'history' && (
            <Tabs
              className={classes.sides}
              label={t('trade.sides')}
              look="pills"
              tabs={sides}
              selected={side}
              onSelect={setSide}
            />
          )}
          {tab === 'history' ? (
            <History />
          ) : (
            <OpenOrders key={`${tab} ${side} ${match.id}`} side={side} match={tab === 'current' ? match : null} />
          )}
        </>
      )}
    </Panel>
  );
});

/** Open orders of one side, of one market or (null) of all. */
function OpenOrders({ side, match }: { readonly side: Side; readonly match: Match | null }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { rows, pages, failed, retry } = useOpenOrders(side, match, page);
  if (rows === null) return failed ? <ErrorState onRetry={retry} /> : <SkeletonRows count={4} height={32} />;
  return (
    <>
      <OrderTable
        caption={side === 'buy' ? t('trade.bids') : t('trade.asks')}
        orders={rows}
        open
        empty={side === 'buy' ? t('trade.noBuys') : t('trade.noSells')}
      />
      <PageButtons page={page} pages={pages} onChange={setPage} />
    </>
  );
}

function History() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(historyList, { page, limit: ordersPerPage }, { keepPrevious: true });
  useRefetchOnNews(refetch);
  if (data === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={4} height={32} />;
  }
  return (
    <>
      <OrderTable caption={t('trade.history')} orders={data.data.data} open={false} empty={t('trade.noHistory')} />
      <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />
    </>
  );
}

/** How long to gather news before the history is fetched anew, in milliseconds. */
const newsPauseMs = 400;

/** Orders that ended since are in the history; several that end together cost one fetch. */
function useRefetchOnNews(refetch: () => unknown): void {
  const ended = useStore(useLive().orders.store, ({ orders }) => Object.values(orders).filter(hasEnded).length);
  useEffect(() => {
    if (ended === 0) return undefined;
    const pause = setTimeout(() => void refetch(), newsPauseMs);
    return () => clearTimeout(pause);
  }, [ended, refetch]);
}

function hasEnded({ order }: { readonly order: Order }): boolean {
  return order.status === 'completed' || order.status === 'cancelled';
}
