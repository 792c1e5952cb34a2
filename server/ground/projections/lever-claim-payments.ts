import { projectedTable } from './table.ts';

const columns = {
  sequence: 'bigint',
  n: 'integer',
  position: 'bigint',
  user_id: 'bigint',
  market_id: 'integer',
  currency_id: 'integer',
  amount: 'bigint',
  unpaid: 'bigint',
  time_ms: 'bigint',
} as const;

/**
 * Payments of profits that the house could not pay when it closed a position, with what stays unpaid. `n` counts the
 * payments of a sequence.
 */
export const leverClaimPaymentsTable = projectedTable({
  name: 'lever_claim_payments',
  columns,
  key: ['position', 'sequence', 'n'],
  identity: ['sequence', 'n'],
  scope: { sequence: 'sequence' },
  rows: () => {
    const last = { sequence: 0, n: 0 };
    return {
      rows: {
        lever_claim_paid: ({ position, user, market, currency, amount, left }, { sequence, timeMs }) => {
          last.n = sequence === last.sequence ? last.n + 1 : 1;
          last.sequence = sequence;
          return {
            sequence,
            n: last.n,
            position,
            user_id: user,
            market_id: market,
            currency_id: currency,
            amount,
            unpaid: left,
            time_ms: timeMs,
          };
        },
      },
    };
  },
});
