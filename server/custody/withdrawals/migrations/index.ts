import type { Steps } from '../../../ground/database/index.ts';
import { withdrawals } from './0816-withdrawals.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0816-withdrawals': withdrawals,
};
