import type { Steps } from '../../../ground/database/index.ts';
import { verifications } from './0771-verifications.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0771-verifications': verifications,
};
