import type { Steps } from '../../../ground/database/index.ts';
import { images } from './0770-images.ts';
import { orderImages } from './0924-order-images.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0770-images': images,
  '0924-order-images': orderImages,
};
