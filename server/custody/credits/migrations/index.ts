import type { Steps } from '../../../ground/database/index.ts';
import { credits } from './0790-credits.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0790-credits': credits,
};
