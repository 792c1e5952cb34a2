import { appMigration } from '../../../ground/database/index.ts';

/**
 * The money of a demo that was credited before `outside_credits` was kept, in units of the ledger: null until the first
 * comparison, which takes it as balanced. A currency that is listed later has no row.
 */
export const openings = appMigration(
  'create table custody_openings (currency_id integer primary key, amount bigint)',
  'insert into custody_openings (currency_id) select id from core.currencies',
);
