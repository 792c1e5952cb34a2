import { appMigration } from '../migration.ts';

/**
 * Verification codes, messages on their way, the devices that people log in from, and phone numbers that accounts go
 * by. Times are epoch milliseconds.
 */
export const codes = appMigration(
  // An account goes by an e-mail address, by a phone number with its dialling code, or by both.
  'alter table users alter column email_key drop not null',
  'alter table users add column mobile_key text unique',
  `create table verification_codes (
    id bigint generated always as identity primary key,
    purpose smallint not null,
    -- What the code was sent to, in the one spelling that counts.
    contact_key text not null,
    -- Whose code it is; null when there is no account yet, or none at all.
    user_id bigint,
    -- What else it is bound to, such as the device that logs in.
    scope text not null,
    -- Keyed hash; the key is not in the database.
    code_hash bytea not null,
    created_at bigint not null,
    expires_at bigint not null,
    wrong_tries smallint not null default 0,
    used_at bigint
  )`,
  'create index verification_codes_contact on verification_codes (contact_key, created_at)',
  'create index verification_codes_created on verification_codes (created_at)',
  `create table messages (
    id bigint generated always as identity primary key,
    channel text not null check (channel in ('email', 'sms')),
    recipient text not null,
    contact_key text not null,
    template text not null,
    language text not null,
    -- What the text is filled with, codes among it: encrypted, the key is not in the database. Null when it is over.
    sealed bytea,
    state text not null check (state in ('queued', 'sent', 'failed', 'kept', 'pretended')),
    attempts smallint not null default 0,
    created_at bigint not null,
    -- When the next attempt is due.
    due_at bigint not null,
    -- A message that has not gone out by then is of no use any more.
    expires_at bigint not null
  )`,
  `create index messages_queued on messages (due_at, id) where state = 'queued'`,
  `create index messages_kept on messages (contact_key, id) where state = 'kept'`,
  'create index messages_created on messages (created_at)',
  `create table devices (
    user_id bigint not null references users (id),
    device_id text not null,
    first_used_at bigint not null,
    last_used_at bigint not null,
    primary key (user_id, device_id)
  )`,
  'create index devices_device on devices (device_id)',
  `insert into devices (user_id, device_id, first_used_at, last_used_at)
     select id, device_id, created_at, created_at from users where device_id <> ''`,
  `insert into devices (user_id, device_id, first_used_at, last_used_at)
     select user_id, device_id, min(created_at), max(created_at) from sessions where device_id <> '' group by 1, 2
     on conflict do nothing`,
);
