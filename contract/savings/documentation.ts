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
const days = ['Term of interest in days.', 30] as const;
const currency = ['Currency of the deposit.', { id: 3, code: 'USDT' }] as const;
const name = ['Currency and term in the language of the caller.', 'USDT 30 days'] as const;

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
      quota_left: ['Remaining number of deposits for all users.', 958],
      mine_left: [
        'Remaining number of deposits that the caller may have at a time; without a session, the number per user.',
        10,
      ],
      interest: [
        'Interest of a deposit made now, paid at maturity: amount × rate × days ÷ 365, rounded down, in the currency.',
        '4.109589',
      ],
      starts_at: ['Start of interest: the next 00:00 UTC, epoch milliseconds.', startsAt],
      matures_at: ['Maturity, epoch milliseconds.', startsAt + 30 * day],
    },
    SavingsLock: {
      id: ['Id of the deposit.', 5012],
      product_id: ['Id of its product.', 2],
      currency,
      name,
      number: ['The amount, in the currency.', '1000'],
      limit_days: days,
      display_rate: displayRate,
      status: ['1 in force, 2 settled at maturity, 3 redeemed early.', 1],
      status_name: ['The status in the language of the caller.', 'In force'],
      locked_at: ['Time of the deposit, epoch milliseconds.', lockedAt],
      started: ['Start of interest: the first 00:00 UTC after that, epoch milliseconds.', startsAt],
      matures_at: ['Time at which amount and interest are paid, epoch milliseconds.', startsAt + 30 * day],
      ended_at: ['Time of maturity or redemption, epoch milliseconds; null while it is in force.', null],
      redeemable_at: ['Earliest time of redemption: 24 hours after the deposit, epoch milliseconds.', lockedAt + day],
      accrued: [
        'Interest of the past days, in the currency; the full interest once settled, "0" once redeemed.',
        '0.136986',
      ],
      interest: ['Interest of the full term, in the currency; forfeited on early redemption.', '4.109589'],
      remaining_days: ['Remaining days of interest; 0 once it has ended.', 29],
    },
    SavingsLogEntry: {
      lock: ['The deposit.'],
      rows: ['Events, newest first; one row per day of interest that was not forfeited.'],
    },
  }),
  describe(SavingsProduct.properties.currency, {
    id: ['Id of the currency.', 3],
    code: ['Code of the currency.', 'USDT'],
  }),
  describe(SavingsLogEntry.properties.rows.items, {
    type: [
      '`lock`: deposit made; `interest`: interest of a day, paid at maturity; `matured`: amount paid back at maturity; `redeemed`: amount paid back early, without interest.',
      'lock',
    ],
    time: ['Time of the event, epoch milliseconds; for interest the end of its day.', lockedAt],
    amount: ['Amount in the currency of the deposit, unsigned.', '1000'],
  }),
  describe(savingsProducts.input, { limit: ['Maximum number of products, 1 to 100; default 30.', 30] }),
  describe(lockSavings.input, {
    id: ['Id of the product.', 2],
    version: [
      'Version of the terms that the user agreed to, from the list of products; without it, the current terms apply.',
      1,
    ],
  }),
  describe(redeemSavings.input, { id: ['Id of one of the user’s deposits in force.', 5012] }),
  describe(ownSavings.input, { status: ['Only deposits with this status: 1, 2 or 3; default all.', 1], ...paging }),
  describe(ownSavings.output, page),
  describe(savingsLog.input, paging),
  describe(savingsLog.output, page),
  describe(SavingsMessage, {
    type: ['Always `SAVINGS_CHANGED`.', 'SAVINGS_CHANGED'],
    sequence,
    lock: ['The deposit as of this sequence.'],
  }),
];

const channels = {
  SAVINGS_CHANGED: 'Sent when a deposit is made, matures or is redeemed, but not for each day of interest.',
} satisfies Record<keyof typeof savingsChannels, string>;

export const documentation: CapabilityDocumentation = {
  publicIds: { 'storage_currency/submit_lock id': 'a product' },
  chapters: [
    chapter('Savings', calls, {
      savingsProducts: {
        summary: 'The fixed-term deposit products on offer',
        says: 'By currency, then by term.',
      },
      savingsSetting: { summary: 'The same as `storage_currency/lock_list`' },
      lockSavings: {
        summary: 'Make a fixed-term deposit',
        says: 'The amount moves from the spot account to the savings account and is locked there. Amount and interest become available there at maturity. The deposit is refused if the terms of the product are no longer those of `version`.',
      },
      redeemSavings: {
        summary: 'Redeem a deposit before it matures',
        says: 'The amount becomes available in the savings account; the interest is forfeited.',
      },
      ownSavings: { summary: 'The user’s own deposits', says: 'Newest first, in force or ended.' },
      savingsLog: { summary: 'The events of the user’s own deposits', says: 'By deposit, newest first.' },
    }),
  ],
  channels,
  objects,
};
