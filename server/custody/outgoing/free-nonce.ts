import type { Kysely } from 'kysely';
import type { OpenChain } from '../chains/index.ts';
import { inTransaction, type Schema } from '../../ground/database/index.ts';
import { releaseUnused } from './own-outputs.ts';
import type { Payment } from './payment.ts';

/**
 * Queues a payment again of which nothing was signed. An empty transaction uses its nonce, or those behind it would
 * wait. Returns whether it did; not if the payment was signed or is being cancelled.
 *
 * @param from the paying address
 */
export async function freeNonce(
  db: Kysely<Schema>,
  chain: Pick<OpenChain, 'adapter' | 'id'>,
  { id, nonce, wallet }: Payment,
  { atMs, from }: { readonly atMs: number; readonly from: string },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const updated = await transaction
      .updateTable('outgoing')
      .set({ stage: 'queued', nonce: null, changed_at: atMs })
      .where('id', '=', String(id))
      .where('stage', '=', 'assigned')
      .where('cancel_asked', '=', false)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n || nonce === null) return false;
    await transaction.deleteFrom('attempts').where('outgoing_id', '=', String(id)).where('raw', 'is', null).execute();
    if (chain.adapter.spendsOutputs) {
      await releaseUnused(transaction, id, 0);
      return true;
    }
    await transaction
      .insertInto('outgoing')
      .values({
        reference: `fill/${id}/${nonce}`,
        chain_id: chain.id,
        wallet,
        purpose: 'fill',
        asset: '',
        to_address: from,
        memo: null,
        amount: '0',
        nonce,
        stage: 'assigned',
        cancel_asked: true,
        created_at: atMs,
        changed_at: atMs,
      })
      .execute();
    return true;
  });
}
