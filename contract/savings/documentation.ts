import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  named,
  page,
  paging,
  sequence,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import {
  lockSavings,
  ownSavings,
  redeemSavings,
  SavingsLogEntry,
  SavingsProduct,
  savingsLog,
  savingsProducts,
} from './calls.ts';
import { type savingsChannels, SavingsMessage } from './socket.ts';

const day = 86_400_000;
const lockedAt = 1767268800000;
const startsAt = 1767312000000;

const displayRate = ['Interest per year, in percent of the amount.', '5'] as const;
const days = ['How many days it bears interest.', 30] as const;
const currency = ['Its currency.', { id: 3, code: 'USDT' }] as const;
const name = ['Currency and days in the language of the caller.', 'USDT 30 days'] as const;

const objects: readonly Description[] = [
  ...named(calls, {
    SavingsProduct: {
      id: ['Id of the product.', 2],
      version: ['Version of its terms; a change of them counts one up, from 1.', 1],
      name,
      limit_days: days,
      display_rate: displayRate,
      limit_number: ['The amount of each deposit, in the currency.', '1000'],
      currency,
      quota_left: ['How many more deposits of all users it takes.', 958],
      mine_left: [
        'How many more of them the caller may have at a time; without a session, how many a user may have.',
        10,
      ],
      interest: [
        'What a deposit made now pays when it matures: amount × rate × days ÷ 365, rounded down, in the currency.',
        '4.109589',
      ],
      starts_at: ['When it begins to bear interest: the next 00:00 UTC, epoch milliseconds.', startsAt],
      matures_at: ['When it matures, epoch milliseconds.', startsAt + 30 * day],
    },
    SavingsLock: {
      id: ['Id of the deposit.', 5012],
      product_id: ['Id of its product.', 2],
      currency,
      name,
      number: ['Its amount, in the currency.', '1000'],
      limit_days: days,
      display_rate: displayRate,
      status: ['1 in force, 2 settled: it has matured, 3 redeemed early.', 1],
      status_name: ['The same in the language of the caller.', 'In force'],
      locked_at: ['When it was made, epoch milliseconds.', lockedAt],
      started: ['When it begins to bear interest: the first 00:00 UTC after that, epoch milliseconds.', startsAt],
      matures_at: ['When amount and interest are paid, epoch milliseconds.', startsAt + 30 * day],
      ended_at: ['When it matured or was redeemed, epoch milliseconds; null while it is in force.', null],
      redeemable_at: [
        'From when on it can be redeemed: 24 hours after it was made, epoch milliseconds.',
        lockedAt + day,
      ],
      accrued: [
        'Interest of the days that have passed, in the currency; all of it once settled, "0" once redeemed.',
        '0.136986',
      ],
      interest: ['Interest of the whole term, in the currency; forfeited when it is redeemed.', '4.109589'],
      remaining_days: ['Days of interest that are still to come; 0 once it has ended.', 29],
    },
    SavingsLogEntry: {
      lock: ['The deposit.'],
      rows: ['What happened to it, newest first; a row for each day of interest that was not forfeited.'],
    },
  }),
  describe(SavingsProduct.properties.currency, { id: ['Id of the currency.', 3], code: ['Its code.', 'USDT'] }),
  describe(SavingsLogEntry.properties.rows.items, {
    type: [
      '`lock`: made; `interest`: a day’s interest, paid when it matures; `matured`: the amount was paid back; `redeemed`: the same before that, without interest.',
      'lock',
    ],
    time: ['When, epoch milliseconds; of interest the end of its day.', lockedAt],
    amount: ['How much, in the currency of the deposit, without a sign.', '1000'],
  }),
  describe(savingsProducts.input, { limit: ['How many products at most, 1 to 100; 30 when absent.', 30] }),
  describe(lockSavings.input, {
    id: ['Id of the product.', 2],
    version: [
      'Version of the terms that the user agreed to, from the list of products; without it, the present terms apply.',
      1,
    ],
  }),
  describe(redeemSavings.input, { id: ['Id of one of one’s deposits in force.', 5012] }),
  describe(ownSavings.input, { status: ['Only those in this state: 1, 2 or 3; all when absent.', 1], ...paging }),
  describe(ownSavings.output, page),
  describe(savingsLog.input, paging),
  describe(savingsLog.output, page),
  describe(SavingsMessage, {
    type: ['Always `SAVINGS_CHANGED`.', 'SAVINGS_CHANGED'],
    sequence,
    lock: ['The deposit as it is after this sequence.'],
  }),
];

const channels = {
  SAVINGS_CHANGED: 'Comes when it is made, when it matures and when it is redeemed, not with each day of interest.',
} satisfies Record<keyof typeof savingsChannels, string>;

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Savings', calls, {
      savingsProducts: {
        summary: 'The products that are open for fixed-term deposits',
        says: 'By currency, then by days.',
      },
      savingsSetting: { summary: 'The same as `storage_currency/lock_list`' },
      lockSavings: {
        summary: 'Make a fixed-term deposit',
        says: 'Its amount moves from the spot account to the savings account and is locked there. Amount and interest become available there when it matures. If the product has other terms than those of `version` by then, no deposit is made.',
      },
      redeemSavings: {
        summary: 'Redeem a deposit before it matures',
        says: 'Its amount becomes available in the savings account; its interest is forfeited.',
      },
      ownSavings: { summary: 'One’s own deposits', says: 'Newest first, whether in force or ended.' },
      savingsLog: { summary: 'What happened to one’s own deposits', says: 'By deposit, newest first.' },
    }),
  ],
  channels,
  objects,
};
