import type { Match } from '@bourse/contract/markets';
import { buyCancel, sellCancel } from '@bourse/contract/spot';
import { accountList } from '@bourse/contract/wallet';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { randomId } from '../../../live/random-id.ts';
import { useOrderTexts } from '../orders/order-notices.ts';
import type { LabelPlaces } from './label-places.ts';
import { LineLabels, type LineLabel } from './line-labels.tsx';
import { MoveOrder } from './move-order.tsx';
import { orderToMove, type MovedLine, type OrderLine } from './order-lines.ts';
import type { PriceChart } from './price-chart.ts';

interface OrderLabelsProps {
  readonly chart: PriceChart;
  readonly match: Match;
  readonly lines: readonly OrderLine[];
  readonly words: Readonly<Record<'label' | 'price', (line: OrderLine) => string>>;
  readonly places: LabelPlaces;
  readonly moved: MovedLine | null;
  readonly onMove: (moved: MovedLine | null) => void;
}

/** The labels of the order lines. Dragging one moves its line; the change is sent after a confirmation. */
export function OrderLabels({ chart, match, lines, words, places, moved, onMove }: OrderLabelsProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<{ readonly order: KnownOrder; readonly price: string } | null>(null);
  const cancel = useCancel();
  const close = (): void => {
    setAsking(null);
    onMove(null);
  };
  const labels = lines.map((line): LineLabel => {
    const { key, way, count, orders } = line;
    return {
      key,
      text: `${words.label(line)} · ${words.price(line)}`,
      tone: way === 2 ? 'up' : 'down',
      hint: orderToMove(line) === null ? undefined : t('chart.dragOrder'),
      end: {
        title: count > 1 ? t('orders.cancelNow', { count }) : t('trade.cancelOrder', { id: orders[0]?.id ?? 0 }),
        onPress: () => cancel.mutate(orders),
      },
    };
  });
  const drop = (key: string, price: string | null): void => {
    const line = lines.find((one) => one.key === key);
    const order = line === undefined ? null : orderToMove(line);
    if (order === null || price === null || Number(price) === Number(priceOf(order))) return onMove(null);
    onMove({ key, price });
    setAsking({ order, price });
  };
  return (
    <>
      <LineLabels
        chart={chart}
        labels={labels}
        places={places}
        grid={match}
        dragged={moved?.key ?? null}
        busy={cancel.isPending || asking !== null}
        onDrag={(key, price) => onMove({ key, price })}
        onDrop={drop}
      />
      {asking !== null && <MoveOrder {...asking} match={match} onClose={close} />}
    </>
  );
}

/** The price of an order's line. */
function priceOf({ status, price, stop_price }: KnownOrder): string {
  return status === 'untriggered' ? (stop_price ?? price) : price;
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
