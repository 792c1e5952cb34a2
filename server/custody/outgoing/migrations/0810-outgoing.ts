import { appMigration } from '../../../ground/database/index.ts';

/**
 * Payments out of the exchange's wallets. A payment keeps its nonce, and each attempt to have it mined is stored before
 * it is signed and again before it is sent. Amounts and fees are in the smallest units of the chain.
 */
export const outgoing = appMigration(
  `create table outgoing (
    id bigint generated always as identity primary key,
    reference text not null unique check (length(reference) <= 80),
    chain_id integer not null,
    wallet text not null check (length(wallet) <= 40),
    nonce bigint,
    purpose text not null check (purpose in ('withdrawal', 'gas', 'sweep')),
    asset text not null,
    to_address text not null,
    memo text,
    amount numeric(78, 0) not null check (amount > 0),
    stage text not null check (stage in ('queued', 'assigned', 'sent', 'paid', 'cancelled', 'failed', 'refused')),
    cancel_asked boolean not null default false,
    reason text,
    created_at bigint not null,
    changed_at bigint not null,
    check (stage not in ('assigned', 'sent') or nonce is not null),
    unique (chain_id, wallet, nonce)
  )`,
  `create index outgoing_open on outgoing (chain_id, id) where stage in ('queued', 'assigned', 'sent')`,
  `create table attempts (
    id bigint generated always as identity primary key,
    outgoing_id bigint not null references outgoing (id),
    kind text not null check (kind in ('payment', 'cancel')),
    encoded text not null,
    raw text,
    hash text unique,
    max_fee numeric(78, 0) not null,
    priority_fee numeric(78, 0) not null,
    created_at bigint not null,
    sent_at bigint,
    height bigint,
    block_hash text,
    reverted boolean,
    fee numeric(78, 0),
    check ((raw is null) = (hash is null))
  )`,
  'create index attempts_outgoing on attempts (outgoing_id, id)',
  `create table payment_halts (
    chain_id integer primary key,
    reason text not null,
    since bigint not null
  )`,
);
