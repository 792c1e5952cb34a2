import type { ApprovalStage } from '@bourse/contract/console';
import type { Tone } from '../../parts/state-badge.tsx';

/** The colour of each stage of a request. */
export const stageTones: Readonly<Record<ApprovalStage, Tone>> = {
  open: 'accent',
  ready: 'warning',
  carried_out: 'good',
  refused: 'quiet',
  withdrawn: 'quiet',
  expired: 'quiet',
  failed: 'bad',
};
