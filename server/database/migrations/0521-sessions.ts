import { appMigration } from '../migration.ts';

/** What people see of their sessions, and sessions that last while they are used. Times are epoch milliseconds. */
export const sessionUses = appMigration(
  `alter table sessions
    add column id bigint generated always as identity unique,
    -- What the browser or program called itself at the login.
    add column user_agent text not null default '',
    add column last_used_at bigint,
    -- However much it is used, it ends at this time.
    add column ends_at bigint`,
  'update sessions set last_used_at = created_at, ends_at = expires_at',
  'alter table sessions alter column last_used_at set not null, alter column ends_at set not null',
  // Withdrawals wait for a while after a change of the password.
  'alter table users add column password_changed_at bigint',
);
