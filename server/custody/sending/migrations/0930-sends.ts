import { appMigration } from '../../../ground/database/index.ts';

/**
 * Coins that users send to others. The core moves them under the number of the row. `worth` is that of the request in
 * dollars, as a count of 10^-8; the hints are the ends of the verified names of both sides at that time.
 */
export const sends = appMigration(
  `create table sends (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    to_user_id bigint not null references users (id) check (to_user_id <> user_id),
    user_hint text not null check (length(user_hint) <= 20),
    to_hint text not null check (length(to_hint) <= 20),
    currency_id integer not null,
    amount bigint not null check (amount > 0),
    worth numeric(40, 0) not null check (worth >= 0),
    request_key text not null check (length(request_key) <= 100),
    stage text not null check (stage in ('creating', 'void', 'sent')),
    reason text,
    noticed boolean not null default false,
    created_at bigint not null,
    changed_at bigint not null,
    unique (user_id, request_key)
  )`,
  'create index sends_user on sends (user_id, id)',
  `create index sends_receiver on sends (to_user_id, id) where stage = 'sent'`,
  'create index sends_pair on sends (user_id, to_user_id, id)',
  `create index sends_creating on sends (id) where stage = 'creating'`,
  `create index sends_unnoticed on sends (id) where stage = 'sent' and not noticed`,
  `create table recipient_lookups (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    found_id bigint references users (id),
    at bigint not null
  )`,
  'create index recipient_lookups_user on recipient_lookups (user_id, at)',
  'create index recipient_lookups_at on recipient_lookups (at)',
);
