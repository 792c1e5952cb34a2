import type { WithdrawalRow } from '@bourse/contract/console';
import { useTexts } from '../texts/texts.ts';
import { StateBadge, type Tone } from './state-badge.tsx';

const tones: Readonly<Record<WithdrawalRow['status'], Tone>> = {
  requested: 'accent',
  reviewing: 'warning',
  approved: 'accent',
  broadcast: 'accent',
  confirmed: 'good',
  cancelled: 'quiet',
  rejected: 'bad',
  failed: 'bad',
};

export function WithdrawalStatus({ status }: Pick<WithdrawalRow, 'status'>) {
  const t = useTexts();
  return <StateBadge tone={tones[status]}>{t(`withdrawals.statuses.${status}`)}</StateBadge>;
}
