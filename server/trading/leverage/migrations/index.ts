import type { Steps } from '../../../ground/database/index.ts';
import { leverage } from './0830-leverage.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0830-leverage': leverage,
};
