import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  named,
  page,
  paging,
} from '../documentation/declare.ts';
import * as accountLog from './account-log.ts';
import { accountLogExport, changeLog } from './account-log.ts';
import * as calls from './calls.ts';
import { accountDetail, accountTransfer } from './calls.ts';
import * as socket from './socket.ts';
import { type walletChannels, WalletMessage } from './socket.ts';

const worth = {
  convert_usd: ['Value in dollars at the last trade prices, truncated to 2 decimals; "0" without a price.', '100000'],
  convert_eth: ['Value in ETH, truncated to 8 decimals; "0" without a price.', '33.33333333'],
  convert_btc: ['Value in BTC, likewise.', '1.66666666'],
} as const;

const logFilter = {
  currency_id: ['Only changes of this currency.', 3],
  cause: ['Only changes with this cause.'],
  from: ['Only changes at or after this time, epoch seconds.'],
  to: ['Only changes before this time, epoch seconds.'],
} as const;

const accountIds = '1 spot, 2 fiat, 3 leverage, 4 options, 5 savings.';

const balance = {
  id: ['The same as `currency_id`.', 3],
  user_id: ['Id of the user.', 100001],
  account_type_id: [accountIds, 1],
  currency_id: ['Id of the currency.', 3],
  currency_code: ['Code of the currency.', 'USDT'],
  balance: ['Available amount, in the currency.', '99800'],
  lock_balance: ['Amount held by open orders, withdrawals, escrows and fixed-term deposits, in the currency.', '200'],
  ...worth,
} as const;

const accountCodes = '`change_account`, `legal_account`, `lever_account`, `micro_account` or `financial_account`';

const objects: readonly Description[] = [
  ...named(accountLog, {
    LogCurrency: { id: ['Id of the currency.', 3], code: ['Code of the currency.', 'USDT'] },
    LogOrigin: {
      from: [
        'The other account of a transfer, the other user of coins sent or received, or the cause.',
        'legal_account',
      ],
    },
    AccountLogRow: {
      id: ['Id of the row.', '90210.1'],
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Code of the currency.', 'USDT'],
      amount: ['The change of the account, signed, without the fee.', '-250'],
      fee: ['The fee that the venue took.', '0'],
      cause: [
        'The cause, such as `trade`, `rebate`, `transfer`, `credit`, `debit`, `savings`, `sent` or `received`.',
        'transfer',
      ],
      cause_id: ['Id of the order, deposit or transfer that caused it, or the journal sequence.', 90210],
      time: ['Time of the change, epoch milliseconds; null if it is not recorded.', 1767268800000],
      currency: ['The currency.'],
      value: ['The same as `amount`.', '-250'],
      memo: ['The cause in the language of the caller.', 'Transfer'],
      notes: [
        'For a transfer its source and its target, in the language of the caller; for coins sent or received the other user; else empty.',
        'Spot account → Fiat account',
      ],
      extra_data: ['The other side of the change.'],
      created_at: ['The same as `time`.', 1767268800000],
    },
  }),
  describe(changeLog.input, { ...logFilter, ...paging, limit: ['Rows per page, 1 to 100; default 15.', 15] }),
  describe(changeLog.output, page),
  describe(accountLogExport.input, {
    account: ['The account.', 'change_account'],
    ...logFilter,
    from: ['First time of the file, epoch seconds.', 1767225600],
    to: ['End of the file, epoch seconds, exclusive; at most 366 days later.', 1769904000],
    time_zone: ['IANA name of the time zone of times; default UTC.', 'Europe/Berlin'],
  }),
  ...named(calls, {
    AccountDetail: balance,
    AccountKind: {
      id: [accountIds, 1],
      account_code: ['Code of the account type, as in `account/transfer`.', 'change_account'],
      name: ['Name in the language of the caller.', 'Spot account'],
    },
    AccountCurrency: {
      code: ['Code of the currency.', 'USDT'],
      logo: ['Address of its logo; empty if there is none.', '/coins/usdt.svg'],
      usd_price: ['Price of one coin in dollars at the last trade prices; "0" without a price.', '1'],
      open_recharge: ['1 if deposits are open on at least one network.', 1],
      open_draw: ['1 if withdrawals are open on at least one network.', 1],
      can_convert: ['1 if it can be converted.', 1],
      draw_rate: [
        'Withdrawal fee as a share of the amount, on the first network that is open for withdrawals; "0" if the fee is an amount.',
        '0',
      ],
      draw_min: ['Smallest withdrawal on that network, with its fee.', '20'],
      draw_max: ['Largest withdrawal on that network, with its fee.', '100000'],
      is_recharge_account: ['1 if deposits of the currency are credited to this account.', 1],
      account_types: ['The accounts that can hold it.'],
      currency_protocols: ['Its networks, also those that are not open.'],
    },
    AccountRow: {
      ...balance,
      withdrawable: [
        'The part of the available amount that may leave the exchange now: less than `balance` with deposits that are not final, "0" with a debt, for a restricted user, and in the options and savings accounts.',
        '99800',
      ],
      currency: ['The currency with the terms of its movements.'],
    },
    AccountGroup: {
      id: [accountIds, 1],
      account_code: ['Code of the account type, as in `account/transfer`.', 'change_account'],
      name: ['Name in the language of the caller.', 'Spot account'],
      is_recharge: ['1 if deposits are credited to it.', 1],
      ...worth,
      accounts: ['The balance of every currency.'],
    },
    ValuePoint: {
      time: ['End of the day (UTC), epoch milliseconds; that of the last point is now.', 1767312000000],
      convert_usd: ['Value of all accounts in dollars, truncated to 2 decimals.', '100000'],
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
  ...named(socket, {
    WalletMovement: {
      id: ['Id of the deposit or withdrawal.', 41],
      currency_id: ['Id of the currency.', 3],
      currency_code: ['Code of the currency.', 'USDT'],
      currency_protocol_id: ['Id of the currency on its network.', 3],
      protocol: ['The network as users know it.', 'ERC20'],
      number: ['The amount, with the fee of a withdrawal, in the currency.', '100'],
      fee: ['The fee, "0" for deposits.', '10'],
      net: ['The amount without the fee.', '90'],
      address: ['The receiving address.', '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0'],
      memo: ['The memo; null if there is none.', null],
      status: ['Its state, a stable key.', 'confirmed'],
      status_name: ['The state in the language of the caller.', 'Completed'],
      reason: ['Key of the reason for its state; null if there is none.', null],
      confirmations: ['Confirmations of its transaction, at most `needed`.', 6],
      needed: ['Confirmations after which it is final.', 6],
      tx_hash: ['Hash of its transaction; null if there is none yet.', `0x${'ab'.repeat(32)}`],
      tx_url: ['Where the transaction can be looked at; null if nowhere.', null],
      earliest_at: [
        'Earliest time of the payment, or, of a deposit that a card paid, when it can leave at the earliest, epoch milliseconds; null if it need not wait.',
        null,
      ],
      keeps_fee: ['Whether a cancellation now keeps the fee: its payment was sent to the network.', false],
      created_at: ['Time, epoch milliseconds.', 1767268800000],
    },
    WalletAccount: {
      account_type_id: [accountIds, 1],
      currency_id: ['Id of the currency.', 3],
      balance: ['Available amount, in the currency.', '99800'],
      lock_balance: ['Held amount, in the currency.', '200'],
    },
  }),
  describe(WalletMessage, {
    type: ['Always `WALLET`.', 'WALLET'],
    kind: ['`deposit` or `withdrawal`.', 'deposit'],
    row: ['The deposit or withdrawal after the step.'],
    account: ['The balance that the step changed; null if it changed none.'],
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

const channels = {
  WALLET: 'It follows from no command, so it has no sequence and is not sent again after a lost connection.',
} satisfies Record<keyof typeof walletChannels, string>;

export const documentation: CapabilityDocumentation = {
  publicIds: { 'account/detail id': 'nothing: it is ignored' },
  chapters: [
    chapter('Account logs', accountLog, {
      changeLog: {
        summary: 'Changes of the spot account',
        says: 'Newest first. `total` counts at most 10,000 rows.',
      },
      legalLog: { summary: 'Changes of the fiat account' },
      leverLog: { summary: 'Changes of the leverage account' },
      microLog: { summary: 'Changes of the options account' },
      financialLog: { summary: 'Changes of the savings account' },
      accountLogExport: {
        summary: 'All changes of an account as CSV',
        says: 'Oldest first. `worth_usd` is the value at the last trade before the end of that minute, empty if there was none within a day. At most 366 days and 50,000 rows, one file at a time. The last line says that the file is no tax advice.',
        output:
          'id,time,account,currency,amount,fee,cause,cause_id,worth_usd\r\n90210.1,2026-01-01T13:00:00.000+01:00,change_account,USDT,-250,0,transfer,90210,-250\r\nThis file is a record of your account and no tax advice.\r\n',
      },
    }),
    chapter('Balances', calls, {
      accountDetail: { summary: 'One balance' },
      accountList: {
        summary: 'All balances by account type',
        says: 'Each balance has its currency with the terms of deposits, withdrawals and conversions.',
      },
      accountValueHistory: {
        summary: 'The value of all accounts over 30 days',
        says: 'Balances at the end of each of the last 29 days at the closing prices of that day, then the present value at the last prices; oldest first. An account with more than 100,000 changes in that time has fewer points.',
      },
      accountTransfer: { summary: 'Move money between two of the user’s own accounts' },
    }),
  ],
  channels,
  objects,
};
