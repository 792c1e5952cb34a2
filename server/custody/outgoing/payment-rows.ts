import { type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Approval } from './founded-payment.ts';
import type { Attempt, Payment } from './payment.ts';

/**
 * Confirmations after which a payment counts as not made. Until then a reorganization could mine the payment instead
 * of its cancellation, and the money would be gone twice.
 */
export const releaseAfter = 64;

/** Payments that are read at a time. Those with a nonce are bounded by it, and those that are paid by their depth. */
const readAtOnce = 10_000;

/**
 * Payments of a chain in these stages. Those that are paid are watched until they were seen deep in the chain. The
 * oldest of each wallet and asset come first, so that many of one that have to wait do not hide those of another.
 */
export async function readWatched(
  db: Kysely<Schema>,
  chain: number,
  stages: readonly ('queued' | 'assigned' | 'sent' | 'paid')[],
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('outgoing')
    .selectAll()
    .where('chain_id', '=', chain)
    .where('stage', 'in', stages)
    .where('is_final', '=', false)
    .orderBy(sql`row_number() over (partition by wallet, asset order by id)`)
    .orderBy('id')
    .limit(readAtOnce)
    .execute();
  return rows.map((row) => ({
    id: safeInteger(row.id),
    reference: row.reference,
    wallet: row.wallet,
    asset: row.asset,
    stage: row.stage,
    to: row.to_address,
    memo: row.memo,
    amount: BigInt(row.amount),
    cancelAsked: row.cancel_asked,
    nonce: row.nonce === null ? null : safeInteger(row.nonce),
    purpose: row.purpose,
    reason: row.reason,
    changedMs: safeInteger(row.changed_at),
  }));
}

/** The transactions of a payment, oldest first. */
export async function readAttempts(db: Kysely<Schema>, outgoing: number): Promise<Attempt[]> {
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('outgoing_id', '=', String(outgoing))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: safeInteger(row.id),
    kind: row.kind,
    encoded: row.encoded,
    raw: row.raw,
    hash: row.hash,
    fee: { maximum: BigInt(row.max_fee), priority: BigInt(row.priority_fee) },
    createdMs: safeInteger(row.created_at),
    sentMs: row.sent_at === null ? null : safeInteger(row.sent_at),
    height: row.height === null ? null : safeInteger(row.height),
    blockHash: row.block_hash,
    inputs: row.inputs,
  }));
}

/** Ends the watch of a settled payment, whose block is not replaced any more. */
export async function endWatch(db: Kysely<Schema>, { id }: Pick<Payment, 'id'>): Promise<void> {
  await db.updateTable('outgoing').set({ is_final: true }).where('id', '=', String(id)).execute();
}

/** Watches the payments above a height again: people have accepted a branch that replaces more blocks than usual. */
export async function watchAgain(db: Kysely<Schema>, chain: number, above: number): Promise<void> {
  await db
    .updateTable('outgoing')
    .set({ is_final: false })
    .where('chain_id', '=', chain)
    .where('is_final', '=', true)
    .where((row) =>
      row.exists(
        row
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.outgoing_id', '=', 'outgoing.id')
          .where('height', '>', String(above)),
      ),
    )
    .execute();
}

interface Assignment {
  readonly approval: Approval;
  readonly nonce: number;
  readonly atMs: number;
}

/** Gives a queued payment its nonce; null if it is no longer queued, or its approval is no longer in force. */
export async function takeNonce(
  transaction: Transaction<Schema>,
  payment: Payment,
  { approval, atMs, nonce }: Assignment,
): Promise<Payment | null> {
  if (!approval.isInForce()) return null;
  const updated = await transaction
    .updateTable('outgoing')
    .set({ stage: 'assigned', nonce, reason: null, changed_at: atMs })
    .where('id', '=', String(payment.id))
    .where('stage', '=', 'queued')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n ? { ...payment, stage: 'assigned', nonce } : null;
}

export interface Ending {
  readonly stage: 'cancelled' | 'failed' | 'refused';
  readonly reason: string | null;
}

/** Ends a payment without a nonce. Returns whether it was still queued: its owner may have cancelled it. */
export async function endQueued(
  db: Kysely<Schema>,
  { id }: Pick<Payment, 'id'>,
  { atMs, reason, stage }: Ending & { readonly atMs: number },
): Promise<boolean> {
  const updated = await db
    .updateTable('outgoing')
    .set({ stage, reason, changed_at: atMs })
    .where('id', '=', String(id))
    .where('stage', '=', 'queued')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Stores why a payment waits; null if it does not any more. Returns whether that is new. */
export async function explain(db: Kysely<Schema>, payment: Payment, reason: string | null): Promise<boolean> {
  if (payment.reason === reason) return false;
  await db.updateTable('outgoing').set({ reason }).where('id', '=', String(payment.id)).execute();
  return true;
}
