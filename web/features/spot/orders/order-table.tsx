import { buyCancel, buyList, historyList, sellCancel, sellList } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { IconChevronDown, IconPencil, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import Big from 'big.js';
import { memo, Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { isZero } from '../../../live/decimal.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { randomId } from '../../../live/random-id.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Figure } from '../../../ui/figure.tsx';
import { noFigure, type Figures } from '../../../ui/figures.ts';
import { requestedPart } from '../../../ui/requested-part.ts';
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { usePriceDecimals } from '../../markets/index.ts';
import { useKeepRowFocus } from './keep-row-focus.ts';
import { useOrderTexts } from './order-notices.ts';
import { statusTexts, wayTexts } from './order-words.ts';
import { isChangeable } from './order-change.ts';
import { filledShare, totalOf, type OrderSort, type SortColumn } from './sort-orders.ts';
import classes from './order-table.module.css';

const OrderDetail = requestedPart(async () => (await import('./order-detail.tsx')).OrderDetail);
const OrderEdit = requestedPart(
  async () => (await import('./order-edit.tsx')).OrderEdit,
  ({ onDone }) => onDone(),
);

interface OrderTableProps {
  readonly caption: string;
  readonly orders: readonly KnownOrder[];
  /** Whether the orders are open and have actions; ended orders show their status instead. */
  readonly open: boolean;
  readonly empty: string;
  /** How the rows are sorted; without it they have the order of the answer, which the headers do not change. */
  readonly sort?: OrderSort;
  readonly onSort?: (column: SortColumn) => void;
}

/** The expanded content of a row. */
type Unfolded = { readonly id: number; readonly what: 'detail' | 'edit' } | null;

export function OrderTable({ caption, orders, open, empty, sort, onSort }: OrderTableProps) {
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
            {columns.map(({ column, text }) => (
              <Header key={column} column={column} sort={sort} onSort={onSort}>
                {t(text)}
              </Header>
            ))}
            {open ? (
              <th scope="col">{t('trade.action')}</th>
            ) : (
              <>
                <th scope="col" data-column="average">
                  {t('trade.averagePrice')}
                </th>
                <th scope="col" data-column="fee">
                  {t('trade.feeColumn')}
                </th>
                <th scope="col">{t('trade.status')}</th>
              </>
            )}
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

const columns = [
  { column: 'date', text: 'orders.opened' },
  { column: 'pair', text: 'markets.pair' },
  { column: 'type', text: 'orders.type' },
  { column: 'side', text: 'trade.side' },
  { column: 'price', text: 'trade.price' },
  { column: 'amount', text: 'trade.amount' },
  { column: 'filled', text: 'trade.filledShare' },
  { column: 'total', text: 'trade.total' },
  { column: 'trigger', text: 'orders.trigger' },
] as const;

interface HeaderProps {
  readonly column: SortColumn;
  readonly sort: OrderSort | undefined;
  readonly onSort: ((column: SortColumn) => void) | undefined;
  readonly children: string;
}

/** A column header, which sorts the rows where they can be sorted. */
function Header({ column, sort, onSort, children }: HeaderProps) {
  if (sort === undefined || onSort === undefined) {
    return (
      <th scope="col" data-column={column}>
        {children}
      </th>
    );
  }
  const order = sort.column !== column ? 'none' : sort.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" data-column={column} aria-sort={order}>
      <button type="button" className={classes.sort} onClick={() => onSort(column)}>
        {children}
        <span aria-hidden="true">{arrows[order]}</span>
      </button>
    </th>
  );
}

const arrows = { none: '', descending: '↓', ascending: '↑' } as const;

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
        <Cell name={t('orders.opened')} column="date" className="figures">
          <button
            type="button"
            className={classes.fold}
            aria-expanded={unfolded === 'detail'}
            aria-label={t('orders.details', { id })}
            onClick={() => onToggle(id, 'detail')}
          >
            <IconChevronDown size={14} aria-hidden="true" />
          </button>
          <span className={classes.date}>{figures.dateTime(order.created_at)}</span>
        </Cell>
        <Cell name={t('markets.pair')} column="pair" className={classes.market}>
          {order.currency_match.symbol}
        </Cell>
        <Cell name={t('orders.type')} column="type">
          <OrderKind order={order} />
        </Cell>
        <Cell name={t('trade.side')} column="side" className={order.way === 2 ? 'up' : 'down'}>
          {t(wayTexts[order.way])}
        </Cell>
        <Cell name={t('trade.price')} column="price" className="figures">
          {order.order_type.endsWith('market') ? (
            t('orders.atMarket')
          ) : (
            <TablePrice price={order.price} decimals={decimals} figures={figures} />
          )}
        </Cell>
        <Cell name={t('trade.amount')} column="amount" className="figures">
          {amountOf(order, figures)}
        </Cell>
        <Cell name={t('trade.filledShare')} column="filled" className="figures">
          <Filled order={order} figures={figures} />
        </Cell>
        <Cell name={t('trade.total')} column="total" className="figures">
          {writtenTotal(order, open, figures)}
        </Cell>
        <Cell name={t('orders.trigger')} column="trigger" className="figures">
          <Trigger order={order} figures={figures} />
        </Cell>
        {open ? (
          <Cell name={t('trade.action')} column="actions" className={classes.actions}>
            {isChangeable(order) && (
              <button
                type="button"
                className={classes.cancel}
                aria-expanded={unfolded === 'edit'}
                aria-label={t('orders.editOrder', { id })}
                onClick={() => onToggle(id, 'edit')}
              >
                <IconPencil size={18} stroke={1.75} className={classes.sign} aria-hidden="true" />
                <span className={classes.word}>{t('orders.edit')}</span>
              </button>
            )}
            <CancelButton order={order} />
          </Cell>
        ) : (
          <PastCells order={order} figures={figures} />
        )}
      </tr>
      {unfolded !== null && (
        <tr className={classes.under}>
          <td colSpan={open ? 10 : 12}>
            <Suspense fallback={<SkeletonRows count={2} height={28} />}>
              {unfolded === 'detail' ? <OrderDetail order={order} /> : <OrderEdit order={order} onDone={onClose} />}
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
});

/** The cells of an ended order in place of the actions. */
function PastCells({ order, figures }: Pick<OrderRowProps, 'order' | 'figures'>) {
  const { t } = useTranslation();
  return (
    <>
      <Cell name={t('trade.averagePrice')} column="average" className="figures">
        {isZero(order.average_price) ? noFigure : figures.trimmed(order.average_price, 8)}
      </Cell>
      <Cell name={t('trade.feeColumn')} column="fee" className="figures">
        <Charges charged={order} figures={figures} />
      </Cell>
      <Cell name={t('trade.status')} column="status">
        {t(statusTexts[order.status])}
      </Cell>
    </>
  );
}

interface CellProps {
  /** The column header, which is shown before the value on a card. */
  readonly name: string;
  /** The column, for the style sheet. */
  readonly column?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Cell({ name, column, className, children }: CellProps) {
  return (
    <td data-column={column}>
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

function OrderKind({ order }: { readonly order: KnownOrder }) {
  const { t } = useTranslation();
  const kinds = {
    limit: t('trade.limit'),
    market: t('ticket.market'),
    stop_limit: t('ticket.stopLimit'),
    stop_market: t('ticket.stopMarket'),
  };
  return kinds[order.order_type];
}

/** The condition of a stop order. */
function Trigger({ order, figures }: { readonly order: KnownOrder; readonly figures: Figures }) {
  const { t } = useTranslation();
  if (order.stop_price === null) return <span className={classes.none}>{noFigure}</span>;
  const price = figures.trimmed(order.stop_price, 8);
  const said = order.way === 2 ? t('orders.atLeast', { price }) : t('orders.atMost', { price });
  return (
    <span title={said}>
      <span aria-hidden="true">{`${order.way === 2 ? '≥' : '≤'} ${price}`}</span>
      <span className="visually-hidden">{said}</span>
    </span>
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
      <IconX size={18} stroke={1.75} className={classes.sign} aria-hidden="true" />
      <span className={classes.word}>{t('trade.cancel')}</span>
    </button>
  );
}

/** The size of an order: its amount or, when it is sized by total, its total. */
function amountOf(order: KnownOrder, figures: Figures): string {
  if (order.quote_amount === null) return figures.trimmed(order.number, 8);
  return `${figures.trimmed(order.quote_amount, 8)} ${order.currency_match.symbol.split('/')[1] ?? ''}`;
}

/** The total of an open order, or the total that an ended one traded. */
function writtenTotal(order: KnownOrder, open: boolean, figures: Figures): string {
  const total = open ? totalOf(order) : isZero(order.transacted_volume) ? null : order.transacted_volume;
  return total === null ? noFigure : figures.trimmed(total, 8);
}

/** The filled share in per cent, truncated to an integer. */
function filledPercent(order: KnownOrder): string {
  return filledShare(order).times(100).round(0, Big.roundDown).toFixed();
}
