import type { Steps } from '../../../ground/database/index.ts';
import { reconciliations } from './0820-reconciliations.ts';
import { openings } from './0881-openings.ts';
import { surplusBookings } from './0906-surplus-bookings.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0820-reconciliations': reconciliations,
  '0881-openings': openings,
  '0906-surplus-bookings': surplusBookings,
};
