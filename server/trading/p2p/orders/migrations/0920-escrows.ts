import { coreMigration } from '../../../../ground/database/index.ts';

/** The events of escrows, and the coins that offers have left. */
export const escrows = coreMigration(
  `create table escrows (
     n bigint not null,
     sequence bigint not null,
     ordinal smallint not null,
     step text not null,
     state text not null,
     reason text,
     actor_id bigint,
     seller_id bigint not null,
     buyer_id bigint not null,
     maker_id bigint not null,
     currency_id integer not null,
     amount bigint not null,
     fee bigint not null,
     offer bigint,
     previous bigint,
     due bigint,
     matures_at bigint,
     counts boolean not null,
     terms text,
     voucher text,
     time_ms bigint not null,
     primary key (n, sequence, ordinal)
   )`,
  'create index escrows_by_seller on escrows (seller_id, step, n)',
  'create index escrows_by_buyer on escrows (buyer_id, step, n)',
  'create index escrows_by_sequence on escrows (sequence, ordinal)',
  `create table offers (
     offer bigint not null,
     sequence bigint not null,
     n bigint not null,
     owner_id bigint not null,
     currency_id integer not null,
     left_units bigint not null,
     ended boolean not null,
     time_ms bigint not null,
     primary key (offer, sequence, n)
   )`,
);
