import type { Steps } from '../../../ground/database/index.ts';
import { outgoing } from './0810-outgoing.ts';
import { networkFees } from './0822-network-fees.ts';
import { spentOutputs } from './0850-spent-outputs.ts';
import { fills } from './0861-fills.ts';
import { watchedPayments } from './0905-watched-payments.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0810-outgoing': outgoing,
  '0822-network-fees': networkFees,
  '0850-spent-outputs': spentOutputs,
  '0861-fills': fills,
  '0905-watched-payments': watchedPayments,
};
