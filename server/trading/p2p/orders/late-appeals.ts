import type { Kysely, Transaction } from 'kysely';
import { EachAlone, NextDue } from '../../../ground/background/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { openLateAppeal } from './appeals/follow-appeal.ts';
import { reopenMs } from './can.ts';
import type { OrderParts } from './order-parts.ts';

type LateParts = Pick<OrderParts, 'background' | 'chat' | 'identityDb' | 'now' | 'store' | 'woken'>;

const everyMs = 10_000;
const perRound = 100;

/**
 * Opens an appeal about each late payment whose seller has let the time to reopen pass: the buyer may be without money
 * and coins, and only staff can help. The appeal itself says that it is open, so there is one for each payment.
 */
export function declareLateAppeals(parts: LateParts): void {
  const { background, identityDb, now } = parts;
  const terms = { everyMs, needsClock: true };
  background.work('p2p: appeal unanswered late payments', terms, async (signal) => {
    const rows = await unanswered(identityDb)
      .where('step.at', '<=', String(now() - reopenMs))
      .orderBy('late.filed_at')
      .limit(perRound)
      .execute();
    const alone = new EachAlone();
    for (const row of rows) {
      if (signal.aborted) break;
      await alone.attempt(() => appeal(parts, safeInteger(row.id)));
    }
    alone.end();
    return new NextDue(rows.length < perRound ? everyMs : 0);
  });
}

async function appeal({ chat, identityDb, now, store, woken }: LateParts, id: number): Promise<void> {
  const opened = await inTransaction(identityDb, async (transaction) => {
    const order = await store.lock(transaction, id);
    const row = await unanswered(transaction).where('late.order_id', '=', String(id)).executeTakeFirst();
    if (order === null || row === undefined) return null;
    const atMs = now();
    await openLateAppeal(transaction, id, atMs);
    return { order, line: await chat.addLine(transaction, id, 'appealed', atMs) };
  });
  if (opened === null) return;
  chat.announce(opened.order, opened.line);
  woken();
}

/** Late payments of cancelled orders that have neither been reopened nor are or were in appeal. */
export function unanswered(db: Kysely<Schema> | Transaction<Schema>) {
  return db
    .selectFrom('p2p_vouchers as late')
    .innerJoin('p2p_steps as step', 'step.order_id', 'late.order_id')
    .select('late.order_id as id')
    .where('late.kind', '=', 'late')
    .where('step.state', '=', 'cancelled')
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('p2p_appeals as appeal')
            .select('appeal.id')
            .whereRef('appeal.order_id', '=', 'late.order_id')
            .where('appeal.sequence', 'is not', null),
        ),
      ),
    )
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('p2p_orders as next')
            .select('next.id')
            .whereRef('next.previous_id', '=', 'late.order_id')
            // One whose outcome is not known yet may still be reopened.
            .where('next.stage', '<>', 'void'),
        ),
      ),
    );
}
