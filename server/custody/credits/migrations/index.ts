import type { Steps } from '../../../ground/database/index.ts';
import { credits } from './0790-credits.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0790-credits': credits,
};
