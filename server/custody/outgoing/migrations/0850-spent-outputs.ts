import { appMigration } from '../../../ground/database/index.ts';

/**
 * The outputs that payments spend, on chains with outputs. A row is a reservation that precedes the signature: it stays
 * when a block that contained the output is replaced, so that no output is ever given to two payments. `position` is
 * the place among the inputs, of which 0 is the slot. `inputs` of an attempt is how many of them it spends.
 */
export const spentOutputs = appMigration(
  `create table spent_outputs (
    chain_id integer not null,
    tx text not null,
    output integer not null,
    outgoing_id bigint not null references outgoing (id),
    position integer not null,
    address text not null,
    amount numeric(78, 0) not null,
    primary key (chain_id, tx, output),
    unique (outgoing_id, position)
  )`,
  'alter table chain_inflows add column is_spent boolean not null default false',
  `create index chain_inflows_unspent on chain_inflows (chain_id, address) where not is_spent`,
  'alter table attempts add column inputs integer',
);
