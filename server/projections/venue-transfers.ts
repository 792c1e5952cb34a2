import type { VenueTransferred } from '@bourse/engine';
import { table } from './table.ts';
import type { Row } from './table.ts';

/** Every movement of the venue's own money that somebody decided: who, why, and from where to where. `to_user_id` is 0 for the venue itself. */
export const venueTransfersTable = table('venue_transfers', {
  source: 'text',
  n: 'bigint',
  from_account_type: 'smallint',
  to_user_id: 'bigint',
  to_account_type: 'smallint',
  currency_id: 'integer',
  amount: 'bigint',
  operator_id: 'bigint',
  cause: 'text',
  sequence: 'bigint',
  time_ms: 'bigint',
});
export type VenueTransferRow = Row<typeof venueTransfersTable>;

export function venueTransferRow(event: VenueTransferred, sequence: number, timeMs: number): VenueTransferRow {
  return {
    source: event.source,
    n: event.n,
    from_account_type: event.from,
    to_user_id: event.toUser,
    to_account_type: event.to,
    currency_id: event.currency,
    amount: event.amount,
    operator_id: event.operator,
    cause: event.cause,
    sequence,
    time_ms: timeMs,
  };
}
