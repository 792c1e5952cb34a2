import { coreMigration } from '../../database/index.ts';

/** Holds for withdrawals and escrows, one row per step, and transfers of the venue's own money. */
export const holds = coreMigration(
  `create table holds (
     source text not null,
     n bigint not null,
     state text not null,
     kind text not null,
     user_id bigint not null,
     account_type smallint not null,
     currency_id integer not null,
     amount bigint not null,
     fee bigint,
     receiver_id bigint,
     receiver_account_type smallint,
     sequence bigint not null,
     time_ms bigint not null,
     primary key (source, n, state)
   )`,
  `create table venue_transfers (
     source text not null,
     n bigint not null,
     from_account_type smallint not null,
     to_user_id bigint not null,
     to_account_type smallint not null,
     currency_id integer not null,
     amount bigint not null,
     operator_id bigint not null,
     cause text not null,
     sequence bigint not null,
     time_ms bigint not null,
     primary key (source, n)
   )`,
);
