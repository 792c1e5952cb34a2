import type { Selectable } from 'kysely';
import type { Notices, PendingNotice } from '../../people/alerts/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { WithdrawalStage } from './tables.ts';
import { unitsText } from '../../ground/feed/index.ts';
import { type Withdrawal, withdrawalOf } from './withdrawal.ts';
import type { With } from '../../ground/parts.ts';

interface NoticeParts extends With<'identityDb' | 'views'> {
  readonly notices: Pick<Notices, 'write'>;
}

/** Notices that one round writes. */
const perRound = 200;

const noticedStages = ['broadcast', 'confirmed', 'rejected', 'failed'] as const satisfies readonly WithdrawalStage[];
type NoticedStage = (typeof noticedStages)[number];

/** The steps of which the owners of withdrawals were not notified. */
export async function withdrawalNotices(parts: NoticeParts): Promise<PendingNotice[]> {
  const rows = await parts.identityDb
    .selectFrom('withdrawal_steps')
    .innerJoin('withdrawals', 'withdrawals.id', 'withdrawal_steps.withdrawal_id')
    .selectAll('withdrawals')
    .select(['withdrawal_steps.id as step', 'withdrawal_steps.stage as reached', 'withdrawal_steps.reason as why'])
    .where('withdrawal_steps.noticed', '=', false)
    .where('withdrawal_steps.stage', 'in', noticedStages)
    .orderBy('withdrawal_steps.id')
    .limit(perRound)
    .execute();
  return rows.flatMap((row) => {
    const stage = noticedStages.find((one) => one === row.reached);
    return stage === undefined ? [] : [noticeOf(parts, row, { id: row.step, stage, reason: row.why })];
  });
}

function noticeOf(
  parts: NoticeParts,
  row: Selectable<Schema['withdrawals']>,
  step: { readonly id: string; readonly stage: NoticedStage; readonly reason: string | null },
): PendingNotice {
  return {
    store: async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('withdrawal_steps')
        .set({ noticed: true })
        .where('id', '=', step.id)
        .where('noticed', '=', false)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return null;
      return write(parts, withdrawalOf(row), step)(transaction);
    },
  };
}

function write(
  { notices, views }: NoticeParts,
  { address, amount, currency: id, fee, user }: Withdrawal,
  { reason, stage }: { readonly stage: NoticedStage; readonly reason: string | null },
): PendingNotice['store'] {
  const currency = views.listings.currency(id);
  const held = { amount: unitsText(currency, amount), currency: currency.code };
  const paid = { amount: unitsText(currency, amount - fee), currency: currency.code, address };
  switch (stage) {
    case 'broadcast':
      return (transaction) => notices.write(transaction, user, 'withdrawal_sent', paid);
    case 'confirmed':
      return (transaction) => notices.write(transaction, user, 'withdrawal_completed', paid);
    case 'rejected':
      return (transaction) =>
        notices.write(transaction, user, 'withdrawal_rejected', { ...held, reason: reason ?? 'rejected_unsaid' });
    case 'failed':
      return (transaction) => notices.write(transaction, user, 'withdrawal_failed', held);
  }
}
