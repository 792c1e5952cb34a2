import type { Notices, PendingNotice } from '../../people/alerts/index.ts';
import { decimalText } from './dollars.ts';
import { topupOf } from './topup.ts';
import { fiat } from './wire.ts';
import type { With } from '../../ground/parts.ts';

interface NoticeParts extends With<'identityDb'> {
  readonly notices: Pick<Notices, 'write'>;
}

/** Notices that one round writes. */
const perRound = 200;

const templates = { declined: 'topup_declined', charged_back: 'topup_charged_back' } as const;

/** The refused and charged-back payments of which the owners were not notified. Credits have notices of deposits. */
export async function topupNotices({ identityDb, notices }: NoticeParts): Promise<PendingNotice[]> {
  const rows = await identityDb
    .selectFrom('topups')
    .selectAll()
    .where('status', 'in', ['declined', 'charged_back'])
    .where('noticed', '=', false)
    .orderBy('id')
    .limit(perRound)
    .execute();
  return rows.flatMap((row) => {
    const { cents, id, status, user } = topupOf(row);
    if (status !== 'declined' && status !== 'charged_back') return [];
    return [
      {
        store: async (transaction) => {
          const { numUpdatedRows } = await transaction
            .updateTable('topups')
            .set({ noticed: true })
            .where('id', '=', String(id))
            .where('status', '=', status)
            .where('noticed', '=', false)
            .executeTakeFirst();
          const figures = { amount: decimalText(cents), fiat };
          return numUpdatedRows === 1n ? notices.write(transaction, user, templates[status], figures) : null;
        },
      },
    ];
  });
}
