import { projectedTable } from './table.ts';

/**
 * One-minute candles that had trades, written when they close. Prices in ticks, volume in lots, quote volume in
 * smallest units.
 */
export const candlesTable = projectedTable({
  name: 'candles',
  columns: {
    market_id: 'integer',
    open_time: 'bigint',
    open: 'bigint',
    high: 'bigint',
    low: 'bigint',
    close: 'bigint',
    volume: 'bigint',
    quote_volume: 'bigint',
    trades: 'integer',
  },
  key: ['market_id', 'open_time'],
  // At a snapshot, every closed candle has been written and the current one has not.
  scope: { minute: 'open_time' },
  rows: {
    candle_closed: (event) => ({
      market_id: event.market,
      open_time: event.openTimeMs,
      open: event.open,
      high: event.high,
      low: event.low,
      close: event.close,
      volume: event.volume,
      quote_volume: event.quoteVolume,
      trades: event.trades,
    }),
  },
});
