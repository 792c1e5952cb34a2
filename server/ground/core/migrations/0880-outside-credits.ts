import { coreMigration } from '../../database/index.ts';

/** Money that was credited from outside without a deposit. */
export const outsideCredits = coreMigration(
  `create table outside_credits (
     source text not null,
     n bigint not null,
     currency_id integer not null,
     amount bigint not null,
     sequence bigint not null,
     primary key (source, n)
   )`,
);
