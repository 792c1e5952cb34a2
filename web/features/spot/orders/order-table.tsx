import { buyCancel, buyList, historyList, sellCancel, sellList } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import Big from 'big.js';
import { lazy, memo, Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { isZero } from '../../../live/decimal.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { randomId } from '../../../live/random-id.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Figure } from '../../../ui/figure.tsx';
import { noFigure, type Figures } from '../../../ui/figures.ts';
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { usePriceDecimals } from '../../markets/index.ts';
import { useKeepRowFocus } from './keep-row-focus.ts';
import { useOrderTexts } from './order-notices.ts';
import { statusTexts, wayTexts } from './order-words.ts';
import { isChangeable } from './order-change.ts';
import classes from './order-table.module.css';

const OrderDetail = lazy(async () => {
  const { OrderDetail: loaded } = await import('./order-detail.tsx');
  return { default: loaded };
});
const OrderEdit = lazy(async () => {
  const { OrderEdit: loaded } = await import('./order-edit.tsx');
  return { default: loaded };
});

interface OrderTableProps {
  readonly caption: string;
  readonly orders: readonly KnownOrder[];
  /** Whether the orders are open and have actions; ended orders show their status instead. */
  readonly open: boolean;
  readonly empty: string;
}

/** The expanded content of a row. */
type Unfolded = { readonly id: number; readonly what: 'detail' | 'edit' } | null;

export function OrderTable({ caption, orders, open, empty }: OrderTableProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const [unfolded, setUnfolded] = useState<Unfolded>(null);
  const toggle = useCallback((id: number, what: 'detail' | 'edit') => {
    setUnfolded((before) => (before?.id === id && before.what === what ? null : { id, what }));
  }, []);
  const close = useCallback(() => setUnfolded(null), []);
  const decimalsOf = usePriceDecimals();
  const list = useRef<HTMLDivElement>(null);
  const focus = useKeepRowFocus(list);
  if (orders.length === 0) {
    return (
      <div ref={list} tabIndex={-1} className={classes.empty}>
        <EmptyState text={empty} />
      </div>
    );
  }
  return (
    <div ref={list} className={classes.scroll} {...focus}>
      <table className={classes.table} aria-live="off">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('orders.opened')}</th>
            <th scope="col">{t('trade.market')}</th>
            <th scope="col">{t('trade.side')}</th>
            <th scope="col">{t('orders.type')}</th>
            <th scope="col">{t('trade.price')}</th>
            <th scope="col">{t('trade.amount')}</th>
            <th scope="col">{t('trade.filledShare')}</th>
            <th scope="col">{t('trade.averagePrice')}</th>
            <th scope="col">{t('trade.feeColumn')}</th>
            <th scope="col">{t('trade.status')}</th>
            <th scope="col">{open ? t('trade.action') : t('orders.ended')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              open={open}
              figures={figures}
              decimals={decimalsOf(order.currency_match_id)}
              unfolded={unfolded?.id === order.id ? unfolded.what : null}
              onToggle={toggle}
              onClose={close}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface OrderRowProps {
  readonly order: KnownOrder;
  readonly open: boolean;
  readonly figures: Figures;
  /** The price decimals of its market; null while unknown. */
  readonly decimals: number | null;
  readonly unfolded: 'detail' | 'edit' | null;
  readonly onToggle: (id: number, what: 'detail' | 'edit') => void;
  readonly onClose: () => void;
}

const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { order, open, figures, decimals, unfolded, onToggle, onClose } = props;
  const { t } = useTranslation();
  const { id } = order;
  return (
    <>
      <tr
        className={classNames(classes.row, open && classes.changeable)}
        data-order={id}
        data-unfolded={unfolded !== null}
      >
        <Cell name={t('orders.opened')} className="figures">
          <button
            type="button"
            className={classes.fold}
            aria-expanded={unfolded === 'detail'}
            aria-label={t('orders.details', { id })}
            onClick={() => onToggle(id, 'detail')}
          >
            <IconChevronDown size={14} aria-hidden="true" />
          </button>
          {figures.dateTime(order.created_at)}
        </Cell>
        <Cell name={t('trade.market')} className={classes.market}>
          {order.currency_match.symbol}
        </Cell>
        <Cell name={t('trade.side')} className={order.way === 2 ? 'up' : 'down'}>
          {t(wayTexts[order.way])}
        </Cell>
        <Cell name={t('orders.type')}>
          <OrderKind order={order} figures={figures} />
        </Cell>
        <Cell name={t('trade.price')} className="figures">
          {order.order_type.endsWith('market') ? (
            t('orders.atMarket')
          ) : (
            <TablePrice price={order.price} decimals={decimals} figures={figures} />
          )}
        </Cell>
        <Cell name={t('trade.amount')} className="figures">
          {amountOf(order, figures)}
        </Cell>
        <Cell name={t('trade.filledShare')} className="figures">
          <Filled order={order} figures={figures} />
        </Cell>
        <Cell name={t('trade.averagePrice')} className="figures">
          {isZero(order.average_price) ? noFigure : figures.trimmed(order.average_price, 8)}
        </Cell>
        <Cell name={t('trade.feeColumn')} className="figures">
          <Charges charged={order} figures={figures} />
        </Cell>
        <Cell name={t('trade.status')}>{t(statusTexts[order.status])}</Cell>
        {open ? (
          <Cell name={t('trade.action')} className={classes.actions}>
            {isChangeable(order) && (
              <button
                type="button"
                className={classes.cancel}
                aria-expanded={unfolded === 'edit'}
                aria-label={t('orders.editOrder', { id })}
                onClick={() => onToggle(id, 'edit')}
              >
                {t('orders.edit')}
              </button>
            )}
            <CancelButton order={order} />
          </Cell>
        ) : (
          <Cell name={t('orders.ended')} className="figures">
            {figures.dateTime(order.updated_at)}
          </Cell>
        )}
      </tr>
      {unfolded !== null && (
        <tr className={classes.under}>
          <td colSpan={11}>
            <Suspense fallback={<SkeletonRows count={2} height={28} />}>
              {unfolded === 'detail' ? <OrderDetail order={order} /> : <OrderEdit order={order} onDone={onClose} />}
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
});

interface CellProps {
  /** The column header, which is shown before the value on a card. */
  readonly name: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Cell({ name, className, children }: CellProps) {
  return (
    <td>
      <span className={classes.name} aria-hidden="true">
        {name}
      </span>
      <span className={classNames(classes.value, className)}>{children}</span>
    </td>
  );
}

interface TablePriceProps {
  readonly price: string;
  readonly decimals: number | null;
  readonly figures: Figures;
}

/** A price with the decimals of its market, so that prices of one market align. */
export function TablePrice({ price, decimals, figures }: TablePriceProps) {
  return decimals === null ? figures.trimmed(price, 8) : <Figure value={price} decimals={decimals} figures={figures} />;
}

/** The kind of an order and, for a stop order, its trigger. */
function OrderKind({ order, figures }: { readonly order: KnownOrder; readonly figures: Figures }) {
  const { t } = useTranslation();
  const kinds = {
    limit: t('trade.limit'),
    market: t('ticket.market'),
    stop_limit: t('ticket.stopLimit'),
    stop_market: t('ticket.stopMarket'),
  };
  const stop = order.stop_price;
  if (stop === null) return kinds[order.order_type];
  const price = figures.trimmed(stop, 8);
  return (
    <>
      {kinds[order.order_type]}{' '}
      <span
        className={classes.trigger}
        title={order.way === 2 ? t('orders.atLeast', { price }) : t('orders.atMost', { price })}
      >
        <span aria-hidden="true">{`${order.way === 2 ? '≥' : '≤'} ${price}`}</span>
        <span className="visually-hidden">
          {order.way === 2 ? t('orders.atLeast', { price }) : t('orders.atMost', { price })}
        </span>
      </span>
    </>
  );
}

/** The filled amount, with its share in per cent and as a bar. */
function Filled({ order, figures }: { readonly order: KnownOrder; readonly figures: Figures }) {
  const percent = filledPercent(order);
  return (
    <span className={classes.filled}>
      {`${figures.trimmed(order.transacted_amount, 8)} (${figures.percent(percent, 0)})`}
      <span className={classes.share} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}

/** The fee paid and the rebate received, if any. */
export function Charges({
  charged,
  figures,
}: {
  readonly charged: Pick<KnownOrder, 'fee' | 'fee_currency' | 'rebate' | 'rebate_currency'>;
  readonly figures: Figures;
}) {
  const { t } = useTranslation();
  const { fee, fee_currency, rebate, rebate_currency } = charged;
  if (isZero(fee) && isZero(rebate)) return noFigure;
  const earned = `+${figures.trimmed(rebate, 8)} ${rebate_currency}`;
  return (
    <>
      {!isZero(fee) && `${figures.trimmed(fee, 8)} ${fee_currency}`}
      {!isZero(rebate) && (
        <span className="up" title={t('orders.rebate')}>
          {isZero(fee) ? earned : ` ${earned}`}
        </span>
      )}
    </>
  );
}

function CancelButton({ order }: { readonly order: KnownOrder }) {
  const { t } = useTranslation();
  const { call, orders, queries } = useLive();
  const texts = useOrderTexts();
  const cancel = useMutation({
    mutationFn: () => call(order.way === 2 ? buyCancel : sellCancel, { id: order.id }, { idempotencyKey: randomId() }),
    onSuccess: ({ data, sequence }) => {
      orders.apply(data, sequence);
      texts.cancelled(data);
      void queries.invalidateQueries({ queryKey: [accountList.path] });
      void queries.invalidateQueries({ queryKey: [historyList.path] });
    },
    onError: () => {
      // An order that cannot be cancelled may have ended, so the list may be outdated.
      for (const { path } of [buyList, sellList]) void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  return (
    <button
      type="button"
      className={classes.cancel}
      disabled={cancel.isPending}
      aria-label={t('trade.cancelOrder', { id: order.id })}
      onClick={() => cancel.mutate()}
    >
      {t('trade.cancel')}
    </button>
  );
}

/** The size of an order: its amount or, when it is sized by total, its total. */
function amountOf(order: KnownOrder, figures: Figures): string {
  if (order.quote_amount === null) return figures.trimmed(order.number, 8);
  return `${figures.trimmed(order.quote_amount, 8)} ${order.currency_match.symbol.split('/')[1] ?? ''}`;
}

/** The filled share in per cent, truncated to an integer. */
function filledPercent(order: KnownOrder): string {
  const [whole, part] =
    order.quote_amount === null
      ? [order.number, order.transacted_amount]
      : [order.quote_amount, order.transacted_volume];
  const number = new Big(whole);
  if (number.lte(0)) return '0';
  return new Big(part).div(number).times(100).round(0, Big.roundDown).toFixed();
}
