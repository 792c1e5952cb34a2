import type { Steps } from '../../../ground/database/index.ts';
import { announcements } from './0751-announcements.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0751-announcements': announcements,
};
