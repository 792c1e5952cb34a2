import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';

/** The markets for which an operator, and not the venue's own set-up, has ever changed a setting. */
export async function readDecidedMarkets(db: Kysely<Schema>): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('settings_log')
    .select('market_id')
    .distinct()
    .where('market_id', 'is not', null)
    .where('operator', '<>', '0')
    .execute();
  return new Set(rows.flatMap(({ market_id: market }) => (market === null ? [] : [market])));
}
