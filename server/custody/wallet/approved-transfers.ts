import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

interface Caused {
  readonly source: string;
  readonly n: number;
}

/**
 * Names the approval of each transfer that had one. The exchange knows such a transfer by the number of the request
 * that was approved.
 */
export async function withApprovals<Row extends Caused>(db: Kysely<Schema>, rows: readonly Row[]): Promise<Row[]> {
  const requests = rows.filter(({ source }) => source === 'console').map(({ n }) => String(n));
  if (requests.length === 0) return [...rows];
  const found = await db
    .selectFrom('approvals')
    .select(['id', 'money_request_id'])
    .where('money_request_id', 'in', requests)
    .where('stage', '=', 'carried_out')
    .execute();
  const approvals = new Map(found.map((row) => [safeInteger(row.money_request_id ?? '0'), safeInteger(row.id)]));
  return rows.map((row) => {
    const approval = row.source === 'console' ? approvals.get(row.n) : undefined;
    return approval === undefined ? row : { ...row, source: 'approval', n: approval };
  });
}
