import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { cancelPayment, isRecalled, readPayments } from '../outgoing/index.ts';
import { current, hold, type HoldParts } from './request.ts';
import { referenceOf, take, type Withdrawal, withdrawalOf } from './withdrawal.ts';

interface Cancellation {
  readonly atMs: number;
  /** The member of staff who cancels; null for others. */
  readonly staff?: number | null;
  /** Whether the fee is kept if the payment was sent, as its owner was shown beforehand. */
  readonly keepsFee?: boolean;
}

/**
 * Ends a withdrawal that is not paid yet, or asks for the replacement of its payment by an empty one; the blocks then
 * decide which of them takes place. Null if it is too late.
 */
export async function cancelWithdrawal(
  transaction: Transaction<Schema>,
  id: number,
  { atMs, keepsFee = false, staff = null }: Cancellation,
): Promise<Withdrawal | null> {
  const taken = await take(transaction, id, { from: ['requested', 'reviewing'], to: 'cancelled', atMs, staff });
  if (taken !== null) return taken;
  const row = await transaction
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.stage !== 'approved' && row.stage !== 'broadcast') return null;
  const payment = await cancelPayment(transaction, referenceOf(id), atMs);
  if (payment?.wasSent === true && keepsFee)
    await transaction.updateTable('withdrawals').set({ keeps_fee: true }).where('id', '=', String(id)).execute();
  // An approved one without a payment is not queued any more: the queue takes approved ones only.
  if (payment === null && row.stage === 'approved' && (await isNotQueued(transaction, id)))
    return take(transaction, id, { from: ['approved'], to: 'cancelled', atMs, staff });
  return payment === null ? null : withdrawalOf(row);
}

/**
 * Cancels the withdrawals of a user that are not paid yet, for their owner: the fee of a payment that was sent is kept.
 * The worker releases their money and shows the step. `all` includes those whose hold is under way: the exchange must
 * hold no more money of the user by then, so that its outcome can be had.
 *
 * @throws Error while the exchange is closed or busy
 */
export async function cancelWithdrawalsOf(parts: HoldParts, user: UserId, which: 'held' | 'all'): Promise<void> {
  const { db, now } = parts;
  const held = ['requested', 'reviewing', 'approved', 'broadcast'] as const;
  const rows = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', String(user))
    .where('stage', 'in', which === 'all' ? ['creating', ...held] : held)
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const id = safeInteger(row.id);
    if (row.stage === 'creating') {
      await hold(parts, withdrawalOf(row));
      if ((await current(db, id)).stage === 'creating') throw new Error(`The money of withdrawal ${id} is undecided.`);
    }
    await inTransaction(db, (transaction) => cancelWithdrawal(transaction, id, { atMs: now(), keepsFee: true }));
  }
}

async function isNotQueued(db: Kysely<Schema>, id: number): Promise<boolean> {
  const reference = referenceOf(id);
  return isRecalled((await readPayments(db, [reference])).get(reference) ?? null);
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /**
     * Cancels the withdrawals of a user that are not paid yet, for their owner; `all` also those whose hold is under
     * way.
     */
    readonly cancelWithdrawals: (user: UserId, which: 'held' | 'all') => Promise<void>;
  }
}
