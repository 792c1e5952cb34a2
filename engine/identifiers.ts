import type { Branded } from './brand.ts';

/** Users have ids from 100001, the venue's demo traders 1001 to 99999; 0 is the venue itself (system accounts). */
export type UserId = Branded<'UserId'>;
export type CurrencyId = Branded<'CurrencyId'>;
export type MarketId = Branded<'MarketId'>;
/** The id of an order: consecutive from 1, assigned by the engine in order of acceptance. */
export type OrderId = Branded<'OrderId'>;
/** The id of a trade: consecutive from 1, over all markets. */
export type TradeId = Branded<'TradeId'>;

/** The owner of the system accounts. It places no orders and receives no credits. */
export const venue = 0 as UserId;

/** User ids are below this, so that (user, account type, currency) packs into one safe integer. */
export const userIdLimit = 2 ** 30;
/** Currency and market ids are below this: both index plain arrays. */
export const listingIdLimit = 2 ** 16;

/** Whether the number can be a user other than the venue: an integer from 1 to 2^30 − 1. */
export function isUserId(value: number): value is UserId {
  return Number.isInteger(value) && value > 0 && value < userIdLimit;
}

/** Whether the number can identify the issuer of an operator command: a user, or the venue itself. */
export function isOperatorId(value: number): value is UserId {
  return value === venue || isUserId(value);
}

/** Whether the number can identify a currency or a market: an integer from 1 to 65 535. */
export function isListingId(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < listingIdLimit;
}

/** Brands a user id. Throws a RangeError unless it is an integer from 1 to 2^30 − 1. */
export function userId(value: number): UserId {
  if (!isUserId(value)) throw new RangeError(`not a user id: ${value}`);
  return value;
}

/** Brands a currency id. Throws a RangeError unless it is an integer from 1 to 65 535. */
export function currencyId(value: number): CurrencyId {
  if (!isListingId(value)) throw new RangeError(`not a currency id: ${value}`);
  return value as CurrencyId;
}

/** Brands a market id. Throws a RangeError unless it is an integer from 1 to 65 535. */
export function marketId(value: number): MarketId {
  if (!isListingId(value)) throw new RangeError(`not a market id: ${value}`);
  return value as MarketId;
}

/** Brands an order id. Throws a RangeError unless it is a positive safe integer. */
export function orderId(value: number): OrderId {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`not an order id: ${value}`);
  return value as OrderId;
}

/** Brands a trade id. Throws a RangeError unless it is a positive safe integer. */
export function tradeId(value: number): TradeId {
  if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`not a trade id: ${value}`);
  return value as TradeId;
}
