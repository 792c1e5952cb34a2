import type { VerificationRow } from '@bourse/contract/console';
import type { Tone } from '../../parts/state-badge.tsx';

/** The colours of states. */
export const stateTones: Readonly<Record<VerificationRow['state'], Tone>> = {
  review: 'warning',
  approved: 'good',
  rejected: 'bad',
};
