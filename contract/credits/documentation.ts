import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { repayDebt } from './calls.ts';

const currency = {
  currency_id: ['Id of the currency.', 3],
  currency_code: ['Code of the currency.', 'USDT'],
} as const;

const objects: readonly Description[] = [
  ...named(calls, {
    CurrencyAmount: { ...currency, amount: ['The amount.', '250'] },
    MaturingAmount: {
      ...currency,
      amount: ['The amount.', '100'],
      until: ['From when it can leave, epoch milliseconds.', 1_767_225_600_000],
    },
    Debt: {
      ...currency,
      amount: ['The amount that the user owes.', '40'],
      repayable: ['How much of it the available balance of the spot account can pay.', '40'],
    },
    Outflow: {
      unmatured: ['Deposits that were credited and are not final, by currency.'],
      unmatured_usd: [
        'Their value at the index prices, in dollars, truncated to cents; null while one has no price.',
        '250',
      ],
      maturing: ['Coins bought peer-to-peer that cannot leave yet, the first to mature first.'],
      debts: ['Amounts that the user owes for reversed deposits, by currency.'],
      available_usd: [
        'Value of the balances that can leave, at the index prices: all balances less withdrawals in progress, coins for sale, deposits that are not final and coins that mature; "0" with a debt.',
        '99750',
      ],
      rooms: ['How much of each available balance can leave, by currency, as long as nothing else leaves.'],
    },
    Repayment: {
      id: ['Id of the payment, which is its journal sequence.', 90210],
      ...currency,
      number: ['The amount that was paid.', '40'],
      left: ['The rest of the debt.', '0'],
    },
  }),
  describe(repayDebt.input, {
    currency_id: ['Id of the currency of the debt.', 3],
    number: ['The amount; without it, all that the account has available, at most the debt.', '40'],
    account_type_id: ['Account that pays: 1 spot (default), 2 fiat, 3 leverage, 4 options, 5 savings.', 1],
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Deposits and debts', calls, {
      outflow: {
        summary: 'How much money can leave the exchange',
        says: 'A deposit can be traded before it is final. Until then, the other balances must cover its value; the same holds for coins bought peer-to-peer until they mature. A deposit that is reversed after its money was spent leaves a debt, and nothing can leave until it is repaid.',
      },
      repayDebt: { summary: 'Repay a debt', says: 'Later credits in the currency repay it too.' },
    }),
  ],
  objects,
};
