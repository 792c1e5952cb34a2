import { appMigration } from '../../../ground/database/index.ts';

/**
 * The secret of the simulated market, from which its prices follow from `keyed_from_ms` on. Null in an installation
 * whose simulator has not run since the column was added.
 */
export const pathSecret = appMigration(
  'alter table simulator_state add column path_key text, add column keyed_from_ms bigint',
);
