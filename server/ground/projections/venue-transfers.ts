import { projectedTable } from './table.ts';

/**
 * Every transfer of the venue's own money that an operator decided, with operator and cause. `to_user_id` is 0 for the
 * venue itself.
 */
export const venueTransfersTable = projectedTable({
  name: 'venue_transfers',
  columns: {
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
  },
  key: ['source', 'n'],
  scope: { sequence: 'sequence' },
  readByCustody: true,
  rows: {
    venue_transferred: (event, { sequence, timeMs }) => ({
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
    }),
  },
});
