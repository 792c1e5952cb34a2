import { type CapabilityDocumentation, chapter, type Description, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';

const objects: readonly Description[] = [
  ...named(calls, {
    SystemAccounts: {
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Code of the currency.', 'USDT'],
      external: ['Net inflow from outside, as a negative amount.', '-100000'],
      fees: ['Fees collected so far.', '12.5'],
      lever_house: ['The exchange’s account for leverage.', '0'],
      insurance: ['The insurance fund for leverage.', '0'],
      micro_house: ['The exchange’s account for seconds contracts.', '0'],
      savings_house: ['The account from which interest is paid.', '0'],
      treasury: ['The account from which conversions are paid.', '0'],
      people: ['Total of all users, all account types, available and locked.', '99987.5'],
    },
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Operators', calls, {
      systemAccounts: {
        summary: 'The exchange’s own balances, for operators',
        says: 'The values of a currency add up to zero.',
      },
    }),
  ],
  objects,
};
