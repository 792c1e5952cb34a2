import { appMigration } from '../../../ground/database/index.ts';

/**
 * Card top-ups. The state says what the provider reported; whether coins arrived and were credited is read from the
 * deposits to the address. `topup_events` are the reports that were accepted, each once. `demo_topups` are the
 * decisions at the provider of a demo.
 */
export const topups = appMigration(
  `create table topups (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    chain_id integer not null,
    protocol_id integer not null references currency_protocols (id),
    currency_id integer not null,
    cents bigint not null check (cents > 0),
    fee_cents bigint not null check (fee_cents >= 0 and fee_cents < cents),
    number bigint not null check (number > 0),
    provider text not null,
    request_key text not null,
    quote_key text not null unique,
    address text,
    redirect_url text check (length(redirect_url) <= 2000),
    status text not null check (status in ('pending', 'paid', 'declined', 'expired', 'charged_back')),
    noticed boolean not null default false,
    settled boolean not null default false,
    expires_at bigint not null,
    created_at bigint not null,
    changed_at bigint not null,
    unique (user_id, request_key)
  )`,
  'create unique index topups_address on topups (chain_id, address)',
  'create index topups_user on topups (user_id, id)',
  `create index topups_pending on topups (expires_at) where status = 'pending'`,
  `create index topups_unnoticed on topups (id) where status in ('declined', 'charged_back') and not noticed`,
  `create index topups_unsettled on topups (id) where status = 'charged_back' and not settled`,
  `create table topup_events (
    provider text not null,
    event_id text not null check (length(event_id) <= 200),
    topup_id bigint not null references topups (id),
    status text not null,
    received_at bigint not null,
    primary key (provider, event_id)
  )`,
  'create index topup_events_topup on topup_events (topup_id)',
  `create table demo_topups (
    topup_id bigint primary key references topups (id),
    decision text not null check (decision in ('approve', 'decline', 'lapse')),
    done boolean not null,
    decided_at bigint not null
  )`,
  'create index demo_topups_open on demo_topups (topup_id) where not done',
);
