import type { Steps } from '../../../ground/database/index.ts';
import { reconciliations } from './0820-reconciliations.ts';
import { openings } from './0881-openings.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0820-reconciliations': reconciliations,
  '0881-openings': openings,
};
