import { coreMigration } from '../migration.ts';

/**
 * What operators decided, rebates, and markets without what may change: a market's row says what it is for as long as
 * it lives, the log says what it was set to, and when, by whom and why.
 */
export const settings = coreMigration(
  `create table settings_log (
     sequence bigint primary key,
     time_ms bigint not null,
     operator bigint not null,
     cause text not null,
     change text not null,
     currency_id integer,
     market_id integer,
     user_id bigint,
     tier integer,
     before text,
     after text
   )`,
  `alter table markets
     drop column min_notional,
     drop column market_slippage_ppm,
     drop column price_band_ppm,
     drop column maker_fee_ppm,
     drop column taker_fee_ppm,
     drop column max_open_orders,
     drop column self_trade_prevention,
     drop column sell_blocked,
     drop column state`,
  `alter table orders add column rebate bigint not null default 0`,
  `alter table trades add column rebate bigint not null default 0`,
  // The defaults are for the rows that are there; a row of a later event says everything itself.
  `alter table orders alter column rebate drop default`,
  `alter table trades alter column rebate drop default`,
);
