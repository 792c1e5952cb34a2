import type { Steps } from '../../../ground/database/index.ts';
import { withdrawalAddresses } from './0815-draw-addresses.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0815-draw-addresses': withdrawalAddresses,
};
