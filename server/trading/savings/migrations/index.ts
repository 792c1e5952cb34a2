import type { Steps } from '../../../ground/database/index.ts';
import { savingsDeposits } from './0700-savings-deposits.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0700-savings-deposits': savingsDeposits,
};
