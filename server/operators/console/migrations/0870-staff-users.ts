import { appMigration } from '../../../ground/database/index.ts';

/** The account that a member of staff has as a user, whose affairs are for others to decide. */
export const staffUsers = appMigration('alter table staff add column user_id bigint references users (id)');
