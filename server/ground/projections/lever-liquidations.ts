import { EventNumbers } from './event-numbers.ts';
import { projectedTable } from './table.ts';

const columns = {
  sequence: 'bigint',
  n: 'smallint',
  user_id: 'bigint',
  currency_id: 'integer',
  equity: 'bigint',
  maintenance: 'bigint',
  closed: 'integer',
  fee: 'bigint',
  time_ms: 'bigint',
} as const;

/**
 * Liquidations of lever accounts, with the equity and the maintenance margin at their start. `n` counts those of an
 * account within a sequence: a command can finish earlier work and then make the same account due again.
 */
export const leverLiquidationsTable = projectedTable({
  name: 'lever_liquidations',
  columns,
  key: ['user_id', 'currency_id', 'sequence', 'n'],
  scope: { sequence: 'sequence' },
  rows: () => {
    const numbers = new EventNumbers();
    return {
      rows: {
        lever_liquidated: ({ user, currency, equity, maintenance, closed, fee }, { sequence, timeMs }) => ({
          sequence,
          n: numbers.next(sequence, `${user} ${currency}`),
          user_id: user,
          currency_id: currency,
          equity,
          maintenance,
          closed,
          fee,
          time_ms: timeMs,
        }),
      },
    };
  },
});
