import { leavingRule } from '../movement.ts';
import { coveredOutflow, hasMaturing, maturingOf, sumsOf } from '../credits/outflow.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { Maturing } from '../credits/outflow.ts';
import type { Amount } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ReadableState } from '../state.ts';

/** Bought coins and credits that a card paid hold back worth as unmatured deposits do, together with them. */
export const escrowRules = [
  leavingRule({
    reason: 'coins_maturing',
    appliesTo: ['person', 'account'],
    precedesBalance: false,
    refusal: (state, { user, currency, outOfReach }) => maturingRefusal(state, user, currency, outOfReach),
  }),
] as const;

/**
 * The rejection when this amount must stay to cover unmatured deposits and what matures; null when it may leave. It
 * names the time at which so much has matured that the amount may leave.
 */
function maturingRefusal(
  state: ReadableState,
  user: UserId,
  currency: CurrencyId,
  amount: Amount,
): RejectionFor<'coins_maturing'> | null {
  if (!hasMaturing(state, user)) return null;
  const fits = (rest: readonly Maturing[]): boolean => amount <= coveredOutflow(state, user, currency, sumsOf(rest));
  const coins = maturingOf(state, user);
  if (fits(coins)) return null;
  // The fewest coins, in the order in which they mature, without which the amount may leave.
  let [low, high] = [1, coins.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fits(coins.slice(middle))) high = middle;
    else low = middle + 1;
  }
  return { reason: 'coins_maturing', untilMs: coins[low - 1]?.untilMs ?? state.timeMs };
}
