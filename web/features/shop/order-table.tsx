import type { LegalOrder } from '@bourse/contract/p2p';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { statusKey, useTimeLeft } from '../p2p/index.ts';
import { byTimeLeft, deadlineOf, waitsForMerchant } from './open-orders.ts';
import { useOrders } from './shop-reads.ts';
import classes from './shop.module.css';

interface OrderTableProps {
  /** Undefined while loading. */
  readonly rows: readonly LegalOrder[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly empty: string;
  /** Sorted by the time that is left, which is shown. */
  readonly queued?: boolean;
}

/** Orders on own ads. */
export function OrderTable({ empty, failed, onRetry, queued = false, rows }: OrderTableProps) {
  const { t } = useTranslation();
  const columns = useColumns(queued);
  return (
    <DataTable
      caption={t('shop.orders')}
      columns={columns}
      rows={queued && rows !== undefined ? byTimeLeft(rows) : rows}
      rowKey={({ id }) => id}
      failed={failed}
      onRetry={onRetry}
      empty={empty}
      expectedHeight={56}
    />
  );
}

/** The orders in a state, the newest first; without a state, all of them. */
export function EndedOrders({ status }: { readonly status: number | null }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useOrders(status, page);
  return (
    <>
      <OrderTable
        rows={data?.data.data}
        failed={isError}
        onRetry={() => void refetch()}
        empty={status === null ? t('shop.noOrders') : t('p2p.orders.noneHere')}
      />
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
    </>
  );
}

function useColumns(queued: boolean): readonly Column<LegalOrder>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const time: Column<LegalOrder> = queued
    ? { id: 'left', head: t('shop.timeLeft'), figure: true, cell: (order) => <TimeLeft order={order} /> }
    : {
        id: 'time',
        head: t('p2p.orders.time'),
        cell: ({ created_at: at }) => <span className="figures">{figures.dateTime(at)}</span>,
      };
  return [
    time,
    {
      id: 'order',
      head: t('p2p.orders.number'),
      cell: ({ currency, number, side }) => (
        <span className={classes.name}>
          <b className={side === 'buy' ? 'up' : 'down'}>
            {side === 'buy'
              ? t('p2p.buyCoin', { currency: currency.code })
              : t('p2p.sellCoin', { currency: currency.code })}
          </b>
          <span className={classes.below}>{number}</span>
        </span>
      ),
    },
    {
      id: 'amount',
      head: t('p2p.amount'),
      figure: true,
      cell: ({ amount: paid, currency, fiat, number_coin: coins }) => (
        <>
          {amount(paid, fiat)}
          <span className={classes.below}>{amount(coins, currency.code)}</span>
        </>
      ),
    },
    {
      id: 'trader',
      head: t('p2p.orders.trader'),
      cell: ({ counterparty, unread }) => (
        <>
          {counterparty.name}
          {unread > 0 && <span className={classes.below}>{t('p2p.orders.unread', { messages: unread })}</span>}
        </>
      ),
    },
    { id: 'state', head: t('p2p.orders.state'), cell: (order) => <OrderMark order={order} /> },
    {
      id: 'view',
      head: t('p2p.orders.view'),
      wide: true,
      figure: true,
      cell: ({ id, number }) => (
        <Link
          to="/myshop/shoporderdetail"
          search={{ id: String(id) }}
          className={classes.edit}
          aria-label={`${t('p2p.orders.view')} ${number}`}
        >
          {t('p2p.orders.view')}
        </Link>
      ),
    },
  ];
}

function OrderMark({ order }: { readonly order: LegalOrder }) {
  const { t } = useTranslation();
  const { end_reason: end } = order;
  return (
    <span className={classes.state}>
      <span className={classes.mark} data-tone={waitsForMerchant(order) ? 'warning' : 'quiet'}>
        {t(`p2p.status.${statusKey(order)}`)}
      </span>
      {end !== null && <span className={classes.below}>{t(`p2p.endReasons.${end}`)}</span>}
    </span>
  );
}

/** Shorter than this, in milliseconds, the time is coloured. */
const urgentMs = 5 * 60_000;

function TimeLeft({ order }: { readonly order: LegalOrder }) {
  const due = deadlineOf(order);
  return due === null ? noFigure : <Countdown until={due} />;
}

function Countdown({ until }: { readonly until: number }) {
  const { clock } = useLive();
  const left = useTimeLeft(until);
  return <span className={until - clock.nowMs() < urgentMs ? classes.urgent : undefined}>{left}</span>;
}
