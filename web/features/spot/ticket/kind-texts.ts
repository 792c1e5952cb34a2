import type { PlainKey } from '../../../app/i18n/plain-key.ts';
import type { OrderKind } from './order-draft.ts';

/** What the kinds of orders are called. */
export const kindTexts: Readonly<Record<OrderKind, PlainKey>> = {
  limit: 'trade.limit',
  market: 'ticket.market',
  stop_limit: 'ticket.stopLimit',
  stop_market: 'ticket.stopMarket',
};
