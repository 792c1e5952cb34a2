import type { Match } from '@bourse/contract/markets';
import { Link } from '@tanstack/react-router';
import { memo, Suspense, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { useSessionToken } from '../../../live/read.ts';
import { useShortcut } from '../../../live/use-shortcut.ts';
import { PageButtons } from '../../../ui/page-buttons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { requestedPart } from '../../../ui/requested-part.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { Width } from '../../../ui/use-width.ts';
import { useOpenCount } from './open-count.ts';
import { useOpenOrders } from './open-orders.ts';
import type { Side } from '../ticket/order-form.ts';
import { OrderTable } from './order-table.tsx';
import { defaultSort, nextSort, type OrderSort, type SortColumn } from './sort-orders.ts';
import classes from './orders-panel.module.css';

type OrdersTab = 'current' | 'all' | 'history' | 'trades' | 'balances';

/** Tabs that are hidden at first are loaded on demand. */
const PastOrders = requestedPart(async () => (await import('./past-orders.tsx')).PastOrders);
const AllBalances = requestedPart(async () => (await import('./all-balances.tsx')).AllBalances);
const CancelAll = requestedPart(
  async () => (await import('./cancel-all.tsx')).CancelAll,
  ({ onClose }) => onClose(),
);

interface OrdersPanelProps {
  readonly match: Match;
  readonly width: Width;
}

/** The user's orders: open ones of this market or of all; ended ones; their trades; and the balances. */
export const OrdersPanel = memo(function OrdersPanel({ match, width }: OrdersPanelProps) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const [tab, setTab] = useState<OrdersTab>('current');
  const [side, setSide] = useState<'both' | Side>('both');
  const [sort, setSort] = useState<OrderSort>(defaultSort);
  const [cancelling, setCancelling] = useState(false);
  useShortcut('c', () => setCancelling(token !== null));
  const sortBy = useCallback((column: SortColumn) => setSort((now) => nextSort(now, column)), []);
  const tabs = [
    { id: 'current', label: t('trade.current'), count: useOpenCount(match) },
    { id: 'all', label: t('trade.all') },
    { id: 'history', label: t('trade.history') },
    { id: 'trades', label: t('orders.trades') },
    { id: 'balances', label: t('orders.balances') },
  ] as const;
  const here = tab === 'current' ? match : null;
  const isOpen = tab === 'current' || tab === 'all';
  const tools = <OpenTools side={side} onSide={setSide} onCancelAll={() => setCancelling(true)} />;
  // Beside the tabs where there is room, so that they take no height from the rows.
  const inHead = width === 'wide';
  return (
    <Panel
      label={t('trade.orders')}
      className={classes.panel}
      stale={stale && token !== null}
      head={<Tabs label={t('trade.orders')} tabs={tabs} selected={tab} onSelect={setTab} />}
      tools={inHead && isOpen && token !== null && tools}
    >
      {token === null ? (
        <VisitorOrders />
      ) : (
        <Suspense fallback={<SkeletonRows count={4} height={32} />}>
          {(tab === 'history' || tab === 'trades') && <PastOrders key={tab} of={tab} match={match} />}
          {tab === 'balances' && <AllBalances match={match} />}
          {isOpen && (
            <>
              {!inHead && <div className={classes.tools}>{tools}</div>}
              <OpenOrders key={`${tab} ${side} ${here?.id}`} side={side} match={here} sort={sort} onSort={sortBy} />
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

function VisitorOrders(): ReactNode {
  const { t } = useTranslation();
  return (
    <EmptyState text={t('trade.visitorOrders')}>
      <Link to="/login">{t('shell.login')}</Link>
    </EmptyState>
  );
}

interface OpenToolsProps {
  readonly side: 'both' | Side;
  readonly onSide: (side: 'both' | Side) => void;
  readonly onCancelAll: () => void;
}

function OpenTools({ side, onSide, onCancelAll }: OpenToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Tabs
        label={t('trade.side')}
        look="pills"
        tabs={[
          { id: 'both', label: t('orders.bothSides') },
          { id: 'buy', label: t('trade.buy') },
          { id: 'sell', label: t('trade.sell') },
        ]}
        selected={side}
        onSelect={onSide}
      />
      <button type="button" className={classes.action} aria-haspopup="dialog" onClick={onCancelAll}>
        {t('orders.cancelAll')}
      </button>
    </>
  );
}

interface OpenOrdersProps {
  readonly side: 'both' | Side;
  /** Null for all markets. */
  readonly match: Match | null;
  readonly sort: OrderSort;
  readonly onSort: (column: SortColumn) => void;
}

function OpenOrders({ side, match, sort, onSort }: OpenOrdersProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { rows, pages, failed, retry } = useOpenOrders({ side, match, sort }, page);
  if (rows === null) return failed ? <ErrorState onRetry={retry} /> : <SkeletonRows count={4} height={32} />;
  // The last order of the last page may have ended.
  if (page > pages) setPage(pages);
  const empty = { both: t('trade.noOpen'), buy: t('trade.noBuys'), sell: t('trade.noSells') };
  const captions = { both: t('trade.current'), buy: t('trade.bids'), sell: t('trade.asks') };
  return (
    <>
      <OrderTable caption={captions[side]} orders={rows} open empty={empty[side]} sort={sort} onSort={onSort} />
      <PageButtons page={page} pages={pages} onChange={setPage} />
    </>
  );
}
