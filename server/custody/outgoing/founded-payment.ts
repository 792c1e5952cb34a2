import type { Logger } from 'pino';
import type { OpenChain } from '../chains/index.ts';
import { inTransaction } from '../../ground/database/index.ts';
import type { Signer } from '../signer/index.ts';
import { haltPayments } from './halts.ts';
import { endQueued } from './payment-rows.ts';
import type { Payment } from './payment.ts';
import type { With } from '../../ground/parts.ts';

/** The terms of a payment. */
export type OrderedPayment = Pick<Payment, 'amount' | 'asset' | 'memo' | 'reference' | 'to'> & {
  readonly chain: number;
};

/** The approval of a payment by the records. */
export interface Approval {
  /** Whether it may still be paid, as of the last committed command: its user may have been restricted since. */
  readonly isInForce: () => boolean;
  /** The most gas that its receiver may make it use; null without a limit. */
  readonly maxGas: number | null;
}

/** The approval of payments that no user has ordered. */
const always: Approval = { isInForce: () => true, maxGas: null };

export interface FoundedParts extends With<'db' | 'now'> {
  readonly chain: OpenChain;
  /** The approval of a payment of a withdrawal, whose money is held; null if it is not approved. */
  readonly approvalOf: (payment: OrderedPayment) => Promise<Approval | null>;
  readonly log: Pick<Logger, 'error'>;
  readonly signer: Pick<Signer, 'coldAddress' | 'slotOf'>;
}

/** The reason of a payment that no record explains. */
export const unfounded = 'unfounded';

/**
 * The approval of a payment by the records, null if none explains it: a row of a payment alone pays nothing. The signer
 * cannot know a receiver outside of the exchange. It does know the others: a deposit address pays the wallets of the
 * exchange only, and coin for fees goes to the deposit address that the reference names.
 */
export async function findApproval(
  { approvalOf, chain, signer }: FoundedParts,
  payment: Payment,
): Promise<Approval | null> {
  if (payment.wallet !== 'hot' || payment.purpose === 'gas') return always;
  if (payment.purpose === 'withdrawal') return approvalOf({ ...payment, chain: chain.id });
  return payment.purpose === 'cold' && payment.to === (await signer.coldAddress(chain.code)) ? always : null;
}

/**
 * Ends a payment without a nonce that no record explains, and stops the payments of its chain until people have found
 * out who has ordered it. Does nothing if it is no longer queued: its owner cancelled it after it was read.
 */
export async function refuseUnfounded(parts: FoundedParts, { id, reference }: Payment): Promise<boolean> {
  const { db, now, signer } = parts;
  // One that was signed may be on the chain, as after a restored backup.
  const stage = (await signer.slotOf(reference)) === '' ? 'cancelled' : 'refused';
  return inTransaction(db, async (transaction) => {
    if (!(await endQueued(transaction, { id }, { stage, reason: unfounded, atMs: now() }))) return false;
    await haltUnfounded({ ...parts, db: transaction }, reference);
    return true;
  });
}

/** Stops all payments of the chain: something else than the exchange writes its records. */
export async function haltUnfounded({ chain, db, log, now }: FoundedParts, payment: string): Promise<void> {
  await haltPayments(db, chain.id, 'unfounded_payment', now());
  log.error({ payment, chain: chain.code }, 'no record explains a payment: payments halt');
}
