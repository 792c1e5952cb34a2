import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

/** The least and the most that the hot wallet of a chain holds of an asset, in the smallest units of the chain. */
export interface HotLimits {
  readonly asset: string;
  readonly hotMin: bigint;
  readonly hotMax: bigint;
  readonly version: number;
}

export async function readLimits(db: Kysely<Schema>, chain: number): Promise<readonly HotLimits[]> {
  const rows = await db
    .selectFrom('treasury_limits')
    .selectAll()
    .where('chain_id', '=', chain)
    .orderBy('asset')
    .execute();
  return rows.map((row) => ({
    asset: row.asset,
    hotMin: BigInt(row.hot_min),
    hotMax: BigInt(row.hot_max),
    version: safeInteger(row.version),
  }));
}
