import { appMigration } from '../../../ground/database/index.ts';

/**
 * The staff of the operators' console. They are not users: their ids are 1 to 999, below those of demo traders and
 * users. Times are epoch milliseconds. Tokens and recovery codes are stored as hashes, secrets of authenticator apps
 * encrypted with a key that is not in the database.
 */
export const staff = appMigration(
  `create table staff (
    id integer primary key check (id between 1 and 999),
    email text not null,
    email_key text not null unique,
    name text not null,
    password_hash text,
    state text not null check (state in ('invited', 'active', 'disabled')),
    roles text[] not null check (roles <@ array['support', 'finance', 'content', 'risk', 'admin']),
    created_at bigint not null,
    enrolled_at bigint,
    last_login_at bigint,
    -- The times of the failed logins and one-time passwords that count towards a lock.
    failed_at bigint[] not null default '{}',
    locked_until bigint not null default 0,
    -- Incremented with each change by an administrator.
    version integer not null default 1,
    check (state <> 'active' or password_hash is not null)
  )`,
  `create table staff_factors (
    id bigint generated always as identity primary key,
    staff_id integer not null references staff (id),
    -- Passkeys would be another kind.
    kind text not null check (kind in ('totp')),
    sealed_secret bytea not null,
    -- The time step of the last accepted one-time password: neither it nor an earlier one is accepted again.
    last_step bigint not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  `create unique index staff_factors_totp on staff_factors (staff_id) where kind = 'totp'`,
  `create table staff_recovery_codes (
    staff_id integer not null references staff (id),
    code_hash bytea not null,
    created_at bigint not null,
    used_at bigint,
    primary key (staff_id, code_hash)
  )`,
  `create table staff_invitations (
    -- A new invitation replaces the earlier one.
    staff_id integer primary key references staff (id),
    token_hash bytea not null unique,
    -- The secret for the authenticator app, the same whenever the link is opened.
    sealed_secret bytea not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create table staff_sessions (
    id bigint generated always as identity primary key,
    -- One session for each person: a new login ends the earlier one.
    staff_id integer not null unique references staff (id),
    token_hash bytea not null unique,
    -- The IPv4 /24 or IPv6 /48 of the login.
    network text not null,
    started_at bigint not null,
    last_seen_at bigint not null,
    -- When a one-time password was last entered; 0 if the login used a recovery code.
    stepped_up_at bigint not null
  )`,
);
