import { appMigration } from '../../../ground/database/index.ts';

/** Bounds the applications of a user, of which those on the UTC day of the last one count, and pictures of an order. */
export const p2pBounds = appMigration(
  'alter table merchants add column applications smallint not null default 1 check (applications > 0)',
  'create index p2p_images_by_order on p2p_images (order_id, owner_id)',
);
