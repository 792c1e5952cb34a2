import type { Match } from '@bourse/contract/markets';
import { Link } from '@tanstack/react-router';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { useSessionToken } from '../../../live/read.ts';
import { useShortcut } from '../../../live/use-shortcut.ts';
import { PageButtons } from '../../../ui/page-buttons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useOpenOrders } from './open-orders.ts';
import type { Side } from '../ticket/order-form.ts';
import { OrderTable } from './order-table.tsx';
import classes from './orders-panel.module.css';

type OrdersTab = 'current' | 'all' | 'history' | 'trades' | 'balances';

/** Tabs that are hidden at first are loaded on demand. */
const PastOrders = lazy(async () => {
  const { PastOrders: loaded } = await import('./past-orders.tsx');
  return { default: loaded };
});
const AllBalances = lazy(async () => {
  const { AllBalances: loaded } = await import('./all-balances.tsx');
  return { default: loaded };
});
const CancelAll = lazy(async () => {
  const { CancelAll: loaded } = await import('./cancel-all.tsx');
  return { default: loaded };
});

/** The user's orders: open ones of this market or of all, by side; ended ones; their trades; and the balances. */
export const OrdersPanel = memo(function OrdersPanel({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const [tab, setTab] = useState<OrdersTab>('current');
  const [side, setSide] = useState<Side>('buy');
  const [cancelling, setCancelling] = useState(false);
  useShortcut('c', () => setCancelling(token !== null));
  const tabs = [
    { id: 'current', label: t('trade.current') },
    { id: 'all', label: t('trade.all') },
    { id: 'history', label: t('trade.history') },
    { id: 'trades', label: t('orders.trades') },
    { id: 'balances', label: t('orders.balances') },
  ] as const;
  const here = tab === 'current' ? match : null;
  return (
    <Panel
      label={t('trade.orders')}
      className={classes.panel}
      stale={stale && token !== null}
      head={<Tabs label={t('trade.orders')} tabs={tabs} selected={tab} onSelect={setTab} />}
    >
      {token === null ? (
        <EmptyState text={t('trade.visitorOrders')}>
          <Link to="/login">{t('shell.login')}</Link>
        </EmptyState>
      ) : (
        <Suspense fallback={<SkeletonRows count={4} height={32} />}>
          {(tab === 'history' || tab === 'trades') && <PastOrders key={tab} of={tab} match={match} />}
          {tab === 'balances' && <AllBalances match={match} />}
          {(tab === 'current' || tab === 'all') && (
            <>
              <OpenTools side={side} onSide={setSide} onCancelAll={() => setCancelling(true)} />
              <OpenOrders key={`${tab} ${side} ${here?.id}`} side={side} match={here} />
            </>
          )}
        </Suspense>
      )}
      {cancelling && token !== null && (
        <Suspense fallback={null}>
          <CancelAll match={match} here={tab === 'current'} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </Panel>
  );
});

interface OpenToolsProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly onCancelAll: () => void;
}

function OpenTools({ side, onSide, onCancelAll }: OpenToolsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <Tabs
        label={t('trade.side')}
        look="pills"
        tabs={[
          { id: 'buy', label: t('trade.buy') },
          { id: 'sell', label: t('trade.sell') },
        ]}
        selected={side}
        onSelect={onSide}
      />
      <button type="button" className={classes.action} aria-haspopup="dialog" onClick={onCancelAll}>
        {t('orders.cancelAll')}
      </button>
    </div>
  );
}

/** Open orders of one side, on one market or (null) all. */
function OpenOrders({ side, match }: { readonly side: Side; readonly match: Match | null }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { rows, pages, failed, retry } = useOpenOrders(side, match, page);
  if (rows === null) return failed ? <ErrorState onRetry={retry} /> : <SkeletonRows count={4} height={32} />;
  // The last order of the last page may have ended.
  if (page > pages) setPage(pages);
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
