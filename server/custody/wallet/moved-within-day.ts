import { accountType } from '@bourse/engine';
import { safeInteger } from '../../ground/database/index.ts';
import { withApprovals } from './approved-transfers.ts';
import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;

/** An amount in units of its currency. */
export interface MovedUnits {
  readonly currency: number;
  readonly units: number;
}

/** The money of the exchange that a member of staff has moved between its accounts within 24 hours, alone. */
export async function movedWithinDay(
  { db, identityDb, now }: With<'db' | 'identityDb' | 'now'>,
  staff: number,
): Promise<readonly MovedUnits[]> {
  const rows = await db
    .selectFrom('venue_transfers')
    .select(['source', 'n', 'currency_id', 'amount'])
    .where('operator_id', '=', String(staff))
    .where('time_ms', '>', String(now() - dayMs))
    .where('source', '=', 'console')
    .where('to_user_id', '=', '0')
    .where('from_account_type', '<>', accountType.external)
    .where('to_account_type', '<>', accountType.external)
    .execute();
  const alone = await withApprovals(
    identityDb,
    rows.map((row) => ({ ...row, n: safeInteger(row.n) })),
  );
  return alone
    .filter(({ source }) => source === 'console')
    .map((row) => ({ currency: row.currency_id, units: safeInteger(row.amount) }));
}
