import { appMigration } from '../../../ground/database/index.ts';

/** Removes the roles of users: the staff of the console are not users. */
export const operatorsRemoved = appMigration('drop table operators');
