import { accountList, type Order } from '@bourse/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { compareDecimals } from '../../live/decimal.ts';
import { toast, type ToastKind } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { announce } from '../shell/announcer.tsx';
import { SpeakingPauses } from './speaking-pauses.ts';

/** An order that fills in many small pieces says so at most this often, in milliseconds. */
const partlyFilledPauseMs = 3_000;

/** Says what became of an order, on screen and to screen readers. */
export function useOrderTexts(): Readonly<
  Record<'placed' | 'arrivedBefore' | 'changed' | 'filled' | 'partlyFilled' | 'cancelled', (order: Order) => void>
> {
  const { t } = useTranslation();
  const figures = useFigures();
  const say = (text: string, kind: ToastKind): void => {
    toast(text, kind);
    announce(text);
  };
  const wordsOf = (order: Order): { side: string; amount: string; currency: string } => ({
    side: order.way === 2 ? t('trade.buy') : t('trade.sell'),
    amount: figures.trimmed(order.number, 8),
    currency: order.currency_match.symbol.split('/')[0] ?? '',
  });
  return {
    placed: (order) => say(t('trade.placed', wordsOf(order)), 'neutral'),
    arrivedBefore: (order) => say(t('ticket.arrivedBefore', wordsOf(order)), 'neutral'),
    changed: (order) => say(t('orders.changed', wordsOf(order)), 'neutral'),
    filled: (order) => say(t('trade.filled', wordsOf(order)), 'success'),
    cancelled: (order) => say(t('trade.cancelled', wordsOf(order)), 'neutral'),
    partlyFilled: (order) => {
      const { amount, currency } = wordsOf(order);
      say(
        t('trade.partlyFilled', { filled: figures.trimmed(order.transacted_amount, 8), amount, currency }),
        'success',
      );
    },
  };
}

/** Tells of fills and of orders that ended without the person's asking, and keeps the balances true afterwards. */
export function useOrderNews(): void {
  const { orders, queries } = useLive();
  const texts = useOrderTexts();
  const [pauses] = useState(() => new SpeakingPauses(partlyFilledPauseMs));
  useEffect(() => {
    return orders.onMessage(({ type, order, reason }) => {
      switch (type) {
        case 'TX_SUBMIT':
          return;
        case 'TX_MATCHED':
          if (compareDecimals(order.transacted_amount, order.number) >= 0) texts.filled(order);
          else if (pauses.speak(order.id, performance.now())) texts.partlyFilled(order);
          return;
        case 'TX_REDUCED':
          void queries.invalidateQueries({ queryKey: [accountList.path] });
          return;
        case 'TX_CANCELED':
          if (reason !== 'user' && reason !== 'replaced') texts.cancelled(order);
          void queries.invalidateQueries({ queryKey: [accountList.path] });
      }
    });
  });
}
