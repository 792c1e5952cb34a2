import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { accountDetail, accountTransfer } from './calls.ts';

const worth = {
  convert_usd: [
    'What it is worth in dollars at the last trades, truncated to 2 decimals; "0" without a price.',
    '100000',
  ],
  convert_eth: ['The same in ETH, truncated to 8 decimals; "0" without a price.', '33.33333333'],
  convert_btc: ['The same in BTC, likewise.', '1.66666666'],
} as const;

const accountCodes = '`change_account`, `legal_account`, `lever_account`, `micro_account` or `financial_account`';

const objects: readonly Description[] = [
  ...named(calls, {
    AccountDetail: {
      id: ['The same as `currency_id`.', 3],
      user_id: ['Id of the user.', 100001],
      account_type_id: ['1 spot, 2 fiat, 3 leverage, 4 options, 5 savings.', 1],
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Its code.', 'USDT'],
      balance: ['What is available, in the currency.', '99800'],
      lock_balance: ['What open orders, withdrawals, escrows and fixed-term deposits hold, in the currency.', '200'],
      ...worth,
    },
    AccountGroup: {
      id: ['1 spot, 2 fiat, 3 leverage, 4 options, 5 savings.', 1],
      account_code: ['Code of the account type, as `account/transfer` takes it.', 'change_account'],
      name: ['Its name in the language of the caller.', 'Spot account'],
      is_recharge: ['1 when deposits arrive in it.', 1],
      ...worth,
      accounts: ['A balance of every currency.'],
    },
    Transfer: {
      id: ['Id of the transfer: the journal sequence at which it was made.', 90210],
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Its code.', 'USDT'],
      balance: ['What was moved.', '250'],
      from: ['The account that it left.', 'change_account'],
      to: ['The account that it went to.', 'legal_account'],
    },
  }),
  describe(accountDetail.input, {
    currency_id: ['Id of the currency.', 3],
    account_type_id: ['1 spot, also when absent, 2 fiat, 3 leverage, 4 options, 5 savings.', 1],
    id: ['Taken and not needed.'],
  }),
  describe(accountTransfer.input, {
    currency_id: ['Id of the currency.', 3],
    balance: ['What is moved, above 0, with the decimals of the currency at most.', '250'],
    from: [`The account that it leaves: ${accountCodes}.`, 'change_account'],
    to: ['The account that it goes to, another one of these.', 'legal_account'],
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Balances', calls, {
      accountDetail: { summary: 'One balance' },
      accountList: { summary: 'All balances by account type' },
      accountTransfer: { summary: 'Move money between two of one’s own accounts' },
    }),
  ],
  objects,
};
