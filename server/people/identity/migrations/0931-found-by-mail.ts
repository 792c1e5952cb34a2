import { appMigration } from '../../../ground/database/index.ts';

/** Whether others who know the e-mail address of a user can find the user by it, to send coins. */
export const foundByMail = appMigration('alter table users add found_by_mail boolean not null default false');
