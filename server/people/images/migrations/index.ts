import type { Steps } from '../../../ground/database/index.ts';
import { images } from './0770-images.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0770-images': images,
};
