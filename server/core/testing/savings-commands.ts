import { accountType, amount, venue } from '@bourse/engine';
import type { Command } from '@bourse/engine';
import { savingsProductId } from '@bourse/engine/savings';
import { alice, setup, usdt } from './commands.ts';

const product = savingsProductId(1);

/** The venue offers a deposit of 1000 units of USDT for a day, funds its interest, and Alice makes one. */
export const deposits: readonly Command[] = [
  {
    type: 'venue_transfer',
    ...{
      from: accountType.external,
      toUser: venue,
      to: accountType.savingsHouse,
      currency: usdt,
      amount: amount(1000),
    },
    ...{ ...setup, source: 'savings', n: 1 },
  },
  {
    type: 'configure_savings_product',
    ...{ product, currency: usdt, amount: amount(1000), days: 1, ratePpm: 1_000_000 },
    ...{ quota: 1, userQuota: 1, state: 'open' },
    ...setup,
  },
  { type: 'lock_savings', user: alice, product, requestKey: null },
];
