import type { PlainKey } from '../../../app/i18n/plain-key.ts';
import type { OrderKind } from './order-draft.ts';

/** The names of the order kinds. */
export const kindTexts: Readonly<Record<OrderKind, PlainKey>> = {
  limit: 'trade.limit',
  market: 'ticket.market',
  stop_limit: 'ticket.stopLimit',
  stop_market: 'ticket.stopMarket',
};
