import type { Steps } from '../../../ground/database/index.ts';
import { topups } from './0936-topups.ts';
import { topupCases } from './0951-topup-cases.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0936-topups': topups,
  '0951-topup-cases': topupCases,
};
