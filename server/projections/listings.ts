import type { Currency, Market } from '@bourse/engine';
import { table } from './table.ts';
import type { Row } from './table.ts';

export const currenciesTable = table('currencies', { id: 'integer', code: 'text', decimals: 'smallint' });
export type CurrencyRow = Row<typeof currenciesTable>;

export function currencyRow(listed: Currency): CurrencyRow {
  return { id: listed.currency, code: listed.code, decimals: listed.decimals };
}

/** Markets as they are for as long as they live: what may change stands in the settings log. */
export const marketsTable = table('markets', {
  id: 'integer',
  base_id: 'integer',
  quote_id: 'integer',
  price_decimals: 'smallint',
  tick_points: 'bigint',
  amount_decimals: 'smallint',
  lot_points: 'bigint',
  base_units_per_lot: 'bigint',
  quote_units_per_tick_lot: 'bigint',
});
export type MarketRow = Row<typeof marketsTable>;

export function marketRow(listed: Market): MarketRow {
  return {
    id: listed.market,
    base_id: listed.base,
    quote_id: listed.quote,
    price_decimals: listed.priceDecimals,
    tick_points: listed.tickPoints,
    amount_decimals: listed.amountDecimals,
    lot_points: listed.lotPoints,
    base_units_per_lot: listed.baseUnitsPerLot,
    quote_units_per_tick_lot: listed.quoteUnitsPerTickLot,
  };
}
