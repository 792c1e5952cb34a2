import { coreMigration } from '../../database/index.ts';

/**
 * Accepted losses of acknowledged batches. Each starts another generation of the head. `log_position` is the end of
 * PostgreSQL's log when the snapshot was complete.
 */
export const acknowledged = coreMigration(
  'alter table core_head add column generation bigint not null default 1',
  `create table accepted_losses (
     id bigint generated always as identity primary key,
     at_ms bigint not null,
     accepted_by text not null,
     host text not null,
     generation bigint not null,
     acknowledged_generation bigint not null,
     acknowledged_epoch bigint not null,
     acknowledged_batch_id bigint not null,
     acknowledged_sequence bigint not null,
     acknowledged_events_hash text not null,
     found_generation bigint not null,
     found_epoch bigint not null,
     found_batch_id bigint not null,
     found_sequence bigint not null,
     found_events_hash text not null
   )`,
  'alter table snapshots add column log_position pg_lsn',
);
