import type { UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { creditView } from '../credits/index.ts';
import { recallPayment } from '../outgoing/index.ts';
import { referenceOf, take, type Withdrawal } from './withdrawal.ts';

/** The reason why no money of a user may leave, although it was held before: staff restricted the user, or a debt. */
export type HeldBack = 'restricted' | 'indebted';

/** Why the withdrawals of a user wait for people, as of the last committed command; null if they need not. */
export function heldBack(views: Views, user: UserId): HeldBack | null {
  if (restrictionView.of(views).scopeOf(user) !== 'none') return 'restricted';
  return creditView.of(views).debtsOf(user).length > 0 ? 'indebted' : null;
}

/** Who takes an approved withdrawal back, and why. */
interface Recall {
  readonly reason: HeldBack | 'held_back';
  readonly atMs: number;
  /** Null for a program. */
  readonly staff?: number;
}

/** An approved withdrawal under review again; null if its payment has a nonce, or it is not approved any more. */
export async function recallWithdrawal(
  transaction: Transaction<Schema>,
  id: number,
  recall: Recall,
): Promise<Withdrawal | null> {
  const { stage } = await transaction
    .selectFrom('withdrawals')
    .select('stage')
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (stage !== 'approved') return null;
  const isRecalled = await recallPayment(transaction, referenceOf(id), recall.atMs);
  return isRecalled ? take(transaction, id, { from: ['approved'], to: 'reviewing', ...recall }) : null;
}
