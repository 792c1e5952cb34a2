import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';

/** The currencies of a demo whose money was credited before its causes were kept, and that were not compared since. */
export async function readUnopened(db: Kysely<Schema>): Promise<readonly number[]> {
  const rows = await db.selectFrom('custody_openings').select('currency_id').where('amount', 'is', null).execute();
  return rows.map(({ currency_id: currency }) => currency);
}

/** Stores the money that the first comparison of a currency cannot explain, in units of the ledger. */
export async function storeOpening(db: Kysely<Schema>, currency: number, units: bigint): Promise<void> {
  await db
    .updateTable('custody_openings')
    .set({ amount: String(units) })
    .where('currency_id', '=', currency)
    .where('amount', 'is', null)
    .execute();
}
