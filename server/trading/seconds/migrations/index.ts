import type { Steps } from '../../../ground/database/index.ts';
import { seconds } from './0840-seconds.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0840-seconds': seconds,
};
