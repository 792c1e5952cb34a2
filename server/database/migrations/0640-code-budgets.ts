import { appMigration } from '../migration.ts';

/**
 * Codes that somebody asked for with a proof of being the owner are counted apart from those that anybody can ask for.
 */
export const codeBudgets = appMigration(
  `alter table verification_codes
    add column counted_for text not null default 'anybody' check (counted_for in ('anybody', 'owner', 'nobody'))`,
);
