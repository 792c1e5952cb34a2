import { coreMigration } from '../../../ground/database/index.ts';

/** Credited deposits, one row per state. */
export const credits = coreMigration(
  `create table credits (
     source text not null,
     n bigint not null,
     state text not null,
     user_id bigint not null,
     account_type smallint not null,
     currency_id integer not null,
     amount bigint not null,
     taken bigint,
     debt bigint,
     sequence bigint not null,
     time_ms bigint not null,
     primary key (source, n, state)
   )`,
);
