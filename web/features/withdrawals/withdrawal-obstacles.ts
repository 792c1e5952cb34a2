import { type ReceiverReason, receiverReasons, type WithdrawalQuote } from '@bourse/contract/withdrawals';

export type WithdrawalObstacle = Exclude<WithdrawalQuote['reasons'][number], ReceiverReason>;

/** The reasons that another amount would remove. */
const aboutAmount: ReadonlySet<WithdrawalObstacle> = new Set([
  ...(['draw_below_minimum', 'draw_above_maximum', 'insufficient_balance', 'margin_needed'] as const),
  ...(['deposit_unmatured', 'coins_maturing', 'draw_limit_exceeded'] as const),
]);

interface Obstacles {
  /** Why this receiver cannot be paid. */
  readonly receiver: ReceiverReason | null;
  /** Obstacles of this amount. */
  readonly amount: readonly WithdrawalObstacle[];
  /** Obstacles of every amount. */
  readonly account: readonly WithdrawalObstacle[];
}

/** Everything that would refuse a withdrawal now. Nothing is said about an amount that is not entered yet. */
export function obstaclesOf(quote: Pick<WithdrawalQuote, 'reasons'> | undefined, number: string): Obstacles {
  const reasons = quote?.reasons ?? [];
  const others = reasons.filter((reason) => !isAboutReceiver(reason));
  return {
    receiver: reasons.find(isAboutReceiver) ?? null,
    amount: number === '' ? [] : others.filter((reason) => aboutAmount.has(reason)),
    account: others.filter((reason) => !aboutAmount.has(reason)),
  };
}

function isAboutReceiver(reason: WithdrawalQuote['reasons'][number]): reason is ReceiverReason {
  return receiverReasons.some((one) => one === reason);
}
