import type { Steps } from '../../../ground/database/index.ts';
import { favourites } from './0520-favourites.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0520-favourites': favourites,
};
