import { appMigration } from '../../../ground/database/index.ts';

/**
 * Notices to users, the counters and preferences of each user, and price alerts. Prices are in ticks, times are epoch
 * milliseconds.
 */
export const notices = appMigration(
  `create table notice_states (
    user_id bigint primary key references users (id),
    -- Notices are numbered from 1 for each user.
    last_n integer not null default 0,
    read_n integer not null default 0,
    -- Mails about notices since the beginning of the user's current hour.
    mails_since bigint not null default 0,
    mails integer not null default 0,
    preferences jsonb not null default '{}'
  )`,
  `create table notices (
    user_id bigint not null references users (id),
    n integer not null,
    template text not null,
    figures jsonb not null,
    created_at bigint not null,
    primary key (user_id, n)
  )`,
  `create index notices_by_age on notices (created_at)`,
  `create table price_alerts (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    market_id integer not null,
    direction text not null check (direction in ('above', 'below')),
    price bigint not null,
    repeat boolean not null,
    armed boolean not null default true,
    created_at bigint not null,
    fired_at bigint,
    -- The journal sequence of the last change; only later trades concern the alert.
    sequence bigint not null
  )`,
  `create index price_alerts_of_user on price_alerts (user_id)`,
  // The journal sequence up to which all alerts that fired are stored; one row.
  `create table price_alert_progress (
    id boolean primary key default true check (id),
    sequence bigint not null
  )`,
);
