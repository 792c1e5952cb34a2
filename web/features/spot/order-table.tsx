import { accountList, buyCancel, historyList, sellCancel, type Order } from '@bourse/contract';
import { useMutation } from '@tanstack/react-query';
import Big from 'big.js';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { randomId } from '../../live/random-id.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Figures } from '../../ui/figures.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useOrderTexts } from './order-news.ts';
import classes from './order-table.module.css';

interface OrderTableProps {
  readonly caption: string;
  readonly orders: readonly Order[];
  /** Open orders can be revoked; finished ones show how they ended. */
  readonly open: boolean;
  readonly empty: string;
}

export function OrderTable({ caption, orders, open, empty }: OrderTableProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  if (orders.length === 0) return <EmptyState text={empty} />;
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-live="off">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trade.time')}</th>
            <th scope="col">{t('trade.market')}</th>
            <th scope="col">{t('trade.side')}</th>
            <th scope="col">{t('trade.price')}</th>
            <th scope="col">{t('trade.amount')}</th>
            <th scope="col">{t('trade.filledShare')}</th>
            <th scope="col">{t('trade.averagePrice')}</th>
            {!open && <th scope="col">{t('trade.feeColumn')}</th>}
            <th scope="col">{t('trade.status')}</th>
            {open && <th scope="col">{t('trade.action')}</th>}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} open={open} figures={figures} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface OrderRowProps {
  readonly order: Order;
  readonly open: boolean;
  readonly figures: Figures;
}

const OrderRow = memo(function OrderRow({ order, open, figures }: OrderRowProps) {
  const { t } = useTranslation();
  const filled = `${figures.trimmed(order.transacted_amount, 8)} (${filledPercent(order)}%)`;
  return (
    <tr className={classes.row} data-order={order.id}>
      <Cell name={t('trade.time')} className="figures">
        {figures.dateTime(open ? order.created_at : order.updated_at)}
      </Cell>
      <Cell name={t('trade.market')} className={classes.market}>
        {order.currency_match.symbol}
      </Cell>
      <Cell name={t('trade.side')} className={order.way === 2 ? 'up' : 'down'}>
        {order.way_name}
      </Cell>
      <Cell name={t('trade.price')} className="figures">
        {figures.trimmed(order.price, 8)}
      </Cell>
      <Cell name={t('trade.amount')} className="figures">
        {figures.trimmed(order.number, 8)}
      </Cell>
      <Cell name={t('trade.filledShare')} className="figures">
        {filled}
      </Cell>
      <Cell name={t('trade.averagePrice')} className="figures">
        {/[1-9]/.test(order.average_price) ? figures.trimmed(order.average_price, 8) : '–'}
      </Cell>
      {!open && (
        <Cell name={t('trade.feeColumn')} className="figures">
          {`${figures.trimmed(order.fee, 8)} ${order.fee_currency}`}
        </Cell>
      )}
      <Cell name={t('trade.status')}>{order.status_name}</Cell>
      {open && (
        <Cell name={t('trade.action')}>
          <RevokeButton order={order} />
        </Cell>
      )}
    </tr>
  );
});

interface CellProps {
  /** Its column's name, which stands before it where there is no room for columns. */
  readonly name: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

function Cell({ name, className, children }: CellProps) {
  return (
    <td>
      <span className={classes.name} aria-hidden="true">
        {name}
      </span>
      <span className={classNames(classes.value, className)}>{children}</span>
    </td>
  );
}

function RevokeButton({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const { call, orders, queries } = useLive();
  const texts = useOrderTexts();
  const revoke = useMutation({
    mutationFn: () => call(order.way === 2 ? buyCancel : sellCancel, { id: order.id }, { idempotencyKey: randomId() }),
    onSuccess: ({ data, sequence }) => {
      orders.learn(data, sequence);
      texts.cancelled(data);
      void queries.invalidateQueries({ queryKey: [accountList.path] });
      void queries.invalidateQueries({ queryKey: [historyList.path] });
    },
  });
  return (
    <button
      type="button"
      className={classes.revoke}
      disabled={revoke.isPending}
      aria-label={t('trade.revokeOrder', { id: order.id })}
      onClick={() => revoke.mutate()}
    >
      {t('trade.revoke')}
    </button>
  );
}

/** The filled share in per cent, whole, cut. */
function filledPercent(order: Order): string {
  const number = new Big(order.number);
  if (number.lte(0)) return '0';
  return new Big(order.transacted_amount).div(number).times(100).round(0, Big.roundDown).toFixed();
}
