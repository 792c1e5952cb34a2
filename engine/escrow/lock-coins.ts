import { leavingRefusal } from '../leaving.ts';
import { accountType } from '../ledger/account.ts';
import { exposureRoom } from './exposure.ts';
import type { CurrencyId, UserId } from '../identifiers.ts';
import type { LeavingRejection } from '../leaving.ts';
import type { Amount } from '../money.ts';
import type { RejectionFor } from '../rejection.ts';
import type { ExchangeState } from '../state.ts';

export type LockRejection = LeavingRejection<'person'> | RejectionFor<'supply_exceeded'>;

/** The rejection of an amount that would be locked for sale, or null. Locked coins may leave without another check. */
export function lockRefusal(
  state: ExchangeState,
  user: UserId,
  currency: CurrencyId,
  amount: Amount,
): LockRejection | null {
  const movement = { user, accountType: accountType.legal, currency, amount, to: null };
  const refusal = leavingRefusal(state, { ...movement, leaves: 'person' });
  if (refusal !== null) return refusal;
  return amount > exposureRoom(state, currency) ? { reason: 'supply_exceeded', currency } : null;
}
