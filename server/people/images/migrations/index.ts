import type { Steps } from '../../../ground/database/index.ts';
import { images } from './0770-images.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0770-images': images,
};
