import type { Steps } from '../../../ground/database/index.ts';
import { deposits } from './0805-deposits.ts';
import { movementNotices } from './0826-movement-notices.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0805-deposits': deposits,
  '0826-movement-notices': movementNotices,
};
