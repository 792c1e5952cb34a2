import type { CandleClosed } from '@bourse/engine';
import { table } from './table.ts';
import type { Row } from './table.ts';

/** Minutes that had trades, written when they close. Prices in ticks, volume in lots, quote volume in smallest units. */
export const candlesTable = table('candles', {
  market_id: 'integer',
  open_time: 'bigint',
  open: 'bigint',
  high: 'bigint',
  low: 'bigint',
  close: 'bigint',
  volume: 'bigint',
  quote_volume: 'bigint',
  trades: 'integer',
});
export type CandleRow = Row<typeof candlesTable>;

export function candleRow(event: CandleClosed): CandleRow {
  return {
    market_id: event.market,
    open_time: event.openTimeMs,
    open: event.open,
    high: event.high,
    low: event.low,
    close: event.close,
    volume: event.volume,
    quote_volume: event.quoteVolume,
    trades: event.trades,
  };
}
