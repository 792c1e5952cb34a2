import { appMigration } from '../../../ground/database/index.ts';

/** Codes requested with a proof of ownership count separately from those that anyone can request. */
export const codeBudgets = appMigration(
  `alter table verification_codes
    add column counted_for text not null default 'anybody' check (counted_for in ('anybody', 'owner', 'nobody'))`,
);
