import type { Steps } from '../../../ground/database/index.ts';
import { withdrawals } from './0816-withdrawals.ts';
import { keptFees } from './0862-kept-fees.ts';
import { approvedSteps } from './0882-approved-steps.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0816-withdrawals': withdrawals,
  '0862-kept-fees': keptFees,
  '0882-approved-steps': approvedSteps,
};
