import type { Steps } from '../../../ground/database/index.ts';
import { deposits } from './0805-deposits.ts';
import { movementNotices } from './0826-movement-notices.ts';
import { topupAddresses } from './0935-topup-addresses.ts';
import { depositsByAddress } from './0950-deposits-by-address.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0805-deposits': deposits,
  '0826-movement-notices': movementNotices,
  '0935-topup-addresses': topupAddresses,
  '0950-deposits-by-address': depositsByAddress,
};
