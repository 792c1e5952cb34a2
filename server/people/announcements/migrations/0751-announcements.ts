import { appMigration } from '../../../ground/database/index.ts';

/**
 * Announcements to users by mail, their texts by language, and the users who were considered already. Times are epoch
 * milliseconds.
 */
export const announcements = appMigration(
  // The language of the last login or of the registration; null if there was none since the column exists.
  'alter table users add column language text',
  `create table announcements (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    state text not null check (state in ('draft', 'sending', 'sent', 'stopped')),
    audience jsonb not null,
    changed_at bigint not null,
    changed_by integer not null,
    started_at bigint,
    ended_at bigint,
    -- The highest user id when sending began; later users receive nothing.
    last_user bigint not null default 0,
    -- Users up to this id were considered.
    seen_user bigint not null default 0,
    total integer not null default 0,
    seen integer not null default 0,
    queued integer not null default 0,
    without_address integer not null default 0
  )`,
  `create index announcements_sending on announcements (id) where state = 'sending'`,
  `create table announcement_texts (
    announcement_id bigint not null references announcements (id) on delete cascade,
    language text not null,
    title text not null,
    content text not null,
    primary key (announcement_id, language)
  )`,
  // Written in the transaction that queues the mail, so that no user receives an announcement twice.
  `create table announcement_recipients (
    announcement_id bigint not null references announcements (id),
    user_id bigint not null references users (id),
    language text not null,
    queued_at bigint not null,
    primary key (announcement_id, user_id)
  )`,
  `create index messages_announcing on messages (id) where state = 'queued' and template = 'announcement'`,
);
