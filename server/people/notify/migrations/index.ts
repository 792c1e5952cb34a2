import type { Steps } from '../../../ground/database/index.ts';
import { codes } from './0510-codes.ts';
import { codeBudgets } from './0640-code-budgets.ts';
import { longCodes } from './0650-long-codes.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0510-codes': codes,
  '0640-code-budgets': codeBudgets,
  '0650-long-codes': longCodes,
};
