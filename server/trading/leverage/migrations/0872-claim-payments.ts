import { coreMigration } from '../../../ground/database/index.ts';

/** Payments of profits that the house could not pay at once. */
export const claimPayments = coreMigration(
  `create table lever_claim_payments (
     sequence bigint not null,
     n integer not null,
     position bigint not null,
     user_id bigint not null,
     market_id integer not null,
     currency_id integer not null,
     amount bigint not null,
     unpaid bigint not null,
     time_ms bigint not null,
     primary key (position, sequence, n)
   )`,
);
