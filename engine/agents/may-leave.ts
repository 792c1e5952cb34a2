import { absent } from '../absent.ts';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { asAmount } from '../money.ts';
import { leavingRule } from '../movement.ts';

/** Commission that was earned and is not paid yet stays in the venue's fees. */
export const agentRules = [
  leavingRule({
    reason: 'fees_owed',
    appliesTo: ['venue'],
    precedesBalance: false,
    refusal: (state, { accountType: from, currency, amount }) => {
      if (from !== accountType.fees) return null;
      const account = state.ledger.find(venue, from, currency);
      const available = account === absent ? 0 : state.ledger.available(account);
      const transferable = asAmount(Math.max(0, available - state.agents.owed(currency)));
      return amount > transferable ? { reason: 'fees_owed', currency, transferable } : null;
    },
  }),
] as const;
