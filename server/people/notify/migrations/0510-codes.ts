import { appMigration } from '../../../ground/database/index.ts';

/**
 * Verification codes, outgoing messages, the devices that users log in from, and phone numbers as login names. Times
 * are epoch milliseconds.
 */
export const codes = appMigration(
  // An account has an e-mail address, a phone number with its dialling code, or both.
  'alter table users alter column email_key drop not null',
  'alter table users add column mobile_key text unique',
  `create table verification_codes (
    id bigint generated always as identity primary key,
    purpose smallint not null,
    -- The recipient of the code in canonical form.
    contact_key text not null,
    -- The user of the code; null if there is no account (yet).
    user_id bigint,
    -- Further context of the code, such as the device that logs in.
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
    -- The encrypted parameters of the text, including codes; the key is not in the database. Null once sent or expired.
    sealed bytea,
    state text not null check (state in ('queued', 'sent', 'failed', 'kept', 'pretended')),
    attempts smallint not null default 0,
    created_at bigint not null,
    -- Time of the next attempt.
    due_at bigint not null,
    -- The message is not sent after this time.
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
