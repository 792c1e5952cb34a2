import { decision } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { choice, flag, nullable, partial, record } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, code, count, currency, lots, market, ticks, user } from '../declaration/vocabulary.ts';
import { selfTradePrevention } from '../spot/terms.ts';

export const marketState = choice('open', 'post_only', 'cancel_only', 'halted');
export type MarketState = ValueOf<typeof marketState>;

/**
 * Parts per million of the amount that a side receives. A negative maker rate is a rebate: a share of the taker's
 * received amount, paid out of the taker's fee.
 */
const rates = { makerFeePpm: count, takerFeePpm: count };
export const feeRates = record(rates);
export type FeeRates = ValueOf<typeof feeRates>;

/** Settings that can change while a market trades. They apply to new orders; resting orders keep their terms. */
const settings = {
  /** An order's price must be a multiple of the price step, its quantity a multiple of the quantity step. */
  priceStep: ticks,
  quantityStep: lots,
  /** Minimum price × quantity of an order, in quote units. */
  minNotional: amount,
  /** How far a market order may trade from its reference price, in parts per million of it. */
  marketSlippagePpm: count,
  /**
   * The width of the price band in parts per million. With p for it as a fraction, an order's price must be between the
   * last price ÷ (1 + p) and the last price × (1 + p). Null means no band.
   */
  priceBandPpm: nullable(count),
  maxOpenOrders: count,
  selfTradePrevention,
  sellBlocked: flag,
};
export const marketSettings = record(settings);
export type MarketSettings = ValueOf<typeof marketSettings>;

/** The terms under which a market is listed. */
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
  /** Lists a currency. `decimals` is 0 to 8; an amount counts 10^-decimals. */
  list_currency: decision({ currency, code, decimals: count }),
  /**
   * Lists a spot market. The tick is `tickPoints × 10^-priceDecimals` quote per base, the lot `lotPoints ×
   * 10^-amountDecimals` base; neither ever changes. One lot at one tick must be a whole number of the quote currency's
   * smallest units, at least one; otherwise the listing is refused. The fee rates are those of tier 0.
   */
  list_market: decision(listing),
  /**
   * Sets which requests a market accepts: all (`open`), only orders that rest and cancels (`post_only`), only cancels
   * (`cancel_only`), or none (`halted`). Any state may follow any other; resting orders keep their places.
   */
  change_market_state: decision({ market, state: marketState }),
  /** Changes the named settings and keeps the others. */
  change_market_settings: decision({ market, settings: partial(settings) }),
  /**
   * Sets the fee rates of a tier on a market, from the next trade on. Null removes the tier from the market; tier 0 is
   * the default and cannot be removed.
   */
  set_fee_tier: decision({ market, tier: count, rates: nullable(feeRates) }),
  /** Assigns a user to a fee tier on all markets. On a market without that tier the next lower one applies. */
  set_user_fee_tier: decision({ user, tier: count }),
  /** Sets a user's own rates for one market, or for all (`market` null); they override any tier. Null removes them. */
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
