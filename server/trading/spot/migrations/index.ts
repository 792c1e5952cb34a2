import type { Steps } from '../../../ground/database/index.ts';
import { stopPrice } from './0401-stop-price.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0401-stop-price': stopPrice,
};
