import type { Steps } from '../../../ground/database/index.ts';
import { verifications } from './0771-verifications.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0771-verifications': verifications,
};
