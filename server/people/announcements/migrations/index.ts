import type { Steps } from '../../../ground/database/index.ts';
import { announcements } from './0751-announcements.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0751-announcements': announcements,
};
