import { appMigration } from '../../../ground/database/index.ts';

/**
 * The network fees of ended payments, numbered without gaps within each chain. Fees are in the smallest units of the
 * chain's coin; `total` is the sum up to this row. `units` is the part that the ledger can express with the remainder
 * of the rows before, and is booked under the number of the row.
 */
export const networkFees = appMigration(
  `create table network_fees (
    chain_id integer not null,
    n bigint not null check (n > 0),
    outgoing_id bigint not null unique references outgoing (id),
    fee numeric(78, 0) not null check (fee >= 0),
    total numeric(78, 0) not null,
    currency_id integer not null,
    units bigint not null check (units >= 0),
    booked boolean not null,
    created_at bigint not null,
    primary key (chain_id, n)
  )`,
  'create index network_fees_open on network_fees (chain_id, n) where not booked',
);
