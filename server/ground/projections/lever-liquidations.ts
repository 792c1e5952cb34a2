import type { CurrencyId, UserId } from '@bourse/engine';
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
    const numbers = new LiquidationNumbers();
    return {
      rows: {
        lever_liquidated: ({ user, currency, equity, maintenance, closed, fee }, { sequence, timeMs }) => ({
          sequence,
          n: numbers.next(sequence, user, currency),
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

/** Counts the liquidations of each account within the last sequence. */
class LiquidationNumbers {
  readonly #counts = new Map<string, number>();
  #sequence = 0;

  next(sequence: number, user: UserId, currency: CurrencyId): number {
    if (sequence !== this.#sequence) this.#counts.clear();
    this.#sequence = sequence;
    const account = `${user} ${currency}`;
    const n = (this.#counts.get(account) ?? 0) + 1;
    this.#counts.set(account, n);
    return n;
  }
}
