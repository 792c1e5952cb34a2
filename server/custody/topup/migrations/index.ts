import type { Steps } from '../../../ground/database/index.ts';
import { topups } from './0936-topups.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0936-topups': topups,
};
