import type { Steps } from '../../../ground/database/index.ts';
import { favourites } from './0520-favourites.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0520-favourites': favourites,
};
