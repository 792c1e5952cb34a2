import type { CurrencyId, UserId } from './identifiers.ts';
import type { AccountType } from './ledger/account.ts';
import type { Amount } from './money.ts';
import type { RejectionFor, RejectionReason } from './rejection.ts';
import type { ExchangeState } from './state.ts';

/**
 * Where an amount goes that leaves an account:
 * - `person`: to the outside or to another person
 * - `owed`: to the venue, which takes back a credit or is paid a debt
 * - `account`: to another account of the same person
 * - `trade`: into an order, a stake, a margin, a deposit or a conversion of the same person
 * - `venue`: out of an account of the venue, or into a lock there
 */
export type Leaving = 'person' | 'owed' | 'account' | 'trade' | 'venue';

/** An amount that would leave the available balance of an account, in the currency's smallest unit. */
export interface Movement<Leaves extends Leaving = Leaving> {
  /** The owner of the account; `venue` for the venue's accounts. */
  readonly user: UserId;
  readonly accountType: AccountType;
  readonly currency: CurrencyId;
  readonly amount: Amount;
  readonly leaves: Leaves;
  /** The receiving account of the same person; null for every movement except `account`. */
  readonly to: AccountType | null;
}

/** A movement, and how much of it the reversal of a credit could not take back afterwards. */
export interface ExaminedMovement extends Movement {
  readonly outOfReach: Amount;
}

/** A rule of a capability about the movements that leave accounts. */
export interface LeavingRule<Reason extends RejectionReason = RejectionReason, Applies extends Leaving = Leaving> {
  /** The reason of its refusals, which also names the rule. */
  readonly reason: Reason;
  readonly appliesTo: readonly Applies[];
  /** Whether it is checked before the balance: its refusal does not depend on the balance. */
  readonly precedesBalance: boolean;
  readonly refusal: (state: ExchangeState, movement: ExaminedMovement) => RejectionFor<Reason> | null;
}

/** Declares a rule; the types of its reason and movements are those of its values. */
export function leavingRule<const Reason extends RejectionReason, const Applies extends Leaving>(
  rule: LeavingRule<Reason, Applies>,
): LeavingRule<Reason, Applies> {
  return rule;
}
