import { appMigration } from '../../../ground/database/index.ts';

/** Long codes, which cannot be guessed, count separately from short ones. */
export const longCodes = appMigration(
  'alter table verification_codes drop constraint verification_codes_counted_for_check',
  `alter table verification_codes add constraint verification_codes_counted_for_check
    check (counted_for in ('anybody', 'owner', 'nobody', 'long'))`,
);
