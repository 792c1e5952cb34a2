import type { Steps } from '../../../ground/database/index.ts';
import { indexTicks } from './0410-index-ticks.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0410-index-ticks': indexTicks,
};
