import type { LeverPosition } from '@bourse/contract/leverage';
import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useWidth } from '../../ui/use-width.ts';
import { usePriceDecimals } from '../markets/index.ts';
import { useLeverTexts } from './lever-texts.ts';
import { LiveMark, LiveProfit, Profit } from './profit.tsx';
import classes from './positions.module.css';

/** An action that ends a position, an order or several positions, to be confirmed in a dialog. */
export type EndAct =
  | { readonly kind: 'close' | 'reverse' | 'cancel'; readonly position: LeverPosition }
  | { readonly kind: 'batch'; readonly type: 0 | 1 | 2; readonly match: Match | null };

/** An action with a dialog. */
export type Act = EndAct | { readonly kind: 'stops'; readonly position: LeverPosition };

interface PositionTableProps {
  readonly list: 'held' | 'orders' | 'closed';
  readonly rows: readonly LeverPosition[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly onAct: (act: Act) => void;
}

const emptyTexts = { held: 'lever.noPositions', orders: 'lever.noOrders', closed: 'lever.noClosed' } as const;
/** Columns that a tablet has no room for. */
const droppedFirst: readonly ColumnId[] = ['mark', 'margin', 'adl', 'time'];

const captions = { held: 'lever.positions', orders: 'lever.orders', closed: 'lever.closed' } as const;

/** A list of positions or orders; on a phone, of cards. */
export function PositionTable({ list, rows, failed, onRetry, onAct }: PositionTableProps) {
  const { t } = useTranslation();
  const columns = useColumns(onAct);
  const width = useWidth();
  const chosen = {
    held: ['pair', 'size', 'entry', 'mark', 'liquidation', 'margin', 'profit', 'stops', 'adl', 'time', 'held'],
    orders: ['pair', 'size', 'target', 'margin', 'fee', 'stops', 'time', 'ordered'],
    closed: ['pair', 'size', 'entry', 'closePrice', 'result', 'fee', 'reason', 'ended'],
  } as const satisfies Readonly<Record<typeof list, readonly ColumnId[]>>;
  const left: readonly ColumnId[] = width === 'medium' ? droppedFirst : [];
  return (
    <div className={classes.list}>
      <DataTable
        caption={t(captions[list])}
        columns={chosen[list].filter((id) => !left.includes(id)).map((id) => columns[id])}
        rows={rows}
        rowKey={({ id }) => id}
        failed={failed}
        onRetry={onRetry}
        empty={t(emptyTexts[list])}
        expectedRows={3}
      />
    </div>
  );
}

type ColumnId =
  | 'pair'
  | 'size'
  | 'entry'
  | 'target'
  | 'mark'
  | 'liquidation'
  | 'margin'
  | 'fee'
  | 'profit'
  | 'stops'
  | 'adl'
  | 'time'
  | 'held'
  | 'ordered'
  | 'closePrice'
  | 'result'
  | 'reason'
  | 'ended';

function useColumns(onAct: (act: Act) => void): Readonly<Record<ColumnId, Column<LeverPosition>>> {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useLeverTexts();
  const decimalsOf = usePriceDecimals();
  const price = (position: LeverPosition, value: string | null): string =>
    value === null ? noFigure : figures.fixed(value, decimalsOf(position.currency_match_id) ?? 2);
  const money = (value: string): string => figures.fixed(value, 2);
  const when = (time: number | null): string => (time === null ? noFigure : figures.dateTime(time).slice(5));
  const figure = (id: string, head: string, cell: Column<LeverPosition>['cell']) => ({ id, head, figure: true, cell });
  return {
    pair: { id: 'pair', head: t('lever.pair'), cell: (one) => <PairCell position={one} /> },
    size: figure('size', t('lever.lots'), (one) => (
      <span title={`${one.number} ${one.symbol.split('/')[0] ?? ''}`}>{figures.trimmed(String(one.share), 0)}</span>
    )),
    entry: figure('entry', t('lever.entry'), (one) => price(one, one.price)),
    target: figure('target', t('lever.targetPrice'), (one) =>
      one.target_price === null ? t('lever.market') : price(one, one.target_price),
    ),
    mark: figure('mark', t('lever.mark'), (one) => (
      <LiveMark position={one} decimals={decimalsOf(one.currency_match_id) ?? 2} />
    )),
    liquidation: figure('liquidation', t('lever.liquidation'), (one) => (
      <span className={classes.liquidation}>{price(one, one.liquidation_price)}</span>
    )),
    margin: figure('margin', t('lever.margin'), (one) => money(one.caution_money)),
    fee: figure('fee', t('lever.fee'), (one) => figures.trimmed(one.trade_fee, 6)),
    profit: figure('profit', t('lever.profits'), (one) => <LiveProfit position={one} />),
    stops: figure('stops', t('lever.stops'), (one) => (
      <span className={classes.both}>
        <span>{price(one, one.target_profit_price)}</span>
        <span>{price(one, one.stop_loss_price)}</span>
      </span>
    )),
    adl: { id: 'adl', head: t('lever.adl'), cell: ({ adl_rank: rank }) => <AdlLights rank={rank} /> },
    time: figure('time', t('lever.time'), (one) => when(one.filled_at ?? one.time)),
    held: { id: 'held', head: t('trade.action'), wide: true, cell: (one) => <HeldActions one={one} onAct={onAct} /> },
    ordered: {
      id: 'ordered',
      head: t('trade.action'),
      wide: true,
      cell: (one) => <OrderActions one={one} onAct={onAct} />,
    },
    closePrice: figure('closePrice', t('lever.closePrice'), (one) => price(one, one.close_price)),
    result: figure('result', t('lever.result'), (one) => <Profit profit={one.profits} margin={one.caution_money} />),
    reason: { id: 'reason', head: t('lever.reason'), cell: (one) => texts.reason(one) },
    ended: figure('ended', t('lever.closedAt'), (one) => when(one.handle_time)),
  };
}

function PairCell({ position }: { readonly position: LeverPosition }) {
  const texts = useLeverTexts();
  return (
    <span className={classes.pair}>
      <strong>{position.symbol}</strong>
      <span className={classNames(classes.badge, position.type === 1 ? 'up' : 'down')}>
        {`${texts.side(position)} ${position.multiple}×`}
      </span>
    </span>
  );
}

const ranks = [1, 2, 3, 4, 5] as const;

/** Where the position is in the order of deleveraging: five lights are next. */
function AdlLights({ rank }: { readonly rank: number | null }) {
  const { t } = useTranslation();
  if (rank === null) return noFigure;
  const text = t('lever.adlRank', { rank });
  return (
    <span className={classes.lights} role="img" aria-label={text} title={`${text}. ${t('lever.adlHint')}`}>
      {ranks.map((one) => (
        <span key={one} data-lit={one <= rank} data-high={rank >= 4} />
      ))}
    </span>
  );
}

interface ActionsProps {
  readonly one: LeverPosition;
  readonly onAct: (act: Act) => void;
}

function HeldActions({ one, onAct }: ActionsProps) {
  const { t } = useTranslation();
  if (one.status !== 1) return <span className={classes.waiting}>{t('lever.closing')}</span>;
  return <Actions one={one} onAct={onAct} kinds={['close', 'reverse', 'stops']} />;
}

function OrderActions({ one, onAct }: ActionsProps) {
  const { t } = useTranslation();
  if (one.kind === 'market') return <span className={classes.waiting}>{t('lever.filling')}</span>;
  return <Actions one={one} onAct={onAct} kinds={['cancel', 'stops']} />;
}

const actTexts = {
  close: 'lever.close',
  reverse: 'lever.reverse',
  cancel: 'lever.cancel',
  stops: 'lever.setStops',
} as const;

interface ActButtonsProps extends ActionsProps {
  readonly kinds: readonly (keyof typeof actTexts)[];
}

function Actions({ one, onAct, kinds }: ActButtonsProps) {
  const { t } = useTranslation();
  const { name } = useLeverTexts();
  return (
    <span className={classes.actions}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={classes.action}
          aria-label={`${t(actTexts[kind])}: ${name(one)}`}
          onClick={() => onAct(kind === 'stops' ? { kind, position: one } : { kind, position: one })}
        >
          {t(actTexts[kind])}
        </button>
      ))}
    </span>
  );
}
