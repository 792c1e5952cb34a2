import { SystemAccounts, systemAccounts } from '../rest/operator.ts';
import { type Description, describe, noted } from './field.ts';

export const operatorDescriptions: readonly Description[] = [
  describe(
    SystemAccounts,
    {
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
    'SystemAccounts',
  ),
];

export const operatorCalls = [noted(systemAccounts, { says: 'The figures of a currency sum to zero.', refusals: [] })];
