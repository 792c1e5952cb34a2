import type { Steps } from '../../../ground/database/index.ts';
import { userNotes } from './0744-user-notes.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0744-user-notes': userNotes,
};
