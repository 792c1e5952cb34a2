import { appMigration } from '../../../ground/database/index.ts';

/**
 * Whether the account that a member of staff has as a user was stated, even if none. Before, it was only found by
 * the e-mail address, of which a person may have several.
 */
export const staffDeclared = appMigration(
  'alter table staff add column user_declared boolean not null default false',
  `update staff set user_id = users.id from users
    where staff.user_id is null and users.email_key = staff.email_key`,
  'update staff set user_declared = true where user_id is not null',
);
