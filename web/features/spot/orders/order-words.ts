import type { Order, OrderMessage } from '@bourse/contract/spot';
import type { PlainKey } from '../../../app/i18n/plain-key.ts';
import type { KnownOrder } from '../../../live/feeds/orders.ts';
import type { Figures } from '../../../ui/figures.ts';

/** The names of the sides of orders and trades. */
export const wayTexts: Readonly<Record<Order['way'], PlainKey>> = { 1: 'way.sell', 2: 'way.buy' };

/** The names of the statuses of orders. */
export const statusTexts: Readonly<Record<Order['status'], PlainKey>> = {
  untriggered: 'orderStatus.untriggered',
  submitted: 'orderStatus.submitted',
  partially_filled: 'orderStatus.partially_filled',
  completed: 'orderStatus.completed',
  cancelled: 'orderStatus.cancelled',
};

/** An event to report about an order. */
export type OrderEvent = 'triggered' | 'filled' | 'partlyFilled' | 'cancelled' | 'endedAtOwn' | 'endedAtOnce';

/** The event that a message reports; null for an action of the user, whose response reports it. */
export function eventOf({
  type,
  order,
  reason,
}: Pick<OrderMessage, 'type' | 'reason'> & { readonly order: KnownOrder }): OrderEvent | null {
  switch (type) {
    case 'TX_SUBMIT':
      // A stop order is submitted twice: when it is placed, and to the book when it is triggered.
      return order.stop_price !== null && order.status !== 'untriggered' ? 'triggered' : null;
    case 'TX_MATCHED':
      return order.status === 'completed' ? 'filled' : 'partlyFilled';
    case 'TX_REDUCED':
      return null;
    case 'TX_CANCELED':
      return endOf(reason);
  }
}

/** The event of an order that ended unfilled. */
function endOf(reason: OrderMessage['reason']): OrderEvent | null {
  if (reason === 'user' || reason === 'replaced') return null;
  if (reason === 'self_trade') return 'endedAtOwn';
  return reason === 'immediate_or_cancel' ? 'endedAtOnce' : 'cancelled';
}

/**
 * The size of an order and how much of it is filled: in the base currency, or in the quote currency when it is sized by
 * total.
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
    // The quote currency alone would not name what is bought or sold.
    currency: quote_amount === null ? base : `${quote} (${currency_match.symbol})`,
  };
}
