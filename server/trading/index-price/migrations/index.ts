import type { Steps } from '../../../ground/database/index.ts';
import { indexTicks } from './0410-index-ticks.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0410-index-ticks': indexTicks,
};
