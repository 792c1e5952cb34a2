import type { MarketState } from '@bourse/engine';
import { Type, type TProperties } from 'typebox';
import {
  cause,
  amount,
  code,
  count,
  currency,
  indexSource,
  lots,
  market,
  selfTrade,
  ticks,
  user,
} from './journal-values.ts';

const marketState = Type.Unsafe<MarketState>({
  enum: ['open', 'post_only', 'cancel_only', 'halted'] satisfies MarketState[],
});

const rates = { makerFeePpm: count, takerFeePpm: count };
const ratesOrNone = Type.Union([Type.Object(rates, { additionalProperties: false }), Type.Null()]);

const settings = {
  priceStep: ticks,
  quantityStep: lots,
  minNotional: amount,
  marketSlippagePpm: count,
  priceBandPpm: Type.Union([count, Type.Null()]),
  maxOpenOrders: count,
  selfTradePrevention: selfTrade,
  sellBlocked: Type.Boolean(),
};

/** A command of an operator as it is, by name: these are rare. */
export const decision = Type.Union([
  decided('list_currency', { currency, code, decimals: count }),
  decided('list_market', {
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
  }),
  decided('change_market_state', { market, state: marketState }),
  decided('change_market_settings', {
    market,
    settings: Type.Partial(Type.Object(settings), { additionalProperties: false }),
  }),
  decided('set_fee_tier', { market, tier: count, rates: ratesOrNone }),
  decided('set_user_fee_tier', { user, tier: count }),
  decided('set_user_fees', { user, market: Type.Union([market, Type.Null()]), rates: ratesOrNone }),
  decided('configure_index', {
    asset: currency,
    decimals: count,
    sources: Type.Unsafe<readonly string[]>(Type.Array(indexSource)),
    minSources: count,
    maxDeviationPpm: count,
    stalenessMs: count,
  }),
]);

function decided<const Name extends string, Fields extends TProperties>(type: Name, fields: Fields) {
  return Type.Object({ type: Type.Literal(type), ...fields, operator: user, cause }, { additionalProperties: false });
}
