import type { Steps } from '../../../ground/database/index.ts';
import { reconciliations } from './0820-reconciliations.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0820-reconciliations': reconciliations,
};
