import type { Steps } from '../../../ground/database/index.ts';
import { leverage } from './0830-leverage.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0830-leverage': leverage,
};
