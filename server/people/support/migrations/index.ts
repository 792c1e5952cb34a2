import type { Steps } from '../../../ground/database/index.ts';
import { feedback } from './0776-feedback.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0776-feedback': feedback,
};
