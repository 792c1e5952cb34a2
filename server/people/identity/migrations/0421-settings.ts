import { coreMigration } from '../../../ground/database/index.ts';

/**
 * The log of operators' decisions, columns for rebates, and markets without their changeable settings: the row of a
 * market has its permanent properties, the log has every setting with its time, operator and cause.
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
  // The defaults fill the existing rows; later events set the columns explicitly.
  `alter table orders alter column rebate drop default`,
  `alter table trades alter column rebate drop default`,
);
