import { changeMarketSettings, changeMarketState } from './change-market.ts';
import { listCurrency } from './list-currency.ts';
import { listMarket } from './list-market.ts';
import { setFeeTier, setUserFees, setUserFeeTier } from './set-fees.ts';

export const marketHandlers = {
  list_currency: listCurrency,
  list_market: listMarket,
  change_market_state: changeMarketState,
  change_market_settings: changeMarketSettings,
  set_fee_tier: setFeeTier,
  set_user_fee_tier: setUserFeeTier,
  set_user_fees: setUserFees,
};
