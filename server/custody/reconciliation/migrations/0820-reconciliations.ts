import { appMigration } from '../../../ground/database/index.ts';

/**
 * Comparisons of the exchange's balances on a chain with its records. A row is a run of rounds with the same result;
 * the newest row of a chain and asset is the present state. `rounds` counts the rounds in a row in which money was
 * missing, or was there unrecorded, also across rows. Amounts are in the smallest units of the chain.
 */
export const reconciliations = appMigration(
  `create table reconciliations (
    id bigint generated always as identity primary key,
    chain_id integer not null,
    asset text not null,
    height bigint not null,
    balance numeric(78, 0) not null,
    expected numeric(78, 0) not null,
    rounds integer not null check (rounds > 0),
    since bigint not null,
    last_at bigint not null
  )`,
  'create index reconciliations_newest on reconciliations (chain_id, asset, id)',
);
