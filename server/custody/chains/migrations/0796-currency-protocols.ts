import { appMigration } from '../../../ground/database/index.ts';

/**
 * The terms of each currency on each network. Amounts are in units of the ledger; `fee_value` is an amount (`flat`) or
 * millionths of the withdrawn amount (`rate`).
 */
export const currencyProtocols = appMigration(
  `create table currency_protocols (
    id integer primary key check (id > 0),
    currency_id integer not null,
    chain_id integer not null,
    code text not null check (length(code) between 1 and 16),
    name text not null check (length(name) between 1 and 40),
    asset text not null check (length(asset) <= 64),
    asset_decimals integer not null check (asset_decimals between 0 and 30),
    opens_recharge boolean not null,
    opens_draw boolean not null,
    memo_required boolean not null,
    recharge_min bigint not null check (recharge_min > 0),
    draw_min bigint not null check (draw_min > 0),
    draw_max bigint not null check (draw_max >= draw_min),
    fee_kind text not null check (fee_kind in ('flat', 'rate')),
    fee_value bigint not null check (fee_value >= 0 and (fee_kind = 'flat' or fee_value < 1000000)),
    arrival_minutes integer not null check (arrival_minutes between 1 and 10000),
    unique (chain_id, asset)
  )`,
);
