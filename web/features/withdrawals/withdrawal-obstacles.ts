import type { WithdrawalQuote } from '@bourse/contract/withdrawals';

export type WithdrawalObstacle = WithdrawalQuote['reasons'][number];

/** The reasons that another amount would remove. */
const aboutAmount: ReadonlySet<WithdrawalObstacle> = new Set([
  ...(['draw_below_minimum', 'draw_above_maximum', 'insufficient_balance', 'margin_needed'] as const),
  ...(['deposit_unmatured', 'draw_limit_exceeded'] as const),
]);

interface Obstacles {
  /** Obstacles of this amount. */
  readonly amount: readonly WithdrawalObstacle[];
  /** Obstacles of every amount. */
  readonly account: readonly WithdrawalObstacle[];
}

/** Everything that would refuse a withdrawal now. Nothing is said about an amount that is not entered yet. */
export function obstaclesOf(quote: Pick<WithdrawalQuote, 'reasons'> | undefined, number: string): Obstacles {
  const reasons = quote?.reasons ?? [];
  return {
    amount: number === '' ? [] : reasons.filter((reason) => aboutAmount.has(reason)),
    account: reasons.filter((reason) => !aboutAmount.has(reason)),
  };
}
