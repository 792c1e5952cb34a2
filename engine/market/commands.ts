import { decision } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, flag, nullable, partial, record } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, code, count, currency, lots, market, ticks, user } from '../declaration/vocabulary.ts';
import { selfTradePrevention } from '../spot/terms.ts';

export const marketState = choice('open', 'post_only', 'cancel_only', 'halted');
export type MarketState = ValueOf<typeof marketState>;

/**
 * Parts per million of what a side receives. A negative maker rate is a rebate: a part of what the taker receives, paid
 * out of the taker's fee.
 */
const rates = { makerFeePpm: count, takerFeePpm: count };
export const feeRates = record(rates);
export type FeeRates = ValueOf<typeof feeRates>;

/** What may be changed while a market is traded. Resting orders keep their terms: a setting concerns orders to come. */
const settings = {
  /** An order's price is a multiple of the price step, its quantity of the quantity step. */
  priceStep: ticks,
  quantityStep: lots,
  /** In quote units. */
  minNotional: amount,
  /** How far from its price a market order may trade, in parts per million of it. */
  marketSlippagePpm: count,
  /**
   * An order's price is at most 1 + this times the last trade's, and at least that divided by as much; null sets no
   * bound.
   */
  priceBandPpm: nullable(count),
  maxOpenOrders: count,
  selfTradePrevention,
  sellBlocked: flag,
};
export const marketSettings = record(settings);
export type MarketSettings = ValueOf<typeof marketSettings>;

/** A market as it is listed. */
export const listing = {
  market,
  base: currency,
  quote: currency,
  priceDecimals: count,
  tickPoints: count,
  amountDecimals: count,
  lotPoints: count,
  ...settings,
  ...rates,
  state: marketState,
};

export const marketCommands = {
  /** Lists a currency. `decimals` from 0 to 8; an amount of it counts 10^-decimals. */
  list_currency: decision({ currency, code, decimals: count }),
  /**
   * Lists a spot market. The tick is `tickPoints × 10^-priceDecimals` quote per base, the lot
   * `lotPoints × 10^-amountDecimals` base: the units in which the market counts for its whole life. One lot at one tick
   * must be a whole number of the quote currency's smallest units, at least one; otherwise the listing is refused. The
   * fee rates are those of tier 0.
   */
  list_market: decision(listing),
  /**
   * Sets which orders a market takes from now on: all (`open`), only orders that rest and cancels (`post_only`), only
   * cancels (`cancel_only`), or none (`halted`). Any state may follow any other; resting orders keep their places.
   */
  change_market_state: decision({ market, state: marketState }),
  /** Changes the settings that are named and leaves the others. */
  change_market_settings: decision({ market, settings: partial(settings) }),
  /**
   * Sets the fees of users of a tier on a market, from the next trade on. Null removes the tier there; tier 0 is the
   * default and stays.
   */
  set_fee_tier: decision({ market, tier: count, rates: nullable(feeRates) }),
  /** Puts a user into a fee tier on all markets. On a market without that tier the next lower one counts. */
  set_user_fee_tier: decision({ user, tier: count }),
  /** Sets rates of a user's own for one market, or for all (`market` null), whatever the tier; null removes them. */
  set_user_fees: decision({ user, market: nullable(market), rates: nullable(feeRates) }),
};
type Of<Type extends keyof typeof marketCommands> = CommandOf<typeof marketCommands, Type>;
export type ListCurrency = Of<'list_currency'>;
export type ListMarket = Of<'list_market'>;
export type ChangeMarketState = Of<'change_market_state'>;
export type ChangeMarketSettings = Of<'change_market_settings'>;
export type SetFeeTier = Of<'set_fee_tier'>;
export type SetUserFeeTier = Of<'set_user_fee_tier'>;
export type SetUserFees = Of<'set_user_fees'>;
