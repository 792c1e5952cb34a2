import type { Steps } from '../../../ground/database/index.ts';
import { stopPrice } from './0401-stop-price.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0401-stop-price': stopPrice,
};
