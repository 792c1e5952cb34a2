import type { Steps } from '../../../ground/database/index.ts';
import { withdrawalAddresses } from './0815-draw-addresses.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0815-draw-addresses': withdrawalAddresses,
};
