import type { Steps } from '../../../ground/database/index.ts';
import { savingsDeposits } from './0700-savings-deposits.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0700-savings-deposits': savingsDeposits,
};
