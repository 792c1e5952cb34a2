import { chainAmount, type Chains } from '../chains/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import type { Approval, OrderedPayment } from '../outgoing/index.ts';
import { heldBack } from './held-back.ts';
import { type ResetSettings, waitOfReset } from './waiting.ts';
import { withdrawalOf, withdrawalOfReference, withdrawalSource } from './withdrawal.ts';
import type { With } from '../../ground/parts.ts';

interface Parts extends With<'db' | 'now' | 'views'> {
  readonly chains: Chains;
  readonly settings: ResetSettings;
}

/**
 * The approval of a payment that is that of an approved withdrawal, to its address and with its amount, and for which
 * the ledger holds the money; null for others. So a row that was added or changed by anything but the exchange is not
 * paid. The core stores a hold in the statement that stores its command: the hold of a withdrawal that was ever
 * approved is there.
 */
export async function approvalOfPayment(
  { chains, db, now, settings, views }: Parts,
  { amount, asset, chain, memo, reference, to }: OrderedPayment,
): Promise<Approval | null> {
  const id = withdrawalOfReference(reference);
  if (id === null) return null;
  const row = await db.selectFrom('withdrawals').selectAll().where('id', '=', String(id)).executeTakeFirst();
  if (row === undefined || (row.stage !== 'approved' && row.stage !== 'broadcast')) return null;
  const withdrawal = withdrawalOf(row);
  const protocol = chains.protocol(withdrawal.protocol);
  if (protocol === null || protocol.chain !== chain || protocol.asset !== asset) return null;
  if (withdrawal.address !== to || withdrawal.memo !== memo || withdrawal.chainAmount !== amount) return null;
  const holds = await db
    .selectFrom('holds')
    .selectAll()
    .where('source', '=', withdrawalSource)
    .where('n', '=', String(id))
    .execute();
  const [held] = holds;
  // Another state than `open` is a further row: the money was paid or released.
  if (held === undefined || holds.length > 1 || held.state !== 'open' || held.kind !== 'withdrawal') return null;
  if (safeInteger(held.user_id) !== withdrawal.user || held.account_type !== withdrawal.accountType) return null;
  if (protocol.currency !== held.currency_id || withdrawal.currency !== held.currency_id) return null;
  // The amount follows from the hold, whatever the row of the withdrawal says.
  const paid = chainAmount(
    safeInteger(held.amount) - withdrawal.fee,
    protocol,
    views.listings.currency(protocol.currency),
  );
  if (withdrawal.fee < 0 || paid !== amount) return null;
  const waitsUntilMs = await waitOfReset(db, settings, withdrawal.user, now());
  return {
    isInForce: () => waitsUntilMs === null && heldBack(views, withdrawal.user) === null,
    maxGas: protocol.maxGas,
  };
}
