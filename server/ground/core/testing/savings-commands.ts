import { accountType, amount, venue } from '@bourse/engine';
import type { Command, UserId } from '@bourse/engine';
import { type LockSavings, savingsProductId } from '@bourse/engine/savings';
import { alice, setup, usdt } from './commands.ts';

const product = savingsProductId(1);

/** Commands that offer any number of one-day deposits of 1000 units of USDT and fund their interest. */
export const offer: readonly Command[] = [
  {
    type: 'venue_transfer',
    from: accountType.external,
    toUser: venue,
    to: accountType.savingsHouse,
    currency: usdt,
    amount: amount(1_000_000_000),
    ...setup,
    source: 'savings',
    n: 1,
  },
  {
    type: 'configure_savings_product',
    product,
    currency: usdt,
    amount: amount(1000),
    days: 1,
    ratePpm: 1_000_000,
    quota: 1_000_000_000,
    userQuota: 1_000_000_000,
    state: 'open',
    ...setup,
  },
];

/** Makes one of these deposits. */
export function lock(user: UserId, requestKey: string | null): LockSavings {
  return { type: 'lock_savings', user, product, version: null, requestKey };
}

/** The offer and a deposit of Alice. */
export const deposits: readonly Command[] = [...offer, lock(alice, null)];
