import type { Kysely, Transaction } from 'kysely';
import { type Chains, ChainUnavailable, type OpenChain, type Unspent } from '../chains/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { OutgoingStage } from './tables.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { nextOrder, releaseUnused, reserve } from './own-outputs.ts';
import { walletOf } from './payment.ts';
import type { With } from '../../ground/parts.ts';

export interface RecoverParts extends With<'signer'> {
  readonly chains: Chains;
}

/** Why a payment is not continued. `decided`: its stage leaves nothing to decide. `nonce` may be that of an output. */
export type RefusedAnswer =
  | { readonly problem: 'decided' | 'payment_unclear' | 'payment_forgotten' | 'payment_unproved' }
  | { readonly problem: 'payment_nonce_used' | 'payment_nonce_taken'; readonly nonce: number };

/** A payment as it was read; a change of it later makes the decision void. */
interface Seen {
  readonly id: number;
  readonly reference: string;
  readonly stage: OutgoingStage;
  readonly chain: OpenChain;
  readonly wallet: string;
  readonly nonce: number | null;
  readonly asset: string;
  readonly to: string;
  readonly amount: bigint;
  readonly changedAt: string;
}

interface Slot {
  readonly text: string;
  /** The nonce of an account, or the number of an output in its transaction. */
  readonly nonce: number;
  /** The output that the payment spends first; null on chains with nonces. */
  readonly output: OutputRef | null;
  /** Whether a block has used it. */
  readonly isUsed: boolean;
}

/**
 * Continues a payment that the signer refused to sign again, as after a restored backup, with the nonce of its first
 * signature: two transactions with one nonce are never both final. Null if it is continued.
 */
export async function resumeInSlot(
  parts: RecoverParts,
  transaction: Transaction<Schema>,
  reference: string,
  { atMs, cancels }: { readonly atMs: number; readonly cancels: boolean },
): Promise<RefusedAnswer | null> {
  return clearly(async () => {
    const seen = await readSeen(parts, transaction, reference);
    if ('problem' in seen) return seen;
    if (seen.stage !== 'refused') return { problem: 'decided' };
    const slot = await readSlot(parts, seen);
    if ('problem' in slot) return slot;
    // A block has decided: only its transaction says whether the payment took place.
    if (slot.isUsed) return { problem: 'payment_nonce_used', nonce: slot.nonce };
    if (await isTaken(transaction, seen, slot)) return { problem: 'payment_nonce_taken', nonce: slot.nonce };
    const inputs = slot.output === null ? [] : await readOwn(parts, transaction, seen, [slot.output]);
    if (inputs === null) return { problem: 'payment_unclear' };
    const updated = await transaction
      .updateTable('outgoing')
      .set({
        stage: 'assigned',
        nonce: await orderOf(transaction, seen, slot),
        reason: null,
        changed_at: atMs,
        ...(cancels ? { cancel_asked: true } : {}),
      })
      .where('id', '=', String(seen.id))
      .where('stage', '=', 'refused')
      .where('changed_at', '=', seen.changedAt)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return { problem: 'decided' };
    await replaceReserved(transaction, seen, inputs);
    return null;
  });
}

/**
 * Records the transaction that has used the nonce of a payment, which this exchange does not know, as after a restored
 * backup. It decides like any other attempt, once it is final. Null if it is recorded.
 */
export async function prove(
  parts: RecoverParts,
  transaction: Transaction<Schema>,
  reference: string,
  { atMs, tx }: { readonly atMs: number; readonly tx: string },
): Promise<RefusedAnswer | null> {
  return clearly(async () => {
    const seen = await readSeen(parts, transaction, reference);
    if ('problem' in seen) return seen;
    if (seen.stage !== 'refused' && seen.stage !== 'assigned' && seen.stage !== 'sent') return { problem: 'decided' };
    const slot = await readSlot(parts, seen);
    if ('problem' in slot) return slot;
    const isOther = slot.output === null && seen.nonce !== null && seen.nonce !== slot.nonce;
    if (isOther) return { problem: 'payment_unproved' };
    if (await isTaken(transaction, seen, slot)) return { problem: 'payment_nonce_taken', nonce: slot.nonce };
    const { adapter } = seen.chain;
    const kind = (await adapter.slotOf(tx)) === slot.text ? await kindOf(parts, seen, tx) : null;
    const spent = slot.output === null ? [] : await adapter.inputsOf(tx);
    const inputs = spent === null ? null : await readOwn(parts, transaction, seen, spent);
    if (kind === null || inputs === null) return { problem: 'payment_unproved' };
    const updated = await transaction
      .updateTable('outgoing')
      .set({
        stage: 'sent',
        nonce: await orderOf(transaction, seen, slot),
        reason: null,
        changed_at: atMs,
        ...(kind === 'cancel' ? { cancel_asked: true } : {}),
      })
      .where('id', '=', String(seen.id))
      .where('stage', '=', seen.stage)
      .where('changed_at', '=', seen.changedAt)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return { problem: 'decided' };
    await replaceReserved(transaction, seen, inputs);
    const added = await transaction
      .insertInto('attempts')
      .values({
        outgoing_id: seen.id,
        kind,
        encoded: '',
        raw: '',
        hash: tx,
        max_fee: '0',
        priority_fee: '0',
        created_at: atMs,
        sent_at: atMs,
        inputs: slot.output === null ? null : inputs.length,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n ? null : { problem: 'payment_unproved' };
  });
}

/** Whether a mined transaction is the payment or takes its place; null if that is not certain. */
async function kindOf({ chains }: RecoverParts, seen: Seen, tx: string): Promise<'payment' | 'cancel' | null> {
  const { adapter, id } = seen.chain;
  const state = (await adapter.status([tx])).get(tx)?.state;
  // One that was reverted has paid nothing, which its final state says again.
  if (state === 'reverted') return 'payment';
  const found = await adapter.transfersOf(tx);
  if (state !== 'mined' || found === null || found.block === null) return null;
  // The transfers of other tokens are not read.
  if (!chains.protocols.some(({ asset, chain }) => chain === id && asset === seen.asset)) return null;
  const paid = found.transfers.filter(({ asset, to }) => asset === seen.asset && to === seen.to);
  if (paid.length === 0) return 'cancel';
  // A sweep of outputs pays what its fee leaves.
  const isAny = adapter.spendsOutputs && seen.wallet !== 'hot';
  return paid.some(({ amount }) => isAny || amount === seen.amount) ? 'payment' : null;
}

async function readSeen(
  { chains }: RecoverParts,
  db: Kysely<Schema>,
  reference: string,
): Promise<Seen | RefusedAnswer> {
  const row = await db.selectFrom('outgoing').selectAll().where('reference', '=', reference).executeTakeFirst();
  if (row === undefined) return { problem: 'decided' };
  const chain = chains.chain(row.chain_id);
  if (chain === null) return { problem: 'payment_unclear' };
  return {
    id: safeInteger(row.id),
    reference,
    stage: row.stage,
    chain,
    wallet: row.wallet,
    asset: row.asset,
    to: row.to_address,
    amount: BigInt(row.amount),
    changedAt: row.changed_at,
    nonce: row.nonce === null ? null : safeInteger(row.nonce),
  };
}

async function readSlot({ signer }: RecoverParts, { chain, reference, wallet }: Seen): Promise<Slot | RefusedAnswer> {
  if (signer === null) return { problem: 'payment_unclear' };
  const text = await signer.slotOf(reference);
  // Its journal was restored as well: the payment may have been signed in any slot.
  if (text === '') return { problem: 'payment_forgotten' };
  const address = await signer.address(chain.code, walletOf(wallet));
  const prefix = chain.adapter.spendsOutputs ? /^[0-9a-f]{64}:/.exec(text)?.[0] : `${address}/`;
  const nonce = prefix !== undefined && text.startsWith(prefix) ? Number(text.slice(prefix.length)) : Number.NaN;
  if (!Number.isSafeInteger(nonce)) return { problem: 'payment_unclear' };
  const output = chain.adapter.spendsOutputs ? { tx: text.slice(0, 64), output: nonce } : null;
  return { text, nonce, output, isUsed: await chain.adapter.isSlotUsed(text) };
}

/** Whether another payment has the slot. */
async function isTaken(db: Kysely<Schema>, { chain, id, wallet }: Seen, { nonce, output }: Slot): Promise<boolean> {
  if (output !== null) {
    const spent = await db
      .selectFrom('spent_outputs')
      .select('outgoing_id')
      .where('chain_id', '=', chain.id)
      .where('tx', '=', output.tx)
      .where('output', '=', output.output)
      .where('outgoing_id', '<>', String(id))
      .executeTakeFirst();
    return spent !== undefined;
  }
  const other = await db
    .selectFrom('outgoing')
    .select('id')
    .where('chain_id', '=', chain.id)
    .where('wallet', '=', wallet)
    .where('nonce', '=', String(nonce))
    .where('id', '<>', String(id))
    .executeTakeFirst();
  return other !== undefined;
}

/** The nonce of a payment, or its place in the order of its wallet on chains with outputs. */
async function orderOf(db: Kysely<Schema>, seen: Seen, { nonce, output }: Slot): Promise<number> {
  if (output === null) return nonce;
  return seen.nonce ?? (await nextOrder(db, seen.chain.id, seen.wallet));
}

/** Outputs with their amounts; null if one is not a recorded output of the paying wallet, or is of another payment. */
async function readOwn(
  { signer }: RecoverParts,
  db: Kysely<Schema>,
  { chain, id, wallet }: Seen,
  outputs: readonly OutputRef[],
): Promise<readonly Unspent[] | null> {
  if (signer === null) return null;
  const address = await signer.address(chain.code, walletOf(wallet));
  const found: Unspent[] = [];
  for (const { output, tx } of outputs) {
    const row = await db
      .selectFrom('chain_inflows')
      .leftJoin('spent_outputs', (join) =>
        join
          .onRef('spent_outputs.chain_id', '=', 'chain_inflows.chain_id')
          .onRef('spent_outputs.tx', '=', 'chain_inflows.tx')
          .onRef('spent_outputs.output', '=', 'chain_inflows.ordinal'),
      )
      .select(['chain_inflows.amount', 'outgoing_id'])
      .where('chain_inflows.chain_id', '=', chain.id)
      .where('chain_inflows.tx', '=', tx)
      .where('ordinal', '=', output)
      .where('chain_inflows.address', '=', address)
      .executeTakeFirst();
    if (row === undefined || (row.outgoing_id !== null && safeInteger(row.outgoing_id) !== id)) return null;
    found.push({ tx, output, address, keyIndex: 0, amount: BigInt(row.amount) });
  }
  return found;
}

async function replaceReserved(
  transaction: Transaction<Schema>,
  { chain, id }: Seen,
  inputs: readonly Unspent[],
): Promise<void> {
  if (!chain.adapter.spendsOutputs) return;
  await releaseUnused(transaction, id, 0);
  await reserve(transaction, chain.id, id, inputs);
}

type OutputRef = Pick<Unspent, 'tx' | 'output'>;

async function clearly(work: () => Promise<RefusedAnswer | null>): Promise<RefusedAnswer | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof SignerUnavailable) return { problem: 'payment_unclear' };
    throw error;
  }
}
