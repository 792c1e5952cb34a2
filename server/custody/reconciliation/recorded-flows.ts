import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';

/**
 * The balance that the exchange's wallets on a chain must have in each asset after a block: everything that was
 * received, less what was paid and the fees of all own transactions, which are paid in the coin (asset `''`), with the
 * surpluses that people have booked. A payment that spends outputs takes them away completely: what it does not pay is
 * received again.
 */
export async function readRecordedFlows(
  db: Kysely<Schema>,
  chain: number,
  height: number,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ asset: string; amount: string }>`
    select asset, sum(amount)::text as amount from (
      select asset, amount from chain_inflows where chain_id = ${chain} and height <= ${height}
      union all
      select asset, amount from surplus_bookings where chain_id = ${chain}
      union all
      select outgoing.asset, - outgoing.amount from attempts join outgoing on outgoing.id = attempts.outgoing_id
      where outgoing.chain_id = ${chain} and attempts.height <= ${height}
        and attempts.kind = 'payment' and not attempts.reverted and attempts.inputs is null
      union all
      select '', - attempts.fee from attempts join outgoing on outgoing.id = attempts.outgoing_id
      where outgoing.chain_id = ${chain} and attempts.height <= ${height} and attempts.inputs is null
      union all
      select '', - spent.amount from attempts join spent_outputs spent using (outgoing_id)
      where spent.chain_id = ${chain} and attempts.height <= ${height} and spent.position < attempts.inputs
    ) as flows group by asset`.execute(db);
  return new Map(rows.map(({ amount, asset }) => [asset, BigInt(amount)]));
}

/** The addresses of the exchange that ever received an asset. */
export async function readReceivers(db: Kysely<Schema>, chain: number, asset: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('chain_inflows')
    .select('address')
    .distinct()
    .where('chain_id', '=', chain)
    .where('asset', '=', asset)
    .execute();
  return rows.map(({ address }) => address);
}
