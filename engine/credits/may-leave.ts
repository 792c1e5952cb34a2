import { leavingRule } from '../movement.ts';
import { debtRefusal, unmaturedRefusal } from './outflow.ts';

/**
 * Debts and unmatured credits hold back what a reversal could not take afterwards: money that leaves the person, and
 * money that would become margin of positions. Money that is traded remains the person's.
 */
export const creditRules = [
  leavingRule({
    reason: 'debt_outstanding',
    appliesTo: ['person', 'account'],
    precedesBalance: true,
    refusal: (state, { user, outOfReach }) => (outOfReach > 0 ? debtRefusal(state, user) : null),
  }),
  leavingRule({
    reason: 'deposit_unmatured',
    appliesTo: ['person', 'account'],
    precedesBalance: false,
    refusal: (state, { user, currency, outOfReach }) => unmaturedRefusal(state, user, currency, outOfReach),
  }),
] as const;
