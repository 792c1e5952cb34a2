import type { Steps } from '../../../ground/database/index.ts';
import { userNotes } from './0744-user-notes.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0744-user-notes': userNotes,
};
