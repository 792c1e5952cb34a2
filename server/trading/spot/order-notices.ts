import type { OrderMessage } from '@bourse/contract/spot';
import type { Language } from '@bourse/contract/texts';
import { accountType, type UserId } from '@bourse/engine';
import type { Committed } from '../../ground/core/index.ts';
import {
  accountOnWire,
  type Notice,
  type NoticeSource,
  orderOnWire,
  type OrderState,
  Valuation,
  type Views,
} from '../../ground/feed/index.ts';

type OrderMessageType = OrderMessage['type'];

/**
 * Messages to the owners of orders that a command changed: at most one of each type per order, in the order of events.
 */
export const orderNotices: NoticeSource = {
  reads: ['order_accepted', 'order_triggered', 'traded', 'order_reduced', 'order_ended'],
  of: (command, views, listens) =>
    [...changedOrders(command, listens)].flatMap(([id, types]) => {
      const order = views.orders.findEnded(id) ?? views.orders.find(id);
      return order === undefined ? [] : [orderNotice(order, [...types], views)];
    }),
};

/** The message types due for each order of users who are connected. */
function changedOrders(
  { events }: Committed,
  listens: (user: UserId) => boolean,
): Map<OrderState['order'], Set<OrderMessageType>> {
  const changed = new Map<OrderState['order'], Set<OrderMessageType>>();
  const note = (user: UserId, order: OrderState['order'], type: OrderMessageType | null): void => {
    if (!listens(user)) return;
    let types = changed.get(order);
    if (types === undefined) {
      types = new Set();
      changed.set(order, types);
    }
    if (type !== null) types.add(type);
  };
  for (const event of events) {
    const { type } = event;
    if (type === 'traded') {
      note(event.takerUser, event.takerOrder, 'TX_MATCHED');
      note(event.makerUser, event.makerOrder, 'TX_MATCHED');
    } else if (type === 'order_accepted' || type === 'order_triggered') {
      // A triggered stop order is submitted to the book.
      note(event.user, event.order, 'TX_SUBMIT');
    } else if (type === 'order_reduced') {
      note(event.user, event.order, 'TX_REDUCED');
    } else if (type === 'order_ended') {
      note(event.user, event.order, event.reason === 'filled' ? null : 'TX_CANCELED');
    }
  }
  return changed;
}

/** The messages about an order, with the balances of both currencies after this command. */
function orderNotice(order: OrderState, types: readonly OrderMessageType[], views: Views): Notice {
  const { endReason } = order;
  return {
    user: order.user,
    delivery: { kind: 'every' },
    write: (language: Language): OrderMessage[] => {
      const market = views.listings.market(order.market);
      const valuation = new Valuation(views);
      const owner = { user: order.user, accountType: accountType.change };
      const shown = {
        ...orderOnWire(order, market, language),
        quote_account: accountOnWire(views, valuation, owner, market.quote),
        base_account: accountOnWire(views, valuation, owner, market.base),
      };
      return types.map((type) => ({
        type,
        sequence: views.sequence,
        order: shown,
        ...(type === 'TX_CANCELED' && endReason !== null && { reason: endReason }),
      }));
    },
  };
}
