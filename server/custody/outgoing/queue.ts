import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { OutgoingPurpose, OutgoingStage } from './tables.ts';

/** A payment to make, once. */
export interface PaymentOrder {
  /** Unique among all payments, as the signer will know it. */
  readonly reference: string;
  readonly chain: number;
  /** `hot`, or `deposit/` with the index of the key. */
  readonly wallet: string;
  readonly purpose: OutgoingPurpose;
  readonly asset: string;
  readonly to: string;
  readonly memo: string | null;
  /** In the smallest units of the asset on the chain. */
  readonly amount: bigint;
}

/** How far a payment is. */
export interface PaymentState {
  readonly stage: OutgoingStage;
  readonly cancelAsked: boolean;
  readonly reason: string | null;
  /** The transaction that was sent last, or the one that is in a block; null before the first. */
  readonly hash: string | null;
  /** The height of its block; null while it is in none. */
  readonly height: number | null;
}

/** The reason of a payment that was taken back before it had a nonce, and may be queued again. */
const recalled = 'recalled';

/** Whether a payment does not exist, or was taken back. */
export function isRecalled(payment: Pick<PaymentState, 'reason' | 'stage'> | null): boolean {
  return payment === null || (payment.stage === 'cancelled' && payment.reason === recalled);
}

/** Queues a payment in the transaction of its cause, also one that was taken back. Repeating it changes nothing. */
export async function queuePayment(
  transaction: Transaction<Schema>,
  order: PaymentOrder,
  nowMs: number,
): Promise<void> {
  const { amount, asset, chain, memo, purpose, reference, to, wallet } = order;
  await transaction
    .insertInto('outgoing')
    .values({
      reference,
      chain_id: chain,
      wallet,
      purpose,
      asset,
      to_address: to,
      memo,
      amount: String(amount),
      stage: 'queued',
      created_at: nowMs,
      changed_at: nowMs,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
  await transaction
    .updateTable('outgoing')
    .set({ stage: 'queued', reason: null, changed_at: nowMs })
    .where('reference', '=', reference)
    .where('stage', '=', 'cancelled')
    .where('reason', '=', recalled)
    .execute();
}

/**
 * Takes a payment back, unless it has a nonce. Returns whether nothing of it can be sent until it is queued again. The
 * caller has locked its cause.
 */
export async function recallPayment(
  transaction: Transaction<Schema>,
  reference: string,
  nowMs: number,
): Promise<boolean> {
  await transaction
    .updateTable('outgoing')
    .set({ stage: 'cancelled', reason: recalled, changed_at: nowMs })
    .where('reference', '=', reference)
    .where('stage', '=', 'queued')
    .where('nonce', 'is', null)
    .execute();
  return isRecalled((await readPayments(transaction, [reference])).get(reference) ?? null);
}

/**
 * Asks for the cancellation of a payment. One that has no nonce yet is cancelled at once; another is cancelled if an
 * empty transaction with its nonce becomes final instead of it.
 */
export async function cancelPayment(
  transaction: Transaction<Schema>,
  reference: string,
  nowMs: number,
): Promise<OutgoingStage | null> {
  const atOnce = await transaction
    .updateTable('outgoing')
    .set({ stage: 'cancelled', cancel_asked: true, reason: null, changed_at: nowMs })
    .where('reference', '=', reference)
    .where('stage', '=', 'queued')
    .where('nonce', 'is', null)
    .returning('stage')
    .executeTakeFirst();
  if (atOnce !== undefined) return atOnce.stage;
  const asked = await transaction
    .updateTable('outgoing')
    .set({ cancel_asked: true, changed_at: nowMs })
    .where('reference', '=', reference)
    .where('stage', 'in', ['assigned', 'sent'])
    .returning('stage')
    .executeTakeFirst();
  return asked?.stage ?? null;
}

/** The states of payments by reference. */
export async function readPayments(
  db: Kysely<Schema>,
  references: readonly string[],
): Promise<ReadonlyMap<string, PaymentState>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('outgoing')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('attempts')
          .select(['hash', 'height'])
          .whereRef('attempts.outgoing_id', '=', 'outgoing.id')
          .where('hash', 'is not', null)
          .orderBy((attempt) => attempt('height', 'is', null))
          .orderBy('attempts.id', 'desc')
          .limit(1)
          .as('shown'),
      (join) => join.onTrue(),
    )
    .select(['reference', 'stage', 'cancel_asked', 'reason', 'shown.hash', 'shown.height'])
    .where('reference', 'in', references)
    .execute();
  return new Map(
    rows.map((row) => [
      row.reference,
      {
        stage: row.stage,
        cancelAsked: row.cancel_asked,
        reason: row.reason,
        hash: row.hash ?? null,
        height: row.height === null ? null : safeInteger(row.height),
      },
    ]),
  );
}
