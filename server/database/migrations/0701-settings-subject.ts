import { coreMigration } from '../migration.ts';

/** What a decision is about, where that has no column of its own: the product of a fixed-term deposit, say. */
export const settingsSubject = coreMigration('alter table settings_log add column subject text');
