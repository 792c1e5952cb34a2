import { appMigration } from '../../../ground/database/index.ts';

/** People, their sessions, and the settings of the site. Times are epoch milliseconds. */
export const people = appMigration(
  `create table users (
    id bigint primary key check (id > 100000),
    email text not null,
    -- The address in lower case, so that differently capitalised addresses are one account.
    email_key text not null unique,
    mobile text not null,
    area_id integer,
    password_hash text not null,
    invite_code text not null unique,
    invited_by bigint references users (id),
    is_seller boolean not null default false,
    device_id text not null,
    created_at bigint not null,
    -- When all of the demo's starting balances were credited; null before that.
    granted_at bigint
  )`,
  'create index users_invited_by on users (invited_by) where invited_by is not null',
  `create table sessions (
    token_hash text primary key,
    user_id bigint not null references users (id),
    device_id text not null,
    address text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create index sessions_user on sessions (user_id, created_at)',
  `create table site_settings (
    name text primary key,
    value jsonb not null
  )`,
);
