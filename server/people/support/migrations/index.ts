import type { Steps } from '../../../ground/database/index.ts';
import { feedback } from './0776-feedback.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0776-feedback': feedback,
};
