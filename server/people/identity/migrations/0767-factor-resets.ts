import { appMigration } from '../../../ground/database/index.ts';

/**
 * Resets of second factors by staff. A reset takes effect later than it is decided, so that the owner can stop it.
 * Times are epoch milliseconds; the waiting time of withdrawals counts from `stage_at` of the resets that were done.
 */
export const factorResets = appMigration(
  `create table factor_resets (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    -- The member of staff who asked for it.
    staff_id integer not null check (staff_id between 1 and 999),
    planned_at bigint not null,
    due_at bigint not null,
    stage text not null check (stage in ('planned', 'done', 'stopped')),
    stage_at bigint not null
  )`,
  `create unique index factor_resets_planned on factor_resets (user_id) where stage = 'planned'`,
  'create index factor_resets_user on factor_resets (user_id, id)',
);
