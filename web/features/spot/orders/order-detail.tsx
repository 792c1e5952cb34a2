import { orderTrades } from '@bourse/contract/spot';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '../../../live/decimal.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { useRead } from '../../../live/read.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { ordersPerPage } from './open-orders.ts';
import { Charges } from './order-table.tsx';
import { statusTexts } from './order-words.ts';
import { TradeTable } from './trade-table.tsx';
import { TurnButtons } from './turn-buttons.tsx';
import classes from './order-detail.module.css';

/** The details of an order that have no column, at least on a tablet: its terms, status and fills. */
export function OrderDetail({ order }: { readonly order: KnownOrder }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const price = order.stop_price === null ? null : figures.trimmed(order.stop_price, 8);
  return (
    <div className={classes.detail}>
      <dl className={classes.facts}>
        <Fact name={t('orders.orderId')}>{order.id}</Fact>
        {order.client_order_id !== null && <Fact name={t('orders.clientId')}>{order.client_order_id}</Fact>}
        <Fact name={t('ticket.timeInForce')}>
          {order.post_only
            ? `${order.time_in_force.toUpperCase()} · ${t('ticket.postOnly')}`
            : order.time_in_force.toUpperCase()}
        </Fact>
        {price !== null && (
          <Fact name={t('orders.trigger')}>
            {order.way === 2 ? t('orders.atLeast', { price }) : t('orders.atMost', { price })}
          </Fact>
        )}
        {!isZero(order.transacted_volume) && (
          <Fact name={t('trade.total')}>
            {`${figures.trimmed(order.transacted_volume, 8)} ${order.currency_match.symbol.split('/')[1] ?? ''}`}
          </Fact>
        )}
        {!isZero(order.average_price) && (
          <Fact name={t('trade.averagePrice')}>{figures.trimmed(order.average_price, 8)}</Fact>
        )}
        {(!isZero(order.fee) || !isZero(order.rebate)) && (
          <Fact name={t('trade.feeColumn')}>
            <Charges charged={order} figures={figures} />
          </Fact>
        )}
        <Fact name={t('trade.status')}>{t(statusTexts[order.status])}</Fact>
        {(order.status === 'completed' || order.status === 'cancelled') && (
          <Fact name={t('orders.ended')}>{figures.dateTime(order.updated_at)}</Fact>
        )}
      </dl>
      {isZero(order.transacted_amount) ? <EmptyState text={t('orders.noFills')} /> : <Fills order={order} />}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function Fills({ order }: { readonly order: KnownOrder }) {
  const { t } = useTranslation();
  const [places, setPlaces] = useState<readonly string[]>([]);
  const before = places.at(-1);
  const input = { id: order.id, limit: ordersPerPage, ...(before === undefined ? {} : { before }) };
  const { data, isError, refetch } = useRead(orderTrades, input, { keepPrevious: true });
  const { transacted_amount: filled } = order;
  const shown = useRef(filled);
  useEffect(() => {
    if (filled === shown.current) return;
    shown.current = filled;
    void refetch();
  }, [filled, refetch]);
  if (data === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={2} height={32} />;
  }
  return (
    <>
      <TradeTable caption={t('orders.fills', { id: order.id })} trades={data.data.data} markets={false} />
      <TurnButtons places={places} next={data.data.next} onChange={setPlaces} />
    </>
  );
}
