import { choice, flag, nullable, text, variants } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, lots, ticks } from '../declaration/vocabulary.ts';

export const side = choice('buy', 'sell');
export type Side = ValueOf<typeof side>;

/** A stop order keeps its type when it is triggered. */
export const orderType = choice('limit', 'market', 'stop_limit', 'stop_market');
export type OrderType = ValueOf<typeof orderType>;

export const timeInForce = choice('gtc', 'ioc', 'fok');
export type TimeInForce = ValueOf<typeof timeInForce>;

/** Which order ends when two orders of one user would trade; the taker's mode applies. */
export const selfTradePrevention = choice('expire_maker', 'expire_taker', 'expire_both');
export type SelfTradePrevention = ValueOf<typeof selfTradePrevention>;

export const clientOrderId = text('A-Za-z0-9_-', 36);

/**
 * The size of a market order: a quantity, or an amount of the quote currency. A buy spends at most this amount; a sell
 * earns at least this amount before its fee if the book allows.
 */
export const marketOrderSize = variants('by', {
  quantity: { tag: 'lots', fields: { quantity: lots } },
  quote_amount: { tag: 'units', fields: { quoteAmount: amount } },
});
export type MarketOrderSize = ValueOf<typeof marketOrderSize>;

/**
 * The order that a stop order becomes; the slippage of a market order counts from the best price when it is triggered.
 */
export const triggeredOrder = variants('orderType', {
  limit: { tag: 'limit', fields: { timeInForce, postOnly: flag, price: ticks, quantity: lots } },
  market: { tag: 'market', fields: { size: marketOrderSize } },
});
export type TriggeredOrder = ValueOf<typeof triggeredOrder>;

/** The order that the replacement of a stop order becomes; `postOnly` null keeps the old value. */
export const triggeredReplacement = variants('orderType', {
  limit: { tag: 'limit', fields: { timeInForce, postOnly: nullable(flag), price: ticks, quantity: lots } },
  market: { tag: 'market', fields: { size: marketOrderSize } },
});
export type TriggeredReplacement = ValueOf<typeof triggeredReplacement>;

/** Terms of every new order besides its price and size. `selfTradePrevention` null selects the market's default. */
export const identity = {
  selfTradePrevention: nullable(selfTradePrevention),
  clientOrderId: nullable(clientOrderId),
};
