import { appMigration } from '../../../ground/database/index.ts';

/**
 * Surpluses of a comparison that people have booked as money of the exchange: of an asset of a chain, in its smallest
 * units, or of a currency of the ledger (`chain_id` 0), in counts of the comparison. `units` is the part that the
 * treasury receives, under the number `n`; null if it receives nothing. `settled_at` is when that was done.
 */
export const surplusBookings = appMigration(
  `create table surplus_bookings (
    id bigint generated always as identity primary key,
    chain_id integer not null,
    asset text not null,
    amount numeric(78, 0) not null check (amount > 0),
    currency_id integer,
    units bigint not null check (units >= 0),
    n bigint unique check (n > 0),
    source text not null,
    source_n bigint not null,
    staff_id bigint not null,
    approval_id bigint,
    created_at bigint not null,
    settled_at bigint,
    unique (source, source_n),
    check ((units > 0) = (n is not null)),
    check (units = 0 or currency_id is not null)
  )`,
  'create unique index surplus_bookings_open on surplus_bookings (chain_id, asset) where settled_at is null',
);
