import { appMigration } from '../../../ground/database/index.ts';

/** The security of accounts as their owners see and control it. Times are epoch milliseconds. */
export const accountSecurity = appMigration(
  `alter table users
    -- The last change of the e-mail address or phone number, which delays withdrawals.
    add column contact_changed_at bigint,
    -- The encrypted word at the top of every mail to the user; null if there is none.
    add column phishing_word bytea,
    -- The agent that the user belongs to.
    add column agent_id bigint references users (id)`,
  `create table logins (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    at bigint not null,
    address text not null,
    user_agent text not null,
    device_key text not null
  )`,
  'create index logins_user on logins (user_id, id desc)',
  'create index logins_at on logins (at)',
  // Links in mails that freeze an account without a session.
  `create table freeze_links (
    token_hash bytea primary key,
    user_id bigint not null references users (id),
    expires_at bigint not null
  )`,
  'create index freeze_links_expiry on freeze_links (expires_at)',
  // The accounts that their owners have frozen.
  `create table freezes (
    user_id bigint primary key references users (id),
    frozen_at bigint not null,
    -- The restriction by an operator that remains when the owner unfreezes the account.
    scope_before text not null check (scope_before in ('none', 'outflow')),
    -- The command that froze it; null until it is known to be executed.
    sequence bigint
  )`,
  `create table authorization_codes (
    user_id bigint primary key references users (id),
    -- Keyed hash; the key is not in the database.
    code_hash bytea not null unique,
    sealed bytea not null,
    expires_at bigint not null
  )`,
);
