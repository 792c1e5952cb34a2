import { coreMigration } from '../../../ground/database/index.ts';

/** Fixed-term deposits that have ended. */
export const savingsDeposits = coreMigration(
  `create table savings_deposits (
     deposit bigint not null,
     user_id bigint not null,
     product_id integer not null,
     currency_id integer not null,
     amount bigint not null,
     days integer not null,
     rate_ppm integer not null,
     interest bigint not null,
     locked_at bigint not null,
     starts_at bigint not null,
     matures_at bigint not null,
     redeemable_at bigint not null,
     state text not null,
     ended_at bigint not null,
     sequence bigint not null,
     primary key (user_id, deposit)
   )`,
);
