import { setTimeout as pause } from 'node:timers/promises';
import { reconciliationCalls } from '@bourse/contract/console';
import type { StaffSession } from './staff-session.ts';

const grounds = { reason_code: 'incident', reason: 'Compared between two kills' } as const;

/**
 * Lets staff compare the balances on the chain and the ledger with the records. Returns a sentence for each finding
 * other than `balanced` and for each halt of payments; a difference that one round has seen is accepted unless the
 * exchange is quiet.
 */
export async function reconciliationDifferences(staff: StaffSession, isQuiet: boolean): Promise<string[]> {
  for (const deadline = performance.now() + balancedWithinMs; ; await pause(1000)) {
    await staff.call(reconciliationCalls.compareNow, grounds);
    const { rows: onChains } = await staff.call(reconciliationCalls.reconciliation, {});
    const { rows: custody } = await staff.call(reconciliationCalls.custody, {});
    const { rows: halts } = await staff.call(reconciliationCalls.paymentHalts, {});
    const isRight = ({ finding }: { readonly finding: string }): boolean =>
      finding === 'balanced' || (finding === 'suspected' && !isQuiet);
    const found = [...onChains, ...custody].filter((row) => !isRight(row));
    const sentences = [...found, ...halts].map((row) => `reconciliation: ${JSON.stringify(row)}`);
    // Without any flow yet, custody has no row.
    if (onChains.length === 0) sentences.push('reconciliation: no balance was compared');
    if (sentences.length === 0) return sentences;
    const canImprove = halts.length === 0 && found.every(({ finding }) => finding === 'suspected');
    if (!canImprove || performance.now() > deadline) return sentences;
  }
}

/** Records follow their blocks within this time. */
const balancedWithinMs = 30_000;
