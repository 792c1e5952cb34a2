import { projectedTable } from './table.ts';

const columns = {
  sequence: 'bigint',
  user_id: 'bigint',
  currency_id: 'integer',
  equity: 'bigint',
  maintenance: 'bigint',
  closed: 'integer',
  fee: 'bigint',
  time_ms: 'bigint',
} as const;

/** Liquidations of lever accounts, with the equity and the maintenance margin at their start. */
export const leverLiquidationsTable = projectedTable({
  name: 'lever_liquidations',
  columns,
  key: ['user_id', 'currency_id', 'sequence'],
  scope: { sequence: 'sequence' },
  rows: {
    lever_liquidated: ({ user, currency, equity, maintenance, closed, fee }, { sequence, timeMs }) => {
      return { sequence, user_id: user, currency_id: currency, equity, maintenance, closed, fee, time_ms: timeMs };
    },
  },
});
