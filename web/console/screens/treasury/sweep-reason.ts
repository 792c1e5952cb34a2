import type { SweepRow } from '@bourse/contract/console';
import type { useTexts } from '../../texts/texts.ts';

const known = [
  'hot_wallet_short',
  'gas_short',
  'network_busy',
  'over_hour_cap',
  'over_day_cap',
  'fee_too_high',
  'reverted',
  'cancelled',
  'gas_cancelled',
  'reference_has_other_slot',
  'vanished',
] as const;

/** Why a move waits or has failed; other reasons of the signer are shown by their names. */
export function reasonOfSweep(t: ReturnType<typeof useTexts>, { reason }: Pick<SweepRow, 'reason'>): string | null {
  const named = known.find((one) => one === reason);
  return named === undefined ? reason : t(`treasury.reasons.${named}`);
}
