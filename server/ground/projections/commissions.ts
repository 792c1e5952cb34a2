import { projectedTable } from './table.ts';

/**
 * The commission of agents, one row for each attachment, currency and UTC day with fees. `amount` is what was paid of
 * `earned`; it may be 0.
 */
export const commissionsTable = projectedTable({
  name: 'commissions',
  columns: {
    n: 'bigint',
    sequence: 'bigint',
    attachment: 'bigint',
    user_id: 'bigint',
    agent_id: 'bigint',
    share_ppm: 'integer',
    currency_id: 'integer',
    day: 'integer',
    fees: 'bigint',
    earned: 'bigint',
    amount: 'bigint',
    time_ms: 'bigint',
  },
  key: ['n'],
  scope: { sequence: 'sequence' },
  rows: {
    commission_paid: (event, { sequence, timeMs }) => ({
      n: event.n,
      sequence,
      attachment: event.attachment,
      user_id: event.user,
      agent_id: event.agent,
      share_ppm: event.sharePpm,
      currency_id: event.currency,
      day: event.day,
      fees: event.fees,
      earned: event.earned,
      amount: event.amount,
      time_ms: timeMs,
    }),
  },
});
