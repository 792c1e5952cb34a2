import { agentRules } from './agents/may-leave.ts';
import { assertNever } from './invariant.ts';
import { creditRules } from './credits/may-leave.ts';
import { payDebtFromCredit } from './credits/pay-debt.ts';
import { escrowRules } from './escrow/may-leave.ts';
import { leverageRules, marginGap } from './leverage/margin.ts';
import { accountType } from './ledger/account.ts';
import { shortfall } from './ledger/movable.ts';
import { leavingRulesVersion } from './logic-version.ts';
import { restrictionRules } from './restrictions/may-leave.ts';
import type { Event } from './event.ts';
import type { Credited } from './credits/pay-debt.ts';
import { type Amount, asAmount, noAmount } from './money.ts';
import type { ExaminedMovement, Leaving, LeavingRule, Movement } from './movement.ts';
import type { RejectionFor } from './rejection.ts';
import type { ExchangeState } from './state.ts';

/** The rules of all capabilities, in the order of capabilities. A capability with rules has one line here. */
export const leavingRules = [
  ...restrictionRules,
  ...creditRules,
  ...escrowRules,
  ...leverageRules,
  ...agentRules,
] as const;

type Rule = (typeof leavingRules)[number];
type ReasonFor<One, Leaves> =
  One extends LeavingRule<infer Reason, infer Applies> ? (Leaves extends Applies ? Reason : never) : never;
/** The rejections of a movement: those of the rules that apply to it, and that of the balance. */
export type LeavingRejection<Leaves extends Leaving> = RejectionFor<'insufficient_balance' | ReasonFor<Rule, Leaves>>;

/**
 * The rejection of an amount that would leave an account, or null. Every command that lowers an available balance asks
 * here: first the rules that concern the person, then the balance, then the rules that depend on it. Orders of the spot
 * market check their balance themselves, because no rule applies to them.
 */
export function leavingRefusal<Leaves extends Leaving>(
  state: ExchangeState,
  movement: Movement<Leaves>,
): LeavingRejection<Leaves> | null {
  const { user, accountType: from, currency, amount } = movement;
  const examined = { ...movement, outOfReach: outOfReach(state, movement) };
  const refusal =
    refusedByRule(state, examined, true) ??
    shortfall(state, user, from, currency, amount) ??
    refusedByRule(state, examined, false);
  // The rules that apply to the movement are those of the type.
  return refusal as LeavingRejection<Leaves> | null;
}

/** The rejection of an amount that would pay what the user owes, or null. Older versions also took needed margin. */
export function owedRefusal(state: ExchangeState, movement: Movement<'owed'>): LeavingRejection<'owed'> | null {
  if (state.logicVersion >= leavingRulesVersion) return leavingRefusal(state, movement);
  return leavingRefusal(state, { ...movement, leaves: 'trade' });
}

/**
 * How much of an amount may leave to pay what the user owes, in the currency's smallest unit; `refusal` is why it is
 * not the whole amount.
 */
export function payablePart(
  state: ExchangeState,
  movement: Movement<'owed'>,
): { readonly part: Amount; readonly refusal: LeavingRejection<'owed'> | null } {
  let part = movement.amount;
  let refusal: LeavingRejection<'owed'> | null = null;
  while (part > 0) {
    const next = owedRefusal(state, { ...movement, amount: part });
    if (next === null) break;
    refusal = next;
    part = mostAllowed(next);
  }
  return { part, refusal };
}

/**
 * The consequence of an amount that a user received from outside, from another user or as commission: it first pays a
 * debt. Results of trades, and own money that returns, are no such amounts.
 */
export function arrived(state: ExchangeState, credited: Credited, events: Event[]): void {
  payDebtFromCredit(state, credited, events);
}

function refusedByRule(state: ExchangeState, movement: ExaminedMovement, precedesBalance: boolean) {
  for (const rule of leavingRules) {
    const appliesTo: readonly Leaving[] = rule.appliesTo;
    if (rule.precedesBalance !== precedesBalance || !appliesTo.includes(movement.leaves)) continue;
    const refusal = rule.refusal(state, movement);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** A reversal takes what is available in any account, except what the positions of a lever account need. */
function outOfReach(state: ExchangeState, { user, currency, amount, leaves, to }: Movement): Amount {
  if (leaves === 'person') return amount;
  if (leaves !== 'account' || to !== accountType.lever) return noAmount;
  return asAmount(Math.min(amount, marginGap(state, user, currency)));
}

function mostAllowed(refusal: LeavingRejection<'owed'>): Amount {
  switch (refusal.reason) {
    case 'insufficient_balance':
      return refusal.available;
    case 'margin_needed':
      return refusal.transferable;
    default:
      return assertNever(refusal);
  }
}
