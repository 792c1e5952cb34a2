import type { Market } from '@bourse/engine';
import { projectedTable } from './table.ts';
import type { RowOf } from './table.ts';

const columns = {
  id: 'integer',
  base_id: 'integer',
  quote_id: 'integer',
  price_decimals: 'smallint',
  tick_points: 'bigint',
  amount_decimals: 'smallint',
  lot_points: 'bigint',
  base_units_per_lot: 'bigint',
  quote_units_per_tick_lot: 'bigint',
} as const;

/** The properties of a market that never change; changes of its settings are in the settings log. */
export const marketsTable = projectedTable({
  name: 'markets',
  columns,
  key: ['id'],
  scope: { recovered: (exchange) => [...exchange.markets()].map(marketRow) },
  rows: { market_listed: marketRow },
});

function marketRow(listed: Market): RowOf<typeof columns> {
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
