import { appMigration } from '../../../ground/database/index.ts';

/**
 * Which steps of deposits and withdrawals their owners were notified of. `deposits.noticed` is the state of the credit
 * of the last notice. Nothing is said about what happened before this migration.
 */
export const movementNotices = appMigration(
  `alter table deposits add column noticed text not null default 'none'
    check (noticed in ('none', 'credited', 'matured', 'reversed'))`,
  `update deposits set noticed = 'matured' where n is not null`,
  `create index deposits_unnoticed on deposits (n)
    where n is not null and noticed <> 'reversed' and (noticed <> 'matured' or stage <> 'creditable')`,
  'alter table withdrawal_steps add column noticed boolean not null default false',
  'update withdrawal_steps set noticed = true',
  `create index withdrawal_steps_unnoticed on withdrawal_steps (id)
    where not noticed and stage in ('broadcast', 'confirmed', 'rejected', 'failed')`,
);
