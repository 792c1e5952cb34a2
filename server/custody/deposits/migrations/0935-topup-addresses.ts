import { appMigration } from '../../../ground/database/index.ts';

/** Each order of a card top-up has a deposit address of its own, beside the one of its user. */
export const topupAddresses = appMigration(
  'alter table deposit_addresses add topup_id bigint',
  'alter table deposit_addresses drop constraint deposit_addresses_pkey',
  'alter table deposit_addresses drop constraint deposit_addresses_chain_id_key_index_key',
  'alter table deposit_addresses add primary key (chain_id, key_index)',
  'create unique index deposit_addresses_user on deposit_addresses (user_id, chain_id) where topup_id is null',
  'create unique index deposit_addresses_topup on deposit_addresses (topup_id) where topup_id is not null',
);
