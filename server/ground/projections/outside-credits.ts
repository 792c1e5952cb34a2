import { projectedTable } from './table.ts';

/**
 * Money that was credited from outside without a deposit, one row for each cause: the balances of a demo, which no
 * chain has. A live exchange has no rows.
 */
export const outsideCreditsTable = projectedTable({
  name: 'outside_credits',
  columns: {
    source: 'text',
    n: 'bigint',
    currency_id: 'integer',
    amount: 'bigint',
    sequence: 'bigint',
  },
  key: ['source', 'n'],
  scope: { sequence: 'sequence' },
  readByCustody: true,
  rows: {
    credited: ({ amount, currency, n, source }, { sequence }) => ({
      source,
      n,
      currency_id: currency,
      amount,
      sequence,
    }),
  },
});
