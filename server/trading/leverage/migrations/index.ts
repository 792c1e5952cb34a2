import type { Steps } from '../../../ground/database/index.ts';
import { leverage } from './0830-leverage.ts';
import { claimPayments } from './0872-claim-payments.ts';
import { claimOffsets } from './0883-claim-offsets.ts';
import { liquidationNumbers } from './0871-liquidation-numbers.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0830-leverage': leverage,
  '0871-liquidation-numbers': liquidationNumbers,
  '0872-claim-payments': claimPayments,
  '0883-claim-offsets': claimOffsets,
};
