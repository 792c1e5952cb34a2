import { appMigration } from '../../../ground/database/index.ts';

/** When the user last removed a second factor: the first one starts no wait, another one after a removal does. */
export const removedFactors = appMigration('alter table second_factors add removed_at bigint');
