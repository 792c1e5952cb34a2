import { accountList } from '@bourse/contract/wallet';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import { toast, type ToastKind } from '../../../ui/toasts.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { announce } from '../../../ui/announcer.tsx';
import { eventOf, sizeOf, wayTexts, type OrderEvent } from './order-words.ts';
import { MessageThrottle } from './message-throttle.ts';

/** Minimum interval between two messages about partial fills of the same order, in milliseconds. */
const partlyFilledPauseMs = 3_000;

/** Messages about an order, on screen and for screen readers. */
export function useOrderTexts(): Readonly<
  Record<'placed' | 'arrivedBefore' | 'arrivedSomehow' | 'changed' | OrderEvent, (order: KnownOrder) => void>
> {
  const { t } = useTranslation();
  const figures = useFigures();
  const say = (text: string, kind: ToastKind): void => {
    toast(text, kind);
    announce(text);
  };
  const wordsOf = (order: KnownOrder) => ({ side: t(wayTexts[order.way]), ...sizeOf(order, figures) });
  return {
    placed: (order) => say(t('trade.placed', wordsOf(order)), 'neutral'),
    arrivedBefore: (order) => {
      switch (order.status) {
        case 'untriggered':
        case 'submitted':
          return say(t('ticket.arrivedOpen', wordsOf(order)), 'neutral');
        case 'partially_filled':
          return say(t('ticket.arrivedPartly', wordsOf(order)), 'success');
        case 'completed':
          return say(t('ticket.arrivedFilled', wordsOf(order)), 'success');
        case 'cancelled':
          return say(t('ticket.arrivedEnded', wordsOf(order)), 'neutral');
      }
    },
    arrivedSomehow: (order) => say(t('ticket.arrivedBefore', wordsOf(order)), 'neutral'),
    changed: (order) => say(t('orders.changed', wordsOf(order)), 'neutral'),
    triggered: (order) => say(t('orders.triggered', wordsOf(order)), 'neutral'),
    filled: (order) => say(t('trade.filled', wordsOf(order)), 'success'),
    partlyFilled: (order) => say(t('trade.partlyFilled', wordsOf(order)), 'success'),
    cancelled: (order) => say(t('trade.cancelled', wordsOf(order)), 'neutral'),
    endedAtOwn: (order) => say(t('orders.endedAtOwn', wordsOf(order)), 'neutral'),
    endedAtOnce: (order) => say(t('orders.endedAtOnce', wordsOf(order)), 'neutral'),
  };
}

/**
 * Announces fills, triggered stop orders, and orders that ended without the user's request, and refetches the affected
 * balances.
 */
export function useOrderNotices(): void {
  const { orders, queries } = useLive();
  const texts = useOrderTexts();
  const [throttle] = useState(() => new MessageThrottle(partlyFilledPauseMs));
  useEffect(() => {
    return orders.onMessage((message) => {
      const { type, order } = message;
      const event = eventOf(message);
      const isSaid = event !== 'partlyFilled' || throttle.allows(order.id, performance.now());
      if (event !== null && isSaid) texts[event](order);
      if (type === 'TX_REDUCED' || type === 'TX_CANCELED') {
        void queries.invalidateQueries({ queryKey: [accountList.path] });
      }
    });
  });
}
