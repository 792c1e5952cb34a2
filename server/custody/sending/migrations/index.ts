import type { Steps } from '../../../ground/database/index.ts';
import { sends } from './0930-sends.ts';

/** The migrations of this room. */
export const migrations: Steps = { '0930-sends': sends };
