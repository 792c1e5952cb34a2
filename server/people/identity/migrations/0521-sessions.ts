import { appMigration } from '../../../ground/database/index.ts';

/** Details of sessions that users can see, and sessions that are extended by use. Times are epoch milliseconds. */
export const sessionUses = appMigration(
  `alter table sessions
    add column id bigint generated always as identity unique,
    -- The user agent at the login.
    add column user_agent text not null default '',
    add column last_used_at bigint,
    -- End of the session regardless of its use.
    add column ends_at bigint`,
  'update sessions set last_used_at = created_at, ends_at = expires_at',
  'alter table sessions alter column last_used_at set not null, alter column ends_at set not null',
  // Withdrawals are blocked for some time after a change of the password.
  'alter table users add column password_changed_at bigint',
);
