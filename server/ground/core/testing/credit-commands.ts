import { accountType, amount } from '@bourse/engine';
import type { Command } from '@bourse/engine';
import { alice, usdt } from './commands.ts';

/** A deposit of Alice that is credited and then matures. */
export const maturedDeposit: readonly Command[] = [
  {
    type: 'credit_deposit',
    user: alice,
    accountType: accountType.change,
    currency: usdt,
    amount: amount(500),
    source: 'deposit',
    n: 1,
    matured: false,
  },
  { type: 'mature_credit', source: 'deposit', n: 1 },
];
