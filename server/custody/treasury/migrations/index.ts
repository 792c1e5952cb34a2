import type { Steps } from '../../../ground/database/index.ts';
import { treasury } from './0811-treasury.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0811-treasury': treasury,
};
