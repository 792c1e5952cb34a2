import { appMigration } from '../../../ground/database/index.ts';

/**
 * Deposits of coins. `scan_blocks` are the newest blocks that were read, `scan_cursors` the last of them; both change
 * in one transaction with the deposits of a block. A deposit has its number `n` once it may be credited; the core's
 * table of credits says whether it was. A transfer may have several rows, at most one of them on the current branch.
 */
export const deposits = appMigration(
  `create table deposit_addresses (
    user_id bigint not null references users (id),
    chain_id integer not null,
    key_index integer not null check (key_index > 0),
    address text not null check (length(address) <= 128),
    created_at bigint not null,
    primary key (user_id, chain_id),
    unique (chain_id, key_index),
    unique (chain_id, address)
  )`,
  `create table scan_blocks (
    chain_id integer not null,
    height bigint not null,
    hash text not null,
    primary key (chain_id, height)
  )`,
  `create table scan_cursors (
    chain_id integer primary key,
    height bigint not null,
    hash text not null,
    halted text,
    changed_at bigint not null
  )`,
  `create table deposits (
    id bigint generated always as identity primary key,
    chain_id integer not null,
    protocol_id integer not null references currency_protocols (id),
    tx text not null check (length(tx) <= 128),
    ordinal integer not null,
    user_id bigint references users (id),
    address text not null,
    memo text,
    chain_amount numeric(78, 0) not null check (chain_amount > 0),
    amount bigint not null check (amount >= 0),
    stage text not null check (
      stage in ('seen', 'creditable', 'below_minimum', 'unattributed', 'orphaned', 'gone')
    ),
    n bigint unique,
    height bigint not null,
    block_hash text not null,
    created_at bigint not null,
    changed_at bigint not null,
    check (stage <> 'creditable' or (n is not null and user_id is not null))
  )`,
  `create unique index deposits_transfer on deposits (chain_id, tx, ordinal) where stage not in ('orphaned', 'gone')`,
  'create index deposits_user on deposits (user_id, id)',
  'create index deposits_height on deposits (chain_id, height)',
  `create table chain_inflows (
    chain_id integer not null,
    height bigint not null,
    tx text not null,
    ordinal integer not null,
    address text not null,
    asset text not null,
    amount numeric(78, 0) not null,
    primary key (chain_id, tx, ordinal)
  )`,
  'create index chain_inflows_height on chain_inflows (chain_id, height)',
);
