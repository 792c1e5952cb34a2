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

/** The sentences about order events. */
export function useOrderSentences(): Readonly<Record<OrderEvent, (order: KnownOrder) => string>> {
  const { t } = useTranslation();
  const wordsOf = useOrderWords();
  return {
    triggered: (order) => t('orders.triggered', wordsOf(order)),
    filled: (order) => t('trade.filled', wordsOf(order)),
    partlyFilled: (order) => t('trade.partlyFilled', wordsOf(order)),
    cancelled: (order) => t('trade.cancelled', wordsOf(order)),
    endedAtOwn: (order) => t('orders.endedAtOwn', wordsOf(order)),
    endedAtOnce: (order) => t('orders.endedAtOnce', wordsOf(order)),
  };
}

function useOrderWords() {
  const { t } = useTranslation();
  const figures = useFigures();
  return (order: KnownOrder) => ({ side: t(wayTexts[order.way]), ...sizeOf(order, figures) });
}

/** Messages about an order, on screen and for screen readers. */
export function useOrderTexts(): Readonly<
  Record<'placed' | 'arrivedBefore' | 'arrivedSomehow' | 'changed' | OrderEvent, (order: KnownOrder) => void>
> {
  const { t } = useTranslation();
  const sentences = useOrderSentences();
  const wordsOf = useOrderWords();
  const say = (text: string, kind: ToastKind): void => {
    toast(text, kind);
    announce(text);
  };
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
    triggered: (order) => say(sentences.triggered(order), 'neutral'),
    filled: (order) => say(sentences.filled(order), 'success'),
    partlyFilled: (order) => say(sentences.partlyFilled(order), 'success'),
    cancelled: (order) => say(sentences.cancelled(order), 'neutral'),
    endedAtOwn: (order) => say(sentences.endedAtOwn(order), 'neutral'),
    endedAtOnce: (order) => say(sentences.endedAtOnce(order), 'neutral'),
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
