import { chapter, type Description, describe, type Field, named, page, paging } from '../documentation/declare.ts';
import * as hall from './hall.ts';
import { LegalAd, LegalCurrencies, LegalCurrency, LegalInfo, legalList, legalMerchant, takeObstacles } from './hall.ts';
import { appealReasons, cancelReasons, reportReasons } from './reasons.ts';

const registeredAt = 1735689600000;
export const openedAt = 1767268800000;

/** A list of keys as the documentation quotes it. */
export function keys(list: readonly string[]): string {
  return list.map((key) => `\`${key}\``).join(', ');
}

export const currency = ['The coin.'] as const;
export const fiat = ['Code of the fiat currency.', 'CNY'] as const;
const methodFields = {
  type: ['Id of the payment type.', 3],
  code: ['Code of the payment type.', 'bank'],
  name: ['Name in the language of the caller.', 'Bank transfer'],
  instant: ['1 if a payment usually arrives within a minute.', 0],
  reversible: ['1 if the payer or a bank can take a payment back.', 0],
} as const;

const figures = {
  orders_30d: ['Orders of the last 30 days.', 214],
  completion_rate: ['Percentage of them that were completed; excused cancels do not count. Null without any.', '98.6'],
  good: ['Good ratings.', 180],
  bad: ['Bad ratings.', 3],
  release_minutes: ['Median minutes from payment to release; null without releases.', '4.5'],
} as const;

const trader = {
  id: ['Id of the user.', 100_023],
  name: ['Name of the shop; of a user without one, the first sign of the verified name.', 'Lee Exchange'],
  online: ['1 if seen within the last 5 minutes.', 1],
  level: ['Level of the merchant, 1 to 3; null for other users.', 2],
  ...figures,
} as const;

const rating = {
  good: ['1 for a good rating, 0 for a bad one.', 1],
  text: ['Text of the rating, which may be empty.', 'Fast and friendly'],
  created_at: ['Time of the rating, epoch milliseconds.', openedAt],
} as const;

const coin = { id: ['Id of the coin.', 3], code: ['Code of the coin.', 'USDT'] } as const;
const minutes = (says: string, example: number): Field<number> => [says, example];

export const hallObjects: readonly Description[] = [
  describe(LegalCurrency, coin, 'LegalCurrency'),
  ...named(hall, {
    LegalMethod: methodFields,
    LegalHours: {
      from: ['First minute of the day, UTC, in which orders are taken.', 540],
      to: ['Minute of the day, UTC, from which they are not; earlier than `from` if midnight lies between.', 1_320],
    },
    LegalTrader: trader,
    LegalAd: {
      id: ['Id of the ad.', 5_301],
      side: ['`buy` or `sell`, as the caller would.', 'buy'],
      currency,
      fiat,
      price: [
        'Price of one coin in the fiat currency, as of now; null while a floating price has no exchange rate or is out of range.',
        '7.21',
      ],
      floating: ['1 if the price follows the index, 0 if it is fixed.', 1],
      min: ['Smallest order in the fiat currency.', '500'],
      max: ['Largest order in the fiat currency.', '20000'],
      left: ['Coins that are left.', '2840.5'],
      methods: ['Payment types by which it can be paid, at most 5.'],
      pay_minutes: ['Minutes for the payment.', 15],
      terms: ['Terms of the merchant, plain text.', 'Please pay from an account in your own name.'],
      rules: ['Conditions that takers must meet.'],
      merchant: ['The owner of the ad.'],
      obstacle: [
        `Why the caller cannot take it now, null if nothing is in the way: ${keys(takeObstacles)}. The keys are those of refusals.`,
        null,
      ],
    },
    LegalRating: rating,
    LegalMerchant: {
      ...trader,
      registered_at: ['Time of the registration, epoch milliseconds.', registeredAt],
      phone: ['1 if the phone number was verified.', 1],
      real_name: ['1 if the identity was verified.', 1],
      advanced: ['1 if the user is an approved merchant.', 1],
      fiats: ['Fiat currencies of the open ads.', ['CNY']],
      orders: ['All orders so far.', 1_820],
      completed: ['Those of them that were completed.', 1_794],
      pay_minutes: ['Median minutes from opening to payment as a buyer; null without any.', null],
      blocked: ['1 if the caller has blocked the user.', 0],
      ratings: ['The newest ratings, at most 20.'],
      ads: ['The open ads of both sides.'],
    },
    LegalPair: {
      currency_id: coin.id,
      fiat,
      price_decimals: ['Decimals of prices.', 2],
      reference: ['Index × rate, from which prices may differ by `band_percent`; null while one is stale.', '7.18'],
      fixed: ['1 if the rate of the fiat currency is fixed, as in a demo; it is then never stale.', 0],
    },
    LegalCurrencies: {
      currencies: ['The coins, in the order of the page.'],
      fiats: ['The fiat currencies, in the order of the page.'],
      pairs: ['Every coin and fiat currency in which it is traded.'],
    },
    LegalStanding: {
      verified: ['1 if the identity is verified, which every order needs.', 1],
      is_seller: ['1 if the caller is an approved merchant.', 0],
      day_limit: ['Dollars that the caller may open in a UTC day.', '2000'],
      day_left: ['Dollars of them that are left today; cancelled orders do not count.', '1650'],
      newcomer_left: ['Orders that are still limited as those of a newcomer.', 2],
      newcomer_maximum: ['The most that each of these may have, in dollars.', '500'],
      unpaid_order_id: ['Id of the own order that waits for payment; null if there is none.', null],
      cancels_today: ['Cancels and timeouts of the caller as a buyer in this UTC day.', 0],
      blocked_until: ['Until when buying is blocked after three of them, epoch milliseconds; null if it is not.', null],
    },
    LegalInfo: {
      demo: ['1 if no real money is paid.', 0],
      fee_rate: ['Fee of the coins that a buyer receives, as a fraction.', '0'],
      band_percent: ['Largest distance of a price from the reference, in percent.', '20'],
      pay_minutes: ['Minutes for the payment that an ad can have.', [15, 30, 60, 120]],
      appeal_minutes: minutes('Minutes from the payment to the earliest appeal.', 10),
      delay_minutes: minutes('Minutes from the payment until an order is delayed.', 1_440),
      auto_minutes: minutes('Minutes that a delayed order then waits for its seller.', 1_440),
      on_silence: ['`release` to the buyer or `appeal`, if the seller stays silent for that long.', 'appeal'],
      mature_hours: minutes('Hours until bought coins can be withdrawn.', 24),
      auto_mature_hours: minutes('The same for coins that were released without the seller.', 72),
      reasons: ['The reasons that can be given, each with a text on the page.'],
      own: ['What applies to the caller; null without a session.'],
    },
  }),
  describe(LegalAd.properties.rules, {
    orders: ['Completed orders that a taker needs.', 0],
    days: ['Days since the registration that a taker needs.', 0],
    hours: ['When orders are taken; null for always.', null],
  }),
  describe(LegalCurrencies.properties.currencies.items, {
    ...coin,
    logo: ['Path of its image.', '/coins/usdt.svg'],
    decimals: ['Decimals of amounts.', 6],
  }),
  describe(LegalCurrencies.properties.fiats.items, {
    code: fiat,
    decimals: ['Decimals of amounts.', 2],
    methods: ['The payment types that pay in it.'],
  }),
  describe(LegalInfo.properties.reasons, {
    appeal: ['Reasons of an appeal.', [...appealReasons]],
    cancel: ['Reasons of a cancellation.', [...cancelReasons]],
    report: ['Reasons of a report.', [...reportReasons]],
  }),
  describe(legalList.input, {
    side: ['`buy` lists ads that sell, `sell` lists ads that buy.', 'buy'],
    currency_id: coin.id,
    fiat,
    amount: ['Only ads that take an order of this amount, in the fiat currency.', '1000'],
    type: ['Only ads with this payment type, by its id or code.', 'bank'],
    ...paging,
  }),
  describe(legalList.output, page),
  describe(legalMerchant.input, { id: trader.id }),
];

export const hallChapter = chapter('Peer-to-peer trading', hall, {
  legalCurrencies: { summary: 'The coins and fiat currencies of peer-to-peer trading' },
  legalList: {
    summary: 'The ads of other users',
    says: 'Those that the caller can take first, then by price, the best first. Ads of users whom the caller has blocked, or who have blocked the caller, are left out.',
  },
  legalInfo: {
    summary: 'The rules of peer-to-peer trading, and what applies to the caller',
    says: 'Times that an order waits count while the exchange is open: an interruption lengthens them.',
  },
  legalMerchant: {
    summary: 'The profile of a merchant',
    says: 'Other users are found by the other side of an order with them only.',
  },
});
