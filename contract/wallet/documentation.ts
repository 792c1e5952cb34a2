import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { accountDetail, accountTransfer } from './calls.ts';

const worth = {
  convert_usd: ['Value in dollars at the last trade prices, truncated to 2 decimals; "0" without a price.', '100000'],
  convert_eth: ['Value in ETH, truncated to 8 decimals; "0" without a price.', '33.33333333'],
  convert_btc: ['Value in BTC, likewise.', '1.66666666'],
} as const;

const accountCodes = '`change_account`, `legal_account`, `lever_account`, `micro_account` or `financial_account`';

const objects: readonly Description[] = [
  ...named(calls, {
    AccountDetail: {
      id: ['The same as `currency_id`.', 3],
      user_id: ['Id of the user.', 100001],
      account_type_id: ['1 spot, 2 fiat, 3 leverage, 4 options, 5 savings.', 1],
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Code of the currency.', 'USDT'],
      balance: ['Available amount, in the currency.', '99800'],
      lock_balance: [
        'Amount held by open orders, withdrawals, escrows and fixed-term deposits, in the currency.',
        '200',
      ],
      ...worth,
    },
    AccountGroup: {
      id: ['1 spot, 2 fiat, 3 leverage, 4 options, 5 savings.', 1],
      account_code: ['Code of the account type, as in `account/transfer`.', 'change_account'],
      name: ['Name in the language of the caller.', 'Spot account'],
      is_recharge: ['1 if deposits are credited to it.', 1],
      ...worth,
      accounts: ['The balance of every currency.'],
    },
    Transfer: {
      id: ['Id of the transfer, which is its journal sequence.', 90210],
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Code of the currency.', 'USDT'],
      balance: ['The amount.', '250'],
      from: ['The source account.', 'change_account'],
      to: ['The target account.', 'legal_account'],
    },
  }),
  describe(accountDetail.input, {
    currency_id: ['Id of the currency.', 3],
    account_type_id: ['1 spot (default), 2 fiat, 3 leverage, 4 options, 5 savings.', 1],
    id: ['Accepted and ignored.'],
  }),
  describe(accountTransfer.input, {
    currency_id: ['Id of the currency.', 3],
    balance: ['The amount, positive, with at most the decimals of the currency.', '250'],
    from: [`The source account: ${accountCodes}.`, 'change_account'],
    to: ['The target account, a different one of these.', 'legal_account'],
  }),
];

export const documentation: CapabilityDocumentation = {
  publicIds: { 'account/detail id': 'nothing: it is ignored' },
  chapters: [
    chapter('Balances', calls, {
      accountDetail: { summary: 'One balance' },
      accountList: { summary: 'All balances by account type' },
      accountTransfer: { summary: 'Move money between two of the user’s own accounts' },
    }),
  ],
  objects,
};
