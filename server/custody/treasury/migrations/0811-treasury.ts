import { appMigration } from '../../../ground/database/index.ts';

/**
 * Moves of coins between the exchange's own wallets: from deposit addresses to the hot wallet, and from there to the
 * cold one. A wallet of deposits has one open move at a time, the hot wallet one for each asset. Amounts and limits are
 * in the smallest units of the chain.
 */
export const treasury = appMigration(
  `create table sweeps (
    id bigint generated always as identity primary key,
    chain_id integer not null,
    protocol_id integer not null references currency_protocols (id),
    wallet text not null check (length(wallet) <= 40),
    address text not null,
    to_address text not null,
    asset text not null,
    amount numeric(78, 0) not null check (amount > 0),
    stage text not null check (stage in ('planned', 'gas_sent', 'gas_final', 'sent', 'final', 'failed', 'released')),
    top_ups integer not null default 0,
    reason text,
    created_at bigint not null,
    changed_at bigint not null
  )`,
  `create unique index sweeps_open on sweeps (chain_id, wallet, (case when wallet = 'hot' then asset else '' end))
    where stage in ('planned', 'gas_sent', 'gas_final', 'sent')`,
  `create table treasury_limits (
    chain_id integer not null,
    asset text not null,
    hot_min numeric(78, 0) not null check (hot_min >= 0),
    hot_max numeric(78, 0) not null,
    version bigint not null,
    primary key (chain_id, asset),
    check (hot_max > hot_min)
  )`,
  'alter table deposits add column sweep_id bigint references sweeps (id)',
  `create index deposits_unswept on deposits (chain_id, protocol_id, address)
    where sweep_id is null and stage in ('creditable', 'below_minimum', 'unattributed')`,
  'create index deposits_swept on deposits (sweep_id) where sweep_id is not null',
  'alter table outgoing drop constraint outgoing_purpose_check',
  `alter table outgoing add constraint outgoing_purpose_check
    check (purpose in ('withdrawal', 'gas', 'sweep', 'cold'))`,
);
