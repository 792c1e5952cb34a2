import type { CurrencyListed, MarketListed } from '@bourse/engine';
import { table } from './table.ts';
import type { Row } from './table.ts';

export const currenciesTable = table('currencies', { id: 'integer', code: 'text', decimals: 'smallint' });
export type CurrencyRow = Row<typeof currenciesTable>;

export function currencyRow(event: CurrencyListed): CurrencyRow {
  return { id: event.currency, code: event.code, decimals: event.decimals };
}

/** Markets as they were listed; the figures are those of the `list_market` command. */
export const marketsTable = table('markets', {
  id: 'integer',
  base_id: 'integer',
  quote_id: 'integer',
  price_decimals: 'smallint',
  tick_points: 'bigint',
  amount_decimals: 'smallint',
  lot_points: 'bigint',
  min_notional: 'bigint',
  market_slippage_ppm: 'integer',
  price_band_ppm: 'integer?',
  maker_fee_ppm: 'integer',
  taker_fee_ppm: 'integer',
  max_open_orders: 'integer',
  self_trade_prevention: 'text',
  sell_blocked: 'boolean',
  state: 'text',
  base_units_per_lot: 'bigint',
  quote_units_per_tick_lot: 'bigint',
});
export type MarketRow = Row<typeof marketsTable>;

export function marketRow(event: MarketListed): MarketRow {
  return {
    id: event.market,
    base_id: event.base,
    quote_id: event.quote,
    price_decimals: event.priceDecimals,
    tick_points: event.tickPoints,
    amount_decimals: event.amountDecimals,
    lot_points: event.lotPoints,
    min_notional: event.minNotional,
    market_slippage_ppm: event.marketSlippagePpm,
    price_band_ppm: event.priceBandPpm,
    maker_fee_ppm: event.makerFeePpm,
    taker_fee_ppm: event.takerFeePpm,
    max_open_orders: event.maxOpenOrders,
    self_trade_prevention: event.selfTradePrevention,
    sell_blocked: event.sellBlocked,
    state: event.state,
    base_units_per_lot: event.baseUnitsPerLot,
    quote_units_per_tick_lot: event.quoteUnitsPerTickLot,
  };
}
