import { type CapabilityDocumentation, chapter, type Description, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';

const objects: readonly Description[] = [
  ...named(calls, {
    SystemAccounts: {
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Its code.', 'USDT'],
      external: ['What the outside world owes: all that ever came in, below zero.', '-100000'],
      fees: ['Fees taken so far.', '12.5'],
      lever_house: ['The house behind leverage.', '0'],
      insurance: ['The insurance fund of leverage.', '0'],
      micro_house: ['The house behind seconds contracts.', '0'],
      savings_house: ['What interest is paid from.', '0'],
      treasury: ['What conversions are paid from.', '0'],
      people: ['What people have together, all account types, locked or not.', '99987.5'],
    },
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Operators', calls, {
      systemAccounts: {
        summary: "The venue's own balances, for operators",
        says: 'The figures of a currency sum to zero.',
      },
    }),
  ],
  objects,
};
