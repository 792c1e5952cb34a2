import { appMigration } from '../../../ground/database/index.ts';

/**
 * Trade passwords, at most one per user. `changed_at` is null until the first one was replaced: only a change delays
 * withdrawals. `wrong` counts attempts since the last right one. Times are epoch milliseconds.
 */
export const payPasswords = appMigration(
  `create table pay_passwords (
    user_id bigint primary key references users (id),
    hash text not null,
    created_at bigint not null,
    changed_at bigint,
    wrong smallint not null default 0,
    -- No attempt is checked before this time.
    locked_until bigint
  )`,
);
