import { type ConsoleInput, venueAccounts, type venueMoneyCalls } from '@bourse/contract/console';
import { currencyId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { accountCodeOf, type Listings, unitsText } from '../../ground/feed/index.ts';
import type { SequencePage } from '../../ground/console-gateway/index.ts';

type Filter = Omit<ConsoleInput<typeof venueMoneyCalls.venueTransfers>, 'cursor' | 'limit'>;

/** The number of the exchange's first account; the others follow in the order of `venueAccounts`. */
const firstVenueAccount = 101;

/** Transfers of the exchange's money, newest first: one page, and one row more if there is another. */
export async function readVenueTransfers(
  db: Kysely<Schema>,
  listings: Listings,
  filter: Filter,
  { before, limit }: SequencePage,
) {
  let query = db
    .selectFrom('venue_transfers')
    .selectAll()
    .where('sequence', '<', String(before))
    .orderBy('sequence', 'desc')
    .limit(limit + 1);
  if (filter.currency_id !== undefined) query = query.where('currency_id', '=', Number(filter.currency_id));
  if (filter.user_id !== undefined) query = query.where('to_user_id', '=', String(filter.user_id));
  if (filter.from !== undefined) query = query.where('time_ms', '>=', String(filter.from));
  if (filter.to !== undefined) query = query.where('time_ms', '<', String(filter.to));
  return (await query.execute()).map((row) => {
    const currency = listings.currency(currencyId(row.currency_id));
    const user = safeInteger(row.to_user_id);
    return {
      sequence: safeInteger(row.sequence),
      at: safeInteger(row.time_ms),
      from: nameOf(row.from_account_type),
      to: nameOf(row.to_account_type),
      user_id: user === 0 ? null : user,
      currency_id: currency.id,
      currency_code: currency.code,
      amount: unitsText(currency, safeInteger(row.amount)),
      source: row.source,
      n: safeInteger(row.n),
      operator: safeInteger(row.operator_id),
      reason_code: row.cause,
    };
  });
}

function nameOf(type: number): string {
  return venueAccounts[type - firstVenueAccount] ?? accountCodeOf(type) ?? String(type);
}
