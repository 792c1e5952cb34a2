import type { UserId } from '@bourse/engine';
import { unitsText } from '../../ground/feed/index.ts';
import type { Notices, PendingNotice } from '../../people/alerts/index.ts';
import { type Send, sendOf } from './sends.ts';
import type { With } from '../../ground/parts.ts';

interface NoticeParts extends With<'identityDb' | 'views'> {
  readonly notices: Pick<Notices, 'write'>;
}

/** Rows that one round notifies of. */
const perRound = 200;

/** The coins that were sent without a notice to both sides. */
export async function sendingNotices(parts: NoticeParts): Promise<PendingNotice[]> {
  const rows = await parts.identityDb
    .selectFrom('sends')
    .selectAll()
    .where('stage', '=', 'sent')
    .where('noticed', '=', false)
    .orderBy('id')
    .limit(perRound)
    .execute();
  return rows.map((row) => noticeOf(parts, sendOf(row)));
}

function noticeOf({ notices, views }: NoticeParts, send: Send): PendingNotice {
  const { id, to, toHint, user, userHint } = send;
  const currency = views.listings.currency(send.currency);
  const figures = (other: UserId, hint: string) => ({
    amount: unitsText(currency, send.amount),
    currency: currency.code,
    user: String(other),
    hint,
  });
  return {
    store: async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('sends')
        .set({ noticed: true })
        .where('id', '=', String(id))
        .where('noticed', '=', false)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return null;
      const write = {
        sender: async () => notices.write(transaction, user, 'coins_sent', figures(to, toHint)),
        receiver: async () => notices.write(transaction, to, 'coins_received', figures(user, userHint)),
      };
      // Each locks the row of its user: always in the same order, so that two rounds cannot wait for each other.
      const order = user < to ? [write.sender, write.receiver] : [write.receiver, write.sender];
      const written: Awaited<ReturnType<typeof write.sender>>[] = [];
      for (const one of order) written.push(await one());
      return () => {
        for (const sending of written) sending();
      };
    },
  };
}
