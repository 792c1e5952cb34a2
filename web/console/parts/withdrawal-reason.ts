import type { WithdrawalRow } from '@bourse/contract/console';
import type { useTexts } from '../texts/texts.ts';

/** Why a withdrawal waits or how it ended; null if there is nothing to say. */
export function reasonText(t: ReturnType<typeof useTexts>, { reason, status }: WithdrawalRow): string | null {
  if (reason !== null) return t(`withdrawals.reasons.${reason}`);
  // Nothing else makes people check one without a flag.
  return status === 'reviewing' ? t('withdrawals.aboveLimit') : null;
}
