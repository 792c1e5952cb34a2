import type { Order, OrderMessage } from '@bourse/contract/spot';
import type { PlainKey } from '../../../app/i18n/plain-key.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import type { Figures } from '../../../ui/figures.ts';

/** What the sides of orders and trades are called. */
export const wayTexts: Readonly<Record<Order['way'], PlainKey>> = { 1: 'way.sell', 2: 'way.buy' };

/** How orders stand, in words. */
export const statusTexts: Readonly<Record<Order['status'], PlainKey>> = {
  untriggered: 'orderStatus.untriggered',
  submitted: 'orderStatus.submitted',
  partially_filled: 'orderStatus.partially_filled',
  completed: 'orderStatus.completed',
  cancelled: 'orderStatus.cancelled',
};

/** What an order is told of. */
export type OrderEvent = 'triggered' | 'filled' | 'partlyFilled' | 'cancelled' | 'endedAtOwn' | 'endedAtOnce';

/** What a message tells its reader; null when the reader asked for it and is told by the answer. */
export function eventOf({
  type,
  order,
  reason,
}: Pick<OrderMessage, 'type' | 'reason'> & { readonly order: KnownOrder }): OrderEvent | null {
  switch (type) {
    case 'TX_SUBMIT':
      // A stop order is submitted twice: to wait, and to the book when its price was reached.
      return order.stop_price !== null && order.status !== 'untriggered' ? 'triggered' : null;
    case 'TX_MATCHED':
      return order.status === 'completed' ? 'filled' : 'partlyFilled';
    case 'TX_REDUCED':
      return null;
    case 'TX_CANCELED':
      return endOf(reason);
  }
}

/** How the end of an order is told that is not filled. */
function endOf(reason: OrderMessage['reason']): OrderEvent | null {
  if (reason === 'user' || reason === 'replaced') return null;
  if (reason === 'self_trade') return 'endedAtOwn';
  return reason === 'immediate_or_cancel' ? 'endedAtOnce' : 'cancelled';
}

/**
 * How much an order is for and how much of that has traded: in the base currency or, where it goes by what is spent or
 * earned, in the quote currency.
 */
export function sizeOf(
  { quote_amount, number, transacted_amount, transacted_volume, currency_match }: KnownOrder,
  figures: Pick<Figures, 'trimmed'>,
): { readonly amount: string; readonly filled: string; readonly currency: string } {
  const [base = '', quote = ''] = currency_match.symbol.split('/');
  const [whole, part] = quote_amount === null ? [number, transacted_amount] : [quote_amount, transacted_volume];
  return {
    amount: figures.trimmed(whole, 8),
    filled: figures.trimmed(part, 8),
    // An amount of the quote currency alone would not say what is bought or sold.
    currency: quote_amount === null ? base : `${quote} (${currency_match.symbol})`,
  };
}
