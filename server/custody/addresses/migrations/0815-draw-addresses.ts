import { appMigration } from '../../../ground/database/index.ts';

/**
 * Withdrawal addresses that users have saved. Removed ones stay as a record. `stop_hash` is the hash of the token in
 * the link of the mail about an address.
 */
export const withdrawalAddresses = appMigration(
  `create table draw_addresses (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    protocol_id integer not null,
    address text not null check (length(address) <= 200),
    memo text not null default '' check (length(memo) <= 100),
    label text not null default '' check (length(label) <= 64),
    created_at bigint not null,
    -- The time from which on it is paid.
    matured_at bigint not null,
    used_at bigint,
    removed_at bigint,
    stop_hash bytea unique,
    stop_until bigint not null
  )`,
  `create unique index draw_addresses_of_user on draw_addresses (user_id, protocol_id, address, memo)
    where removed_at is null`,
  // Users whose withdrawals go to saved addresses only, until `ends_at` if it is set.
  `create table draw_address_rules (
    user_id bigint primary key references users (id),
    since bigint not null,
    ends_at bigint
  )`,
);
