import { coreMigration } from '../../../ground/database/index.ts';

/** Seconds contracts that have ended. */
export const seconds = coreMigration(
  `create table seconds_contracts (
     contract bigint not null,
     user_id bigint not null,
     market_id integer not null,
     asset_id integer not null,
     currency_id integer not null,
     direction text not null,
     seconds integer not null,
     stake bigint not null,
     ratio_ppm integer not null,
     fee_ppm integer not null,
     payout bigint not null,
     index_version integer not null,
     staleness_ms integer not null,
     accepted_sequence bigint not null,
     accepted_at bigint not null,
     rule text not null,
     strike jsonb,
     strike_last_tick_at bigint,
     open_price bigint,
     settlement jsonb,
     settlement_last_tick_at bigint,
     end_price bigint,
     result text not null,
     void_reason text,
     fee bigint not null,
     profit bigint not null,
     closed_at bigint not null,
     sequence bigint not null,
     primary key (user_id, contract)
   )`,
  // Anyone can check a result by the id of its contract.
  `create unique index seconds_contracts_by_id on seconds_contracts (contract)`,
);
