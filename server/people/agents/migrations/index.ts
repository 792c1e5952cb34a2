import type { Steps } from '../../../ground/database/index.ts';
import { agents } from './0940-agents.ts';
import { commissions } from './0941-commissions.ts';
import { datedLimits } from './0942-dated-limits.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0940-agents': agents,
  '0941-commissions': commissions,
  '0942-dated-limits': datedLimits,
};
