import type { OrderMessage } from '@bourse/contract';
import type { Language } from '@bourse/contract/messages';
import { accountType, assertNever, type EndReason, type UserId } from '@bourse/engine';
import type { Committed } from '../../core/index.ts';
import { endedOrder, type OrderState } from '../open-orders.ts';
import type { Views } from '../views.ts';
import { accountOnWire, orderOnWire } from '../wire.ts';
import { Valuation } from '../worth.ts';

/** What a command did to one order of somebody who is listening: at most one of each kind, in this order. */
export interface OrderNews {
  readonly order: OrderState;
  readonly kinds: readonly OrderMessage['type'][];
  readonly reason: EndReason | null;
}

/** What a command did to the orders of those users, while the views stand exactly behind it. */
export function orderNews(command: Committed, views: Views, listens: (user: UserId) => boolean): OrderNews[] {
  const touched = new Map<number, { kinds: Set<OrderMessage['type']>; ended: OrderState | null }>();
  const touch = (user: UserId, order: number) => {
    if (!listens(user)) return null;
    let news = touched.get(order);
    if (news === undefined) {
      news = { kinds: new Set(), ended: null };
      touched.set(order, news);
    }
    return news;
  };
  for (const event of command.events) {
    switch (event.type) {
      case 'order_accepted':
        touch(event.user, event.order)?.kinds.add('TX_SUBMIT');
        break;
      case 'order_triggered':
        // From here on it is submitted to the book.
        touch(event.user, event.order)?.kinds.add('TX_SUBMIT');
        break;
      case 'traded':
        touch(event.takerUser, event.takerOrder)?.kinds.add('TX_MATCHED');
        touch(event.makerUser, event.makerOrder)?.kinds.add('TX_MATCHED');
        break;
      case 'order_reduced':
        touch(event.user, event.order)?.kinds.add('TX_REDUCED');
        break;
      case 'order_ended': {
        const news = touch(event.user, event.order);
        if (news === null) break;
        news.ended = endedOrder(event, command.timeMs);
        if (event.reason !== 'filled') news.kinds.add('TX_CANCELED');
        break;
      }
      case 'currency_listed':
      case 'market_listed':
      case 'order_replaced':
      case 'market_state_changed':
      case 'market_settings_changed':
      case 'fee_tier_set':
      case 'user_fee_tier_set':
      case 'user_fees_set':
      case 'orders_cancelled':
      case 'candle_closed':
      case 'index_configured':
      case 'index_updated':
      case 'credited':
      case 'debited':
      case 'transferred':
      case 'venue_transferred':
      case 'held':
      case 'hold_settled':
      case 'hold_released':
      case 'cause_repeated':
      case 'rejected':
      case 'request_repeated':
        // No order changes.
        break;
      default:
        assertNever(event);
    }
  }
  return [...touched].flatMap(([id, { kinds, ended }]) => {
    const order = ended ?? views.orders.find(id);
    return order === undefined ? [] : [{ order, kinds: [...kinds], reason: ended?.endReason ?? null }];
  });
}

/** The messages that tell an order's owner, with the balances of both currencies after this command. */
export function orderMessages(news: OrderNews, views: Views, language: Language): OrderMessage[] {
  const { order } = news;
  const market = views.listings.market(order.market);
  const valuation = new Valuation(views);
  const owner = { user: order.user, accountType: accountType.change };
  const shown = {
    ...orderOnWire(order, market, language),
    quote_account: accountOnWire(views, valuation, owner, market.quote),
    base_account: accountOnWire(views, valuation, owner, market.base),
  };
  return news.kinds.map((type) => ({
    type,
    sequence: views.sequence,
    order: shown,
    ...(type === 'TX_CANCELED' && news.reason !== null ? { reason: news.reason } : {}),
  }));
}
