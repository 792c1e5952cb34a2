import { chainAmount, type Chains } from '../chains/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import type { OrderedPayment } from '../outgoing/index.ts';
import { withdrawalOf, withdrawalOfReference, withdrawalSource } from './withdrawal.ts';
import type { With } from '../../ground/parts.ts';

interface Parts extends With<'db'> {
  readonly chains: Chains;
  readonly views: Pick<Views, 'listings'>;
}

/**
 * Whether a payment is that of an approved withdrawal, to its address and with its amount, and the ledger holds the
 * money for it. So a row that was added or changed by anything but the exchange is not paid. The core stores a hold in
 * the statement that stores its command: the hold of a withdrawal that was ever approved is there.
 */
export async function isApprovedPayment(
  { chains, db, views }: Parts,
  { amount, asset, chain, memo, reference, to }: OrderedPayment,
): Promise<boolean> {
  const id = withdrawalOfReference(reference);
  if (id === null) return false;
  const row = await db.selectFrom('withdrawals').selectAll().where('id', '=', String(id)).executeTakeFirst();
  if (row === undefined || (row.stage !== 'approved' && row.stage !== 'broadcast')) return false;
  const withdrawal = withdrawalOf(row);
  const protocol = chains.protocol(withdrawal.protocol);
  if (protocol === null || protocol.chain !== chain || protocol.asset !== asset) return false;
  if (withdrawal.address !== to || withdrawal.memo !== memo || withdrawal.chainAmount !== amount) return false;
  const holds = await db
    .selectFrom('holds')
    .selectAll()
    .where('source', '=', withdrawalSource)
    .where('n', '=', String(id))
    .execute();
  const [held] = holds;
  // Another state than `open` is a further row: the money was paid or released.
  if (held === undefined || holds.length > 1 || held.state !== 'open' || held.kind !== 'withdrawal') return false;
  if (safeInteger(held.user_id) !== withdrawal.user || held.account_type !== withdrawal.accountType) return false;
  if (protocol.currency !== held.currency_id || withdrawal.currency !== held.currency_id) return false;
  // The amount follows from the hold, whatever the row of the withdrawal says.
  const paid = chainAmount(
    safeInteger(held.amount) - withdrawal.fee,
    protocol,
    views.listings.currency(protocol.currency),
  );
  return withdrawal.fee >= 0 && paid === amount;
}
