import type { Steps } from '../../../ground/database/index.ts';
import { orderMigrations } from '../orders/migrations/index.ts';
import { p2pShops } from './0910-p2p-shops.ts';
import { p2pBounds } from './0927-p2p-bounds.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0910-p2p-shops': p2pShops,
  ...orderMigrations,
  '0927-p2p-bounds': p2pBounds,
};
