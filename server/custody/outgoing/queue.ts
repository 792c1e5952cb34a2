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
  const { reference } = order;
  await transaction
    .insertInto('outgoing')
    .values({ ...columnsOf(order, nowMs), stage: 'queued' })
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

/** Records that a payment without a nonce was signed before, so that people look for it on the chain. */
export async function refuseSigned(
  transaction: Transaction<Schema>,
  order: PaymentOrder,
  nowMs: number,
): Promise<void> {
  const refused = { stage: 'refused', reason: 'reference_has_other_slot' } as const;
  await transaction
    .insertInto('outgoing')
    .values({ ...columnsOf(order, nowMs), ...refused })
    .onConflict((conflict) =>
      conflict
        .column('reference')
        .doUpdateSet({ ...refused, changed_at: nowMs })
        .where('outgoing.nonce', 'is', null),
    )
    .execute();
}

function columnsOf(order: PaymentOrder, nowMs: number) {
  const { amount, asset, chain, memo, purpose, reference, to, wallet } = order;
  return {
    reference,
    chain_id: chain,
    wallet,
    purpose,
    asset,
    to_address: to,
    memo,
    amount: String(amount),
    created_at: nowMs,
    changed_at: nowMs,
  };
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

/** The stage of a payment after the request to cancel it, and whether this was the first, of one that was sent. */
export interface CancelledPayment {
  readonly stage: OutgoingStage;
  readonly wasSent: boolean;
}

/**
 * Asks for the cancellation of a payment, once. One that has no nonce yet is cancelled at once; another is cancelled if
 * an empty transaction with its nonce becomes final instead of it. Null if it is over.
 */
export async function cancelPayment(
  transaction: Transaction<Schema>,
  reference: string,
  nowMs: number,
): Promise<CancelledPayment | null> {
  const atOnce = await transaction
    .updateTable('outgoing')
    .set({ stage: 'cancelled', cancel_asked: true, reason: null, changed_at: nowMs })
    .where('reference', '=', reference)
    .where('stage', '=', 'queued')
    .where('nonce', 'is', null)
    .returning('stage')
    .executeTakeFirst();
  if (atOnce !== undefined) return { stage: atOnce.stage, wasSent: false };
  const asked = await transaction
    .updateTable('outgoing')
    .set({ cancel_asked: true, changed_at: nowMs })
    .where('reference', '=', reference)
    .where('stage', 'in', ['assigned', 'sent'])
    .where('cancel_asked', '=', false)
    .returning('stage')
    .executeTakeFirst();
  // Until its cancellation is requested, only the payment itself is sent.
  if (asked !== undefined) return { stage: asked.stage, wasSent: asked.stage === 'sent' };
  const before = await transaction
    .selectFrom('outgoing')
    .select('stage')
    .where('reference', '=', reference)
    .where('stage', 'in', ['assigned', 'sent'])
    .executeTakeFirst();
  return before === undefined ? null : { stage: before.stage, wasSent: false };
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
