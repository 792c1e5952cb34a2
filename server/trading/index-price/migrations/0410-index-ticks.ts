import { coreMigration } from '../../../ground/database/index.ts';

/** The rules of the indices, and the value of every index after every tick. */
export const indexTicks = coreMigration(
  `create table index_configurations (
     asset_id integer not null,
     version integer not null,
     sequence bigint not null,
     time_ms bigint not null,
     decimals smallint not null,
     sources text[] not null,
     min_sources smallint not null,
     max_deviation_ppm integer not null,
     staleness_ms integer not null,
     operator_id bigint not null,
     cause text not null,
     primary key (asset_id, version)
   )`,
  // Read by time, whose order is that of the sequence, so that old rows are found without a second index.
  `create table index_ticks (
     sequence bigint not null,
     n smallint not null,
     time_ms bigint not null,
     source text,
     observed_at bigint,
     asset_ids integer[] not null,
     versions integer[] not null,
     observed bigint[] not null,
     prices bigint[] not null,
     live_sources smallint[] not null,
     left_out jsonb,
     primary key (time_ms, sequence, n)
   ) partition by range (sequence)`,
  `create table index_ticks_default partition of index_ticks default`,
);
