import { isBetween } from '../market/market-settings.ts';
import { creditOnce } from './credit-deposit.ts';
import { setCreditTimer } from './timed-credits.ts';
import type { Event } from '../event.ts';
import type { Done } from '../outcome.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';
import type { CreditCardDeposit } from './commands.ts';
import type { DepositRejection } from './credit-deposit.ts';

/** The longest time until a credit matures. */
const longestMs = 366 * 86_400_000;

/** Credits a deposit that a card paid, once per cause. A refused cause may be used again. */
export function creditCardDeposit(
  state: ExchangeState,
  { type: _type, matureMs, ...deposit }: CreditCardDeposit,
  events: Event[],
): Done | DepositRejection | RejectionFor<'maturity_invalid'> {
  if (!isBetween(matureMs, 0, longestMs)) return { reason: 'maturity_invalid' };
  return creditOnce(state, { ...deposit, matured: false }, events, () => {
    if (matureMs === 0) {
      state.credits.add(deposit);
      return;
    }
    const untilMs = state.timeMs + matureMs;
    const credit = { ...deposit, untilMs, isFinal: false, sequence: state.sequence };
    state.credits.setTimed(credit);
    setCreditTimer(state, credit);
    events.push({ type: 'credit_timed', ...deposit, untilMs });
  });
}
