import { appMigration } from '../../../ground/database/index.ts';

/** Ids of users come from a sequence, so that no id is used again, even if its row is gone. */
export const userIds = appMigration(
  'create sequence user_ids as bigint minvalue 100001 owned by users.id',
  `select setval('user_ids', max(id)) from users having max(id) is not null`,
);
