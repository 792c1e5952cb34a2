import { appMigration } from '../../../ground/database/index.ts';

/**
 * Top-ups about which staff must decide, and the received coins about which they have decided. Whether a charge back is
 * settled is read from the credits of its deposits.
 */
export const topupCases = appMigration(
  'alter table topups drop column settled',
  'alter table topups add is_case boolean not null default false',
  'alter table topups add cleared numeric(30, 0) not null default 0',
  `create index topups_charged_back on topups (id) where status = 'charged_back'`,
  'create index topups_cases on topups (user_id) where is_case',
);
