import type { Match } from '@bourse/contract/markets';
import { buyCancel, sellCancel } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { randomId } from '../../../live/random-id.ts';
import { useOrderTexts } from '../orders/order-notices.ts';
import type { LinePlaces } from './draw-orders.ts';
import type { LabelPlaces } from './label-places.ts';
import { MoveOrder } from './move-order.tsx';
import { orderToMove, priceOnStep, type MovedLine, type OrderLine } from './order-lines.ts';
import { candlePane, type PriceChart } from './price-chart.ts';
import { useDrag } from './use-drag.ts';
import classes from './order-labels.module.css';

interface OrderLabelsProps {
  readonly chart: PriceChart;
  readonly match: Match;
  readonly lines: readonly OrderLine[];
  readonly words: Readonly<Record<'label' | 'price', (line: OrderLine) => string>>;
  readonly places: LabelPlaces;
  readonly moved: MovedLine | null;
  readonly onMove: (moved: MovedLine | null) => void;
}

/**
 * The labels of the order lines. Dragging one moves its line; the change is sent after a confirmation. They are hidden
 * from screen readers and the keyboard, which have the list of lines, and the buttons of the order table.
 */
export function OrderLabels({ chart, match, lines, words, places, moved, onMove }: OrderLabelsProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<{ readonly order: KnownOrder; readonly price: string } | null>(null);
  const layer = useLabelPlaces(places);
  const cancel = useCancel();
  const priceAt = (y: number): string => {
    const within = Math.min(Math.max(y, 0), places.current.height);
    const [point] = [chart.library.convertFromPixel([{ x: 0, y: within }], { paneId: candlePane })].flat();
    return priceOnStep(point?.value ?? 0, match);
  };
  const close = (): void => {
    setAsking(null);
    onMove(null);
  };
  const frame = chart.library.getDom()?.parentElement ?? null;
  if (frame === null) return null;
  return (
    <>
      {createPortal(
        <div ref={layer} className={classes.layer} aria-hidden="true" data-testid="order-labels">
          {lines.map((line) => (
            <Label
              key={line.key}
              line={line}
              text={`${words.label(line)} · ${words.price(line)}`}
              dragged={moved?.key === line.key}
              busy={cancel.isPending || asking !== null}
              startY={() => places.current.labels.find(({ key }) => key === line.key)?.y ?? 0}
              onDrag={(y) => onMove({ key: line.key, price: priceAt(y) })}
              onDrop={(y) => {
                const [order, price] = [orderToMove(line), y === null ? null : priceAt(y)];
                if (order === null || price === null || Number(price) === Number(priceOf(order))) return onMove(null);
                onMove({ key: line.key, price });
                setAsking({ order, price });
              }}
              onCancel={() => cancel.mutate(line.orders)}
              hint={orderToMove(line) === null ? undefined : t('chart.dragOrder')}
            />
          ))}
        </div>,
        frame,
      )}
      {asking !== null && <MoveOrder {...asking} match={match} onClose={close} />}
    </>
  );
}

/** The price of an order's line. */
function priceOf({ status, price, stop_price }: KnownOrder): string {
  return status === 'untriggered' ? (stop_price ?? price) : price;
}

interface LabelProps {
  readonly line: OrderLine;
  readonly text: string;
  readonly dragged: boolean;
  readonly busy: boolean;
  readonly startY: () => number;
  readonly onDrag: (y: number) => void;
  /** Called with the place where the line was released; null when the drag was cancelled. */
  readonly onDrop: (y: number | null) => void;
  readonly onCancel: () => void;
  /** Says that the line can be dragged; undefined when it cannot. */
  readonly hint: string | undefined;
}

function Label({ line, text, dragged, busy, startY, onDrag, onDrop, onCancel, hint }: LabelProps) {
  const { t } = useTranslation();
  const [order] = line.orders;
  const grip = useDrag({ enabled: hint !== undefined && !busy, startY, onDrag, onDrop });
  return (
    <div
      className={classes.label}
      data-line={line.key}
      data-side={line.way === 2 ? 'buy' : 'sell'}
      data-dragged={dragged}
    >
      <span className={classes.grip} data-movable={hint !== undefined} title={hint} {...grip}>
        {text}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={classes.cancel}
        disabled={busy}
        title={
          line.count > 1 ? t('orders.cancelNow', { count: line.count }) : t('trade.cancelOrder', { id: order?.id ?? 0 })
        }
        onClick={onCancel}
      >
        <IconX size={12} stroke={2} />
      </button>
    </div>
  );
}

/** Moves the labels in the returned element with their lines. */
function useLabelPlaces(places: LabelPlaces): React.RefObject<HTMLDivElement | null> {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => places.watch((changed) => place(layer.current, changed)), [places]);
  // A new label is placed at once.
  useLayoutEffect(() => place(layer.current, places.current));
  return layer;
}

function place(layer: HTMLElement | null, { width, labels }: LinePlaces): void {
  if (layer === null) return;
  const ys = new Map(labels.map(({ key, y }) => [key, y]));
  layer.style.width = `${width}px`;
  for (const label of layer.querySelectorAll<HTMLElement>('[data-line]')) {
    const y = ys.get(label.dataset['line'] ?? '');
    label.hidden = y === undefined;
    if (y !== undefined) label.style.transform = `translateY(${Math.round(y)}px) translateY(-50%)`;
  }
}

/** Cancels the orders of a line. */
function useCancel() {
  const { call, orders, queries } = useLive();
  const texts = useOrderTexts();
  return useMutation({
    mutationFn: async (cancelled: readonly KnownOrder[]) => {
      for (const { way, id } of cancelled) {
        const { data, sequence } = await call(
          way === 2 ? buyCancel : sellCancel,
          { id },
          { idempotencyKey: randomId() },
        );
        orders.apply(data, sequence);
        texts.cancelled(data);
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [accountList.path] }),
  });
}
