import type { Steps } from '../../../ground/database/index.ts';
import { notices } from './0779-notices.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0779-notices': notices,
};
