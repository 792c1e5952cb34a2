import { event } from '../declaration/event.ts';
import type { EventOf } from '../declaration/event.ts';
import { nullable } from '../declaration/value-type.ts';
import { amount, audit, code, count, currency, lots, market, ticks, user } from '../declaration/vocabulary.ts';
import { feeRates, listing, marketSettings, marketState } from './commands.ts';

export const marketEvents = {
  currency_listed: event({ currency, code, decimals: count, ...audit }),
  /**
   * `baseUnitsPerLot`: base units in one lot; `quoteUnitsPerTickLot`: quote units for one lot at a price of one tick.
   */
  market_listed: event({ ...listing, baseUnitsPerLot: count, quoteUnitsPerTickLot: count, ...audit }),
  market_state_changed: event({ market, before: marketState, after: marketState, ...audit }),
  /** All settings before and after; at least one differs. */
  market_settings_changed: event({ market, before: marketSettings, after: marketSettings, ...audit }),
  /** `before` and `after` are null when the market has no rates for this tier. */
  fee_tier_set: event({ market, tier: count, before: nullable(feeRates), after: nullable(feeRates), ...audit }),
  user_fee_tier_set: event({ user, before: count, after: count, ...audit }, 'user'),
  /** `before` and `after` are null when the user has no rates of their own. */
  user_fees_set: event(
    { user, market: nullable(market), before: nullable(feeRates), after: nullable(feeRates), ...audit },
    'user',
  ),
  /**
   * One minute of a market with trades; emitted by the first command of a later minute. `openTimeMs` is a multiple of
   * 60 000.
   */
  candle_closed: event({
    market,
    openTimeMs: count,
    open: ticks,
    high: ticks,
    low: ticks,
    close: ticks,
    volume: lots,
    quoteVolume: amount,
    trades: count,
  }),
};
type Of<Type extends keyof typeof marketEvents> = EventOf<typeof marketEvents, Type>;
export type CurrencyListed = Of<'currency_listed'>;
export type MarketListed = Of<'market_listed'>;
export type MarketStateChanged = Of<'market_state_changed'>;
export type MarketSettingsChanged = Of<'market_settings_changed'>;
export type FeeTierSet = Of<'fee_tier_set'>;
export type UserFeeTierSet = Of<'user_fee_tier_set'>;
export type UserFeesSet = Of<'user_fees_set'>;
export type CandleClosed = Of<'candle_closed'>;
