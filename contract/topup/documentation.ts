import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  named,
  page,
  paging,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { decideDemoTopup, demoTopup, ownTopups, topupCreate, topupQuote } from './calls.ts';

const terms = {
  currency_id: ['Id of the currency that is bought.', 3],
  currency_code: ['Code of the currency that is bought.', 'USDT'],
  fiat: ['The currency that the card pays.', 'USD'],
  amount: ['The payment of the card.', '100'],
  fee: ['The part of it that the provider keeps.', '3.5'],
  number: ['The coins for it, in the currency.', '96.5'],
} as const;

const quoteId = 'dG9wdXBzIGFyZSBxdW90ZWQgd2l0aCBhIHNlYWw';
const order = ['The order as the address of the page names it.', 'b3JkZXJzIG9mIGEgZGVtbyBhcmUgc2VhbGVk'] as const;

const objects: readonly Description[] = [
  ...named(calls, {
    TopupCurrency: {
      id: ['Id of the currency.', 3],
      code: ['Code of the currency.', 'USDT'],
      network: ['The network on which the provider delivers it.', 'ERC20'],
    },
    TopupSetting: {
      currencies: ['The currencies that a card can buy; none while top-ups are closed.'],
      provider: ['The name of the provider; null without one.', 'demo'],
      is_demo: ['1 if no card is charged.', 1],
      fiat: ['The currency that cards pay.', 'USD'],
      minimum: ['The least that a top-up can be, in `fiat`.', '20'],
      maximum: ['The most that a top-up can be, in `fiat`.', '1000'],
      day_limit: ['The most that a person can top up within 24 hours, in `fiat`.', '2000'],
      mature_days: ['Days from the credit until the coins can leave.', 14],
      quote_ms: ['How long a quote can be accepted, in milliseconds.', 60_000],
    },
    TopupQuote: {
      quote_id: ['Accepts the quote in `topup/create`.', quoteId],
      ...terms,
      expires_at: ['End of the quote, epoch milliseconds.', 1_767_268_860_000],
    },
    TopupRedirect: {
      id: ['Id of the top-up.', 12],
      redirect_url: ['The page of the provider on which the card is entered.', 'https://buy.example.com/?order=12'],
    },
    Topup: {
      id: ['Id of the top-up.', 12],
      ...terms,
      status: ['Its state, a stable key.', 'credited'],
      status_name: ['The state in the language of the caller.', 'Credited'],
      credited: ['The credited coins; null before.', '96.5'],
      matures_at: [
        'When all of them can leave at the earliest, epoch milliseconds; null before the credit, and once they can.',
        1_768_478_460_000,
      ],
      redirect_url: ['The page of the provider; null when there is nothing more to do on it.', null],
      expires_at: ['Until when it can be paid, epoch milliseconds.', 1_767_270_600_000],
      created_at: ['Time, epoch milliseconds.', 1_767_268_800_000],
    },
    DemoTopup: {
      fiat: terms.fiat,
      amount: terms.amount,
      currency_code: terms.currency_code,
      number: terms.number,
      address: ['The address that receives the coins.', '0x9b1f7F645351AF3631a656421eD2e40f2802E6c0'],
      decision: ['The decision; null before it.', null],
    },
  }),
  describe(topupQuote.input, {
    currency_id: ['Id of the currency to buy.', 3],
    amount: ['The payment of the card, in the `fiat` of `topup/setting`, with at most two decimals.', '100'],
  }),
  describe(topupCreate.input, { quote_id: ['The quote to accept.', quoteId] }),
  describe(ownTopups.input, paging),
  describe(ownTopups.output, page),
  describe(demoTopup.input, { order }),
  describe(decideDemoTopup.input, {
    order,
    decision: ['`approve` pays the coins, `decline` refuses the card, `lapse` leaves the order alone.', 'approve'],
  }),
];

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'topup/create quote_id': 'a sealed quote, which only the user for whom it was made can accept',
  },
  chapters: [
    chapter('Card top-ups', calls, {
      topupSetting: { summary: 'Whether and how cards can buy coins' },
      topupQuote: {
        summary: 'A quote for coins that a card pays',
        says: 'It can be accepted for a minute. Nothing is reserved.',
      },
      topupCreate: {
        summary: 'Begin a card top-up',
        says: 'Answers the page of the provider, on which the card is entered: this exchange never sees its number. The provider delivers the coins to an address of this order. They are credited as any deposit and can leave after `mature_days`. For verified people only.',
      },
      ownTopups: { summary: 'Card top-ups, newest first' },
      demoTopup: { summary: 'An order at the provider of a demo' },
      decideDemoTopup: {
        summary: 'Approve or decline an order at the provider of a demo',
        says: 'No card is charged. An order is decided once.',
      },
    }),
  ],
  objects,
};
