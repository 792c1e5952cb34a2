import { legalStatus } from '@bourse/contract/p2p';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Card } from './card.tsx';
import { isOpen, waitsForMerchant } from './open-orders.ts';
import { EndedOrders, OrderTable } from './order-table.tsx';
import { ShopHead } from './shop-head.tsx';
import { useOpenOrders, useShopNews } from './shop-reads.ts';
import classes from './shop.module.css';

const views = ['queue', 'open', 'completed', 'cancelled', 'all'] as const;
type View = (typeof views)[number];

/** The orders on the merchant's ads: those that wait for the merchant first, by the time that is left. */
export function ShopOrdersPage() {
  const token = useSessionToken();
  return <ShopOrders key={token} />;
}

function ShopOrders() {
  const { t } = useTranslation();
  const [view, show] = useState<View>('queue');
  const open = useOpenOrders();
  useShopNews(null);
  // An order that a message has ended stays in its list until that is read again.
  const rows = open.rows?.filter(isOpen);
  const waiting = rows?.filter(waitsForMerchant);
  const names: Readonly<Record<View, string>> = {
    queue: t('shop.queue'),
    open: t('p2p.orders.open'),
    completed: t('p2p.status.completed'),
    cancelled: t('p2p.status.cancelled'),
    all: t('p2p.orders.all'),
  };
  return (
    <div className={classes.page}>
      <ShopHead />
      <Card title={t('shop.orders')}>
        <Tabs
          label={t('shop.orders')}
          tabs={views.map((id) => ({
            id,
            label: names[id],
            ...(id === 'queue' ? { count: waiting?.length ?? 0 } : {}),
            ...(id === 'open' ? { count: rows?.length ?? 0 } : {}),
          }))}
          selected={view}
          onSelect={show}
        />
        {view === 'queue' && (
          <OrderTable
            rows={waiting}
            failed={open.failed}
            onRetry={open.retry}
            empty={t('p2p.orders.noneHere')}
            queued
          />
        )}
        {view === 'open' && (
          <OrderTable rows={rows} failed={open.failed} onRetry={open.retry} empty={t('p2p.orders.noneHere')} queued />
        )}
        {view === 'completed' && <EndedOrders key={view} status={legalStatus.completed} />}
        {view === 'cancelled' && <EndedOrders key={view} status={legalStatus.cancelled} />}
        {view === 'all' && <EndedOrders key={view} status={null} />}
      </Card>
    </div>
  );
}
