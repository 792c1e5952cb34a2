import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { WithdrawalStage } from './tables.ts';
import { type Withdrawal, withdrawalOf } from './withdrawal.ts';
import { statusOf } from './wire.ts';
import { type ChangeContext, changed, type ConsoleRefused, refusal } from '../../ground/console-gateway/index.ts';

type Recovery =
  | 'payment_unclear'
  | 'payment_forgotten'
  | 'payment_unproved'
  | 'payment_nonce_used'
  | 'payment_nonce_taken';

/** The withdrawal after a step, null if another step came first, or why the step is not taken. */
export type Step<Key extends string = Recovery> = Withdrawal | ConsoleRefused<Key> | null;

export type Decide = ReturnType<typeof decider>;

/** Takes a decision about a withdrawal, with its row in the audit log. */
export function decider(announce: (withdrawal: Withdrawal) => void) {
  return async <Key extends string = never>(
    id: number,
    { committed, transaction }: ChangeContext,
    step: (withdrawal: Withdrawal) => Promise<Step<Key>>,
    /** Further facts for the audit log. */
    facts: Readonly<Record<string, string>> = {},
  ) => {
    const before = await findHeld(transaction, id);
    if (before === null) return refusal('withdrawal_unknown');
    const after = await step(before);
    if (after === null) return refusal('withdrawal_decided', { status: statusOf(await stageOf(transaction, id)) });
    if ('error' in after) return after;
    committed(() => announce(after));
    const status = statusOf(after.stage);
    return changed(
      { id, status },
      {
        subject: { kind: 'withdrawal', id: String(id) },
        before: { status: statusOf(before.stage) },
        after: { status, ...(after.reason === null ? {} : { reason: after.reason }), ...facts },
      },
    );
  };
}

/** A withdrawal whose money is held; null if there is none. */
export async function findHeld(db: Kysely<Schema>, id: number): Promise<Withdrawal | null> {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', String(id))
    .where('stage', 'not in', ['creating', 'void'])
    .executeTakeFirst();
  return row === undefined ? null : withdrawalOf(row);
}

async function stageOf(db: Kysely<Schema>, id: number): Promise<WithdrawalStage> {
  const row = db.selectFrom('withdrawals').select('stage').where('id', '=', String(id));
  return (await row.executeTakeFirstOrThrow()).stage;
}
