import type { Steps } from '../../../ground/database/index.ts';
import { treasury } from './0811-treasury.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0811-treasury': treasury,
};
