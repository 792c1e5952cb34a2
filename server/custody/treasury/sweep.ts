import { type Kysely, type Selectable, sql } from 'kysely';
import { type PaymentOrder, presentStages } from '../outgoing/index.ts';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Unspent } from '../chains/index.ts';
import type { SweepStage } from './tables.ts';

/** A move of coins between two wallets of the exchange. */
export interface Sweep {
  readonly id: number;
  readonly chain: number;
  readonly protocol: number;
  /** `deposit/` with the index of the key, or `hot` for a move to the cold wallet. */
  readonly wallet: string;
  readonly address: string;
  readonly to: string;
  readonly asset: string;
  /** In the smallest units of the chain. */
  readonly amount: bigint;
  readonly stage: SweepStage;
  readonly topUps: number;
  readonly reason: string | null;
  readonly createdMs: number;
  readonly changedMs: number;
}

export const openSweepStages = ['planned', 'gas_sent', 'gas_final', 'sent'] as const satisfies readonly SweepStage[];

export function sweepOf(row: Selectable<Schema['sweeps']>): Sweep {
  return {
    id: safeInteger(row.id),
    chain: row.chain_id,
    protocol: row.protocol_id,
    wallet: row.wallet,
    address: row.address,
    to: row.to_address,
    asset: row.asset,
    amount: BigInt(row.amount),
    stage: row.stage,
    topUps: row.top_ups,
    reason: row.reason,
    createdMs: safeInteger(row.created_at),
    changedMs: safeInteger(row.changed_at),
  };
}

/** The payment of a sweep, as the signer knows it. */
export function referenceOfSweep({ id, wallet }: Pick<Sweep, 'id' | 'wallet'>): string {
  return wallet === 'hot' ? `cold/${id}` : `sweep/${id}`;
}

/** The payment of coin for the fee of a sweep. The signer reads the index of the receiving key from the request. */
export function referenceOfTopUp({ id, wallet }: Pick<Sweep, 'id' | 'wallet'>, count: number): string {
  return `gas/${wallet.split('/')[1]}/${id}/${count}`;
}

export function paymentOf(sweep: Sweep): PaymentOrder {
  const { address: _from, amount, asset, chain, to, wallet } = sweep;
  const purpose = wallet === 'hot' ? 'cold' : 'sweep';
  return { reference: referenceOfSweep(sweep), chain, wallet, purpose, asset, to, memo: null, amount };
}

/** Deposits at one address that are final and were not moved yet. */
export interface Unswept {
  readonly protocol: number;
  readonly address: string;
  readonly keyIndex: number;
  readonly amount: bigint;
}

/** Deposits of a network up to a height by address, the largest sums first. Wallets with an open sweep are left out. */
export async function readUnswept(
  db: Kysely<Schema>,
  at: { readonly chain: number; readonly protocol: number; readonly height: number; readonly limit: number },
): Promise<readonly Unswept[]> {
  const { chain, height, limit, protocol } = at;
  const { rows } = await sql<{ address: string; key_index: number; amount: string }>`
    select d.address, coalesce(a.key_index, 0) as key_index, sum(d.chain_amount)::text as amount
    from deposits d left join deposit_addresses a on a.chain_id = d.chain_id and a.address = d.address
    where d.chain_id = ${chain} and d.protocol_id = ${protocol} and d.sweep_id is null
      and d.stage in (${sql.join(presentStages)}) and d.height <= ${height}
      and not exists (
        select from sweeps s where s.chain_id = ${chain} and s.wallet = 'deposit/' || coalesce(a.key_index, 0)
          and s.stage in ('planned', 'gas_sent', 'gas_final', 'sent')
      )
    group by d.address, a.key_index order by sum(d.chain_amount) desc, d.address limit ${limit}`.execute(db);
  return rows.map(({ address, amount, key_index }) => ({
    protocol,
    address,
    keyIndex: key_index,
    amount: BigInt(amount),
  }));
}

export interface SweepScope {
  readonly height: number;
  readonly nowMs: number;
  /** On chains with outputs those that are moved; the others at the address stay there. */
  readonly outputs?: readonly Pick<Unspent, 'tx' | 'output'>[];
}

/** Plans a move of the deposits at an address up to a height. */
export async function planSweep(
  transaction: Kysely<Schema>,
  sweep: Pick<Sweep, 'chain' | 'protocol' | 'wallet' | 'address' | 'to' | 'asset' | 'amount'>,
  { height, nowMs, outputs }: SweepScope,
): Promise<void> {
  const { address, amount, asset, chain, protocol, to, wallet } = sweep;
  const row = await transaction
    .insertInto('sweeps')
    .values({
      chain_id: chain,
      protocol_id: protocol,
      wallet,
      address,
      to_address: to,
      asset,
      amount: String(amount),
      stage: 'planned',
      created_at: nowMs,
      changed_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another sweep from this wallet is open.
  if (row === undefined || wallet === 'hot') return;
  const deposits = transaction
    .updateTable('deposits')
    .set({ sweep_id: Number(row.id) })
    .where('chain_id', '=', chain)
    .where('protocol_id', '=', protocol)
    .where('address', '=', address)
    .where('sweep_id', 'is', null)
    .where('stage', 'in', presentStages)
    .where('height', '<=', String(height));
  const moved =
    outputs === undefined
      ? deposits
      : deposits.where((row) =>
          row(
            row.refTuple('tx', 'ordinal'),
            'in',
            outputs.map(({ output, tx }) => row.tuple(tx, output)),
          ),
        );
  await moved.execute();
}

/** Moves a sweep on; false if it is no longer in the stage that was seen. */
export async function moveSweep(
  transaction: Kysely<Schema>,
  { id, stage }: Pick<Sweep, 'id' | 'stage'>,
  to: { readonly stage: SweepStage; readonly reason?: string | null; readonly topUps?: number },
  nowMs: number,
): Promise<boolean> {
  const { reason = null, stage: next, topUps } = to;
  const updated = await transaction
    .updateTable('sweeps')
    .set({ stage: next, reason, changed_at: nowMs, ...(topUps === undefined ? {} : { top_ups: topUps }) })
    .where('id', '=', String(id))
    .where('stage', '=', stage)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
