import type { Steps } from '../../../ground/database/index.ts';
import { notices } from './0779-notices.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0779-notices': notices,
};
