import { type Kysely, sql } from 'kysely';
import type { OpenChain, Unspent } from '../chains/index.ts';
import type { Schema } from '../../ground/database/index.ts';

/** Outputs that one payment looks at; larger ones come first. */
const considered = 1_000;

/** Stages in which the coins of a deposit are at its address, whether they were credited or not. */
export const presentStages = ['creditable', 'below_minimum', 'unattributed'] as const;

/** Where outputs are, and how deep one must be that is not of a payment of the exchange itself. */
export interface OutputQuery {
  readonly chain: Pick<OpenChain, 'id' | 'finalAfter'>;
  /** `hot`, or `deposit/` with the index of the key. */
  readonly wallet: string;
  readonly address: string;
  readonly height: number;
  /** Only the deposits that belong to this sweep, or to none if it is null; otherwise all outputs. */
  readonly sweep?: number | null;
}

/**
 * The outputs at an address that no payment spends and that are final, or the rest of an own payment in a block: a
 * reorganization that takes it away takes the payment with it, which is sent again. The largest come first.
 */
export async function readSpendable(
  db: Kysely<Schema>,
  { address, chain, height, sweep, wallet }: OutputQuery,
): Promise<readonly Unspent[]> {
  const all = db
    .selectFrom('chain_inflows')
    .select(['tx', 'ordinal', 'amount'])
    .where('chain_id', '=', chain.id)
    .where('address', '=', address)
    .where('asset', '=', '')
    .where('is_spent', '=', false)
    // Its block may have been recorded again while it was being reserved.
    .where((inflow) =>
      inflow.not(
        inflow.exists(
          inflow
            .selectFrom('spent_outputs')
            .select('outgoing_id')
            .whereRef('spent_outputs.chain_id', '=', 'chain_inflows.chain_id')
            .whereRef('spent_outputs.tx', '=', 'chain_inflows.tx')
            .whereRef('spent_outputs.output', '=', 'chain_inflows.ordinal'),
        ),
      ),
    )
    .where((inflow) =>
      inflow.or([
        inflow('height', '<=', String(height - chain.finalAfter + 1)),
        inflow.exists(
          inflow.selectFrom('attempts').select('attempts.id').whereRef('attempts.hash', '=', 'chain_inflows.tx'),
        ),
      ]),
    );
  const wanted =
    sweep === undefined
      ? all
      : all.where((inflow) =>
          inflow.exists(
            inflow
              .selectFrom('deposits')
              .select('deposits.id')
              .where('deposits.chain_id', '=', chain.id)
              .whereRef('deposits.tx', '=', 'chain_inflows.tx')
              .whereRef('deposits.ordinal', '=', 'chain_inflows.ordinal')
              .where('deposits.stage', 'in', presentStages)
              .where('deposits.sweep_id', 'is not distinct from', sweep === null ? null : String(sweep)),
          ),
        );
  const rows = await wanted.orderBy('amount', 'desc').orderBy('tx').orderBy('ordinal').limit(considered).execute();
  const keyIndex = wallet === 'hot' ? 0 : Number(wallet.split('/')[1]);
  return rows.map(({ amount, ordinal, tx }) => ({ tx, output: ordinal, address, keyIndex, amount: BigInt(amount) }));
}

/** The outputs that a payment spends, in the order of its inputs. */
export async function readReserved(db: Kysely<Schema>, outgoing: number, wallet: string): Promise<readonly Unspent[]> {
  const rows = await db
    .selectFrom('spent_outputs')
    .selectAll()
    .where('outgoing_id', '=', String(outgoing))
    .orderBy('position')
    .execute();
  const keyIndex = wallet === 'hot' ? 0 : Number(wallet.split('/')[1]);
  return rows.map(({ address, amount, output, tx }) => ({ tx, output, address, keyIndex, amount: BigInt(amount) }));
}

/** Reserves the outputs that a payment spends from now on; those that it has reserved already stay in their places. */
export async function reserve(
  transaction: Kysely<Schema>,
  chain: number,
  outgoing: number,
  inputs: readonly Unspent[],
): Promise<void> {
  const known = await readReserved(transaction, outgoing, 'hot');
  const added = inputs.slice(known.length);
  if (added.length === 0) return;
  await transaction
    .insertInto('spent_outputs')
    .values(
      added.map(({ address, amount, output, tx }, n) => ({
        chain_id: chain,
        tx,
        output,
        outgoing_id: outgoing,
        position: known.length + n,
        address,
        amount: String(amount),
      })),
    )
    .execute();
  await markSpent(transaction, outgoing);
}

/**
 * Frees the outputs that a payment does not spend: those that a later attempt with a higher fee had added, or all of a
 * payment that was never signed.
 *
 * @param used the number of inputs of the final transaction
 */
export async function releaseUnused(transaction: Kysely<Schema>, outgoing: number, used: number): Promise<void> {
  await sql`
    update chain_inflows i set is_spent = false from spent_outputs s
    where s.outgoing_id = ${outgoing} and s.position >= ${used}
      and i.chain_id = s.chain_id and i.tx = s.tx and i.ordinal = s.output`.execute(transaction);
  await transaction
    .deleteFrom('spent_outputs')
    .where('outgoing_id', '=', String(outgoing))
    .where('position', '>=', used)
    .execute();
}

/**
 * Forgets the outputs of a payment that the signer knows as those of another one. They stay spent: the records of the
 * other payment are lost, and people must judge it.
 */
export async function forgetReserved(db: Kysely<Schema>, outgoing: number): Promise<void> {
  await db.deleteFrom('spent_outputs').where('outgoing_id', '=', String(outgoing)).execute();
}

async function markSpent(transaction: Kysely<Schema>, outgoing: number): Promise<void> {
  await sql`
    update chain_inflows i set is_spent = true from spent_outputs s
    where s.outgoing_id = ${outgoing} and i.chain_id = s.chain_id and i.tx = s.tx and i.ordinal = s.output`.execute(
    transaction,
  );
}

/** The name of the slot of a transaction with these inputs. */
export function slotOfInputs([first]: readonly Unspent[]): string | null {
  return first === undefined ? null : `${first.tx}:${first.output}`;
}

/** The place of the next payment in the order of a wallet, which has no meaning for the chain. */
export async function nextOrder(db: Kysely<Schema>, chain: number, wallet: string): Promise<number> {
  const last = await db
    .selectFrom('outgoing')
    .select((all) => all.fn.max('nonce').as('nonce'))
    .where('chain_id', '=', chain)
    .where('wallet', '=', wallet)
    .executeTakeFirstOrThrow();
  return last.nonce === null ? 0 : Number(last.nonce) + 1;
}
