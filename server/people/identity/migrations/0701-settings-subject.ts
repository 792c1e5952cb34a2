import { coreMigration } from '../../../ground/database/index.ts';

/** The subject of a decision that has no column of its own, for example the product of a fixed-term deposit. */
export const settingsSubject = coreMigration('alter table settings_log add column subject text');
