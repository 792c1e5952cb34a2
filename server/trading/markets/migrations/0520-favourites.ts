import { appMigration } from '../../../ground/database/index.ts';

/** The markets that users have starred. Times are epoch milliseconds. */
export const favourites = appMigration(
  `create table favourites (
    user_id bigint not null references users (id),
    market_id integer not null,
    added_at bigint not null,
    primary key (user_id, market_id)
  )`,
);
