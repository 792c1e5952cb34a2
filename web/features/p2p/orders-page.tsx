import { type LegalOrder, legalStatus, type LegalTrader } from '@bourse/contract/p2p';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { requestedPart } from '../../ui/requested-part.ts';
import { LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { statusKey } from './next-action.ts';
import { P2pHead } from './p2p-head.tsx';
import { ordersPerPage, useOrders, useP2pInfo } from './p2p-reads.ts';
import { UnpaidNote } from './standing.tsx';
import { StatusMark } from './status-mark.tsx';
import { Trader } from './trader.tsx';
import { useOrderNews } from './use-order-news.ts';
import classes from './p2p.module.css';

const ProfileDialog = requestedPart(
  async () => (await import('./profile-dialog.tsx')).ProfileDialog,
  ({ onClose }) => onClose(),
);

/** The states that have a tab; an abnormal order is in an appeal. */
const tabs = ['unpaid', 'paid', 'delayed', 'appeal', 'completed', 'cancelled'] as const;
type Tab = 'all' | (typeof tabs)[number];

/** The orders that the user took. The one that waits for the payment is above them, in every tab. */
export function OrdersPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/legalIndex/orders' });
  const navigate = useNavigate();
  useOrderNews(null);
  const info = useP2pInfo();
  const tab: Tab = tabs.find((one) => one === search.status) ?? 'all';
  const page = search.page !== undefined && /^[1-9]\d{0,5}$/.test(search.page) ? Number(search.page) : 1;
  const { data, isError, refetch } = useOrders(tab === 'all' ? null : legalStatus[tab], page);
  const [shown, setShown] = useState<LegalTrader | null>(null);
  const columns = useColumns(setShown);
  const unpaid = info.data?.data.own?.unpaid_order_id ?? null;
  const go = (next: { readonly status?: Tab; readonly page?: number }): void => {
    const status = next.status ?? tab;
    void navigate({
      to: '/legalIndex/orders',
      search: {
        ...(status === 'all' ? {} : { status }),
        ...(next.page === undefined || next.page === 1 ? {} : { page: String(next.page) }),
      },
      replace: true,
    });
  };
  return (
    <div className={classes.page}>
      <P2pHead title={t('p2p.orders.title')} page="orders" info={info.data?.data} />
      {unpaid !== null && <UnpaidNote id={unpaid} />}
      {info.isPending ? (
        <LoadingRoom>
          <SkeletonRows count={ordersPerPage} height={52} />
        </LoadingRoom>
      ) : (
        <section className={classes.card} aria-label={t('p2p.orders.title')}>
          <Tabs<Tab>
            label={t('p2p.orders.state')}
            tabs={[
              { id: 'all', label: t('p2p.orders.all') },
              ...tabs.map((id) => ({ id, label: t(`p2p.status.${id}`) })),
            ]}
            selected={tab}
            onSelect={(status) => go({ status })}
          />
          <DataTable
            caption={t('p2p.orders.title')}
            columns={columns}
            rows={data?.data.data}
            rowKey={({ id }) => id}
            failed={isError}
            onRetry={() => void refetch()}
            empty={t(tab === 'all' ? 'p2p.orders.none' : 'p2p.orders.noneHere')}
            expectedRows={ordersPerPage}
            expectedHeight={52}
          >
            <Link to="/legalIndex/legal" className={classes.link}>
              {t('p2p.orders.toHall')}
            </Link>
          </DataTable>
          {data !== undefined && (
            <PageButtons page={page} pages={data.data.last_page} onChange={(next) => go({ page: next })} />
          )}
        </section>
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          <ProfileDialog id={shown.id} name={shown.name} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}

function useColumns(onTrader: (trader: LegalTrader) => void): readonly Column<LegalOrder>[] {
  const { t } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  return [
    {
      id: 'number',
      head: t('p2p.orders.number'),
      cell: ({ currency: { code }, id, number, side }) => (
        <>
          <b className={classes.below}>{t(side === 'buy' ? 'p2p.buyCoin' : 'p2p.sellCoin', { currency: code })}</b>
          <Link to="/legalIndex/orderdetail" search={{ id: String(id) }} className="figures" tabIndex={-1}>
            {number}
          </Link>
        </>
      ),
    },
    { id: 'time', head: t('p2p.orders.time'), cell: ({ created_at: at }) => figures.dateTime(at), figure: true },
    {
      id: 'amount',
      head: t('p2p.amount'),
      cell: (order) => (
        <>
          <span className={classes.below}>{amount(order.amount, order.fiat)}</span>
          <span className={classes.quiet}>{amount(order.number_coin, order.currency.code)}</span>
        </>
      ),
      figure: true,
    },
    { id: 'price', head: t('p2p.price'), cell: ({ fiat, price }) => amount(price, fiat), figure: true },
    {
      id: 'trader',
      head: t('p2p.orders.trader'),
      cell: ({ counterparty }) => <Trader trader={counterparty} onOpen={onTrader} />,
    },
    {
      id: 'state',
      head: t('p2p.orders.state'),
      cell: (order) => (
        <span className={classes.row}>
          <StatusMark status={statusKey(order)} />
          {order.unread > 0 && (
            <span className={classes.quiet}>{t('p2p.orders.unread', { messages: order.unread })}</span>
          )}
        </span>
      ),
    },
    {
      id: 'view',
      head: t('p2p.orders.view'),
      cell: ({ id, number }) => (
        <Link
          to="/legalIndex/orderdetail"
          search={{ id: String(id) }}
          className={classes.link}
          aria-label={`${t('p2p.orders.view')} ${number}`}
        >
          {t('p2p.orders.view')}
        </Link>
      ),
      figure: true,
    },
  ];
}
