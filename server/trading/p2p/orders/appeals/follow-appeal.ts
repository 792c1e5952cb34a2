import { type AppealCause, p2pLimits } from '@bourse/contract/p2p';
import type { Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../../ground/database/index.ts';
import type { Order } from '../stored-order.ts';
import type { AppealOpener, AppealOutcome } from '../tables.ts';
import { noteRestriction } from './restrictions.ts';

const hourMs = 3_600_000;
/** The time in which risk should decide. */
const decideHours = 72;

/** Opens an appeal about the late payment of a cancelled order, for which no escrow waits. */
export async function openLateAppeal(transaction: Transaction<Schema>, order: number, atMs: number): Promise<void> {
  const row = { order_id: order, sequence: 0, opened_by: 'exchange', reason: 'late', ...appealTimes(atMs) } as const;
  await transaction.insertInto('p2p_appeals').values(row).execute();
}

/** When the other side of an appeal should answer, and staff should decide. */
export function appealTimes(openedAtMs: number) {
  return {
    opened_at: openedAtMs,
    answer_until: openedAtMs + p2pLimits.answerHours * hourMs,
    decide_until: openedAtMs + decideHours * hourMs,
  };
}

interface At {
  readonly order: number;
  readonly sequence: number;
  readonly atMs: number;
}

interface Appealed extends At {
  /** Null if the exchange opened it. */
  readonly by: 'buyer' | 'seller' | null;
  /** The reason of the event. */
  readonly reason: string | null;
}

/** Notes that an escrow is in appeal, with what the user who opened it has written before. */
export async function noteAppealed(transaction: Transaction<Schema>, appealed: Appealed): Promise<void> {
  const { atMs, by, order, sequence } = appealed;
  const asked =
    by === null
      ? undefined
      : await transaction
          .selectFrom('p2p_appeals')
          .select('id')
          .where('order_id', '=', String(order))
          .where('sequence', 'is', null)
          .where('opened_by', '=', by)
          .executeTakeFirst();
  if (asked !== undefined) {
    await transaction
      .updateTable('p2p_appeals')
      .set({ sequence, ...appealTimes(atMs) })
      .where('id', '=', asked.id)
      .execute();
    return;
  }
  const opened_by: AppealOpener = by ?? 'exchange';
  await transaction
    .insertInto('p2p_appeals')
    .values({ order_id: order, sequence, opened_by, reason: causeOf(appealed), ...appealTimes(atMs) })
    .execute();
}

function causeOf({ by, reason }: Appealed): AppealCause {
  if (by !== null) return 'other';
  return reason === 'silence' ? 'silence' : 'held';
}

/**
 * Notes that the open appeal of an order has ended, if there is one. A decision has its reasons already, and only now
 * restricts a side.
 */
export async function noteEnded(
  transaction: Transaction<Schema>,
  order: Pick<Order, 'buyer' | 'id' | 'seller'>,
  { atMs, outcome }: { readonly atMs: number; readonly outcome: AppealOutcome },
): Promise<void> {
  const isDecided = outcome === 'released' || outcome === 'refunded';
  const ended = await transaction
    .updateTable('p2p_appeals')
    .set((row) => ({
      outcome,
      ended_at: atMs,
      version: row('version', '+', 1),
      taken_by: null,
      taken_until: 0,
      // A side gave in before the decision took effect.
      ...(isDecided ? {} : { resolution: null, finding: null, words: '' }),
    }))
    .where('order_id', '=', String(order.id))
    .where('sequence', '>', '0')
    .where('outcome', 'is', null)
    .returning(['id', 'finding', 'decided_by'])
    .executeTakeFirst();
  if (ended === undefined || ended.finding === null) return;
  const { decided_by: by, finding } = ended;
  await noteRestriction(transaction, { appeal: safeInteger(ended.id), order, finding, by });
}

/** Notes that the seller has continued a cancelled order, which ends the appeal about its late payment. */
export async function noteReopened(transaction: Transaction<Schema>, order: number, atMs: number): Promise<void> {
  await transaction
    .updateTable('p2p_appeals')
    .set((row) => ({ outcome: 'conceded', ended_at: atMs, version: row('version', '+', 1), taken_by: null }))
    .where('order_id', '=', String(order))
    .where('sequence', '=', '0')
    .where('outcome', 'is', null)
    .execute();
}
