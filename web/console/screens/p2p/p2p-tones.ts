import type { P2pAdRow, P2pMerchantRow, P2pOrderRow, P2pReportRow } from '@bourse/contract/console';
import type { Tone } from '../../parts/state-badge.tsx';

export const statusTones = {
  1: 'quiet',
  2: 'accent',
  3: 'warning',
  4: 'bad',
  5: 'good',
  6: 'quiet',
  7: 'bad',
} as const satisfies Record<P2pOrderRow['status'], Tone>;

export const merchantTones = {
  none: 'quiet',
  pending: 'warning',
  approved: 'good',
  rejected: 'bad',
  suspended: 'bad',
  leaving: 'quiet',
  left: 'quiet',
} as const satisfies Record<P2pMerchantRow['state'], Tone>;

export const adTones = {
  open: 'good',
  suspended: 'warning',
  off_shelf: 'quiet',
} as const satisfies Record<P2pAdRow['state'], Tone>;

export const reportTones = {
  open: 'warning',
  upheld: 'bad',
  dismissed: 'quiet',
} as const satisfies Record<P2pReportRow['state'], Tone>;
