import { appMigration } from '../../../ground/database/index.ts';

/**
 * The recorded history of the demo's markets. `market_history` has candles from before the venue's first start: prices
 * in ticks, volume in lots, `open_time` in epoch milliseconds; daily candles are followed by one-minute candles without
 * overlap. `market_history_imports` lists the markets whose candles are complete. `simulator_state` has one row: the
 * time of the venue's first start, and the last number used for a credit of `simulator-fund`.
 */
export const marketHistory = appMigration(
  `create table market_history (
    open_time bigint not null,
    open bigint not null,
    high bigint not null,
    low bigint not null,
    close bigint not null,
    volume bigint not null,
    market_id integer not null,
    resolution text not null check (resolution in ('1min', '1day')),
    primary key (market_id, resolution, open_time),
    check (low > 0 and low <= least(open, close) and high >= greatest(open, close) and volume >= 0)
  )`,
  `create table market_history_imports (
    market_id integer primary key,
    until_ms bigint not null
  )`,
  `create table simulator_state (
    singleton boolean primary key default true check (singleton),
    anchored_at_ms bigint not null,
    fund_number bigint not null default 0
  )`,
);
