import { appMigration } from '../../../ground/database/index.ts';

/** Images can be part of orders of peer-to-peer trading. */
export const orderImages = appMigration(
  `alter table images drop constraint images_kind_check,
     add constraint images_kind_check check (kind in ('identity', 'payment', 'feedback', 'order'))`,
);
