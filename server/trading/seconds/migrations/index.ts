import type { Steps } from '../../../ground/database/index.ts';
import { seconds } from './0840-seconds.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0840-seconds': seconds,
};
