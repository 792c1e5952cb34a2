import type { Steps } from '../../../ground/database/index.ts';
import { deposits } from './0805-deposits.ts';
import { movementNotices } from './0826-movement-notices.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0805-deposits': deposits,
  '0826-movement-notices': movementNotices,
};
