import { chapter, type Description, describe, type Field, named, page, paging } from '../documentation/declare.ts';
import { currency, fiat, keys, openedAt } from './hall-documentation.ts';
import { bondParts, p2pLimits } from './limits.ts';
import { orderId } from './orders-documentation.ts';
import { appealReasons } from './reasons.ts';
import * as shop from './shop.ts';
import {
  adStates,
  adSuspensions,
  merchantConditions,
  merchantStates,
  shopAbnormal,
  shopAdAdd,
  shopAdEdit,
  shopAds,
  shopAdState,
  shopApply,
  ShopInfo,
  shopOrder,
  shopOrders,
  shopPause,
} from './shop.ts';

const adId = ['Id of one of the caller’s own ads.', 5_301] as const;
const side = ['`buy` or `sell`, of the merchant.', 'sell'] as const;
const min = ['Smallest order in the fiat currency.', '500'] as const;
const max = ['Largest order in the fiat currency.', '20000'] as const;
const total = ['Coins of the ad, with those that are sold or in orders.', '3000'] as const;
const payMinutes = ['Minutes for the payment, one of those of `legal/info`.', 15] as const;
const autoOpen = [
  '1 if it opens when it is published, and again by itself when what suspended it is over; 0 if the merchant opens it.',
  1,
] as const;
const autoReply = [
  'First message of the merchant in the chat of each order, plain text.',
  'Hello, I am online.',
] as const;
const terms = ['Terms, plain text.', 'Please pay from an account in your own name.'] as const;
const requiredOrders = ['Completed orders that a taker needs; 0 for none.', 0] as const;
const requiredDays = ['Days since the registration that a taker needs; 0 for none.', 0] as const;
const name = [`Name of the shop, up to ${p2pLimits.name} characters.`, 'Lee Exchange'] as const;

const methods: Field<number[]> = [
  `Ids of own payment methods on an ad that sells, of payment types on one that buys; at most ${p2pLimits.methods}.`,
  [12],
];

const termFields = {
  price: ['Fixed price of one coin in the fiat currency; instead of `percent`.'],
  percent: ['Distance from index × rate in percent, with two decimals and a sign; instead of `price`.', '0.5'],
  min,
  max,
  total,
  methods,
  pay_minutes: payMinutes,
  auto_open: autoOpen,
  auto_reply: autoReply,
  terms,
  orders: requiredOrders,
  days: requiredDays,
  hours: ['When orders are taken; null or absent for always.'],
} as const;

export const shopObjects: readonly Description[] = [
  ...named(shop, {
    ShopInfo: {
      state: [`One of ${keys(merchantStates)}.`, 'approved'],
      name,
      applied_at: ['Time of the application, epoch milliseconds; null before.', openedAt],
      decided_at: ['Time of the decision, epoch milliseconds; null before.', openedAt + 3_600_000],
      words: ['Why the application was rejected or the shop suspended; empty otherwise.', ''],
      conditions: ['The conditions of an application.'],
      bond: [`The bond, which is held in ${bondParts} equal parts.`],
      level: ['Level, 1 to 3; null for users who are no merchants.', 2],
      paused: ['1 while all ads are paused.', 0],
      ads_open: ['Ads that are open or suspended.', 2],
      ads_maximum: ['The most that there can be at this level.', 6],
      order_maximum_usd: ['Largest order at this level, in dollars.', '50000'],
      orders_open: ['Orders on own ads that have not ended.', 1],
      orders_30d: ['Orders of the last 30 days.', 214],
      completion_rate: ['Percentage of them that were completed; null without any.', '98.6'],
      release_minutes: ['Median minutes from payment to release; null without releases.', '4.5'],
      good: ['Good ratings.', 180],
      bad: ['Bad ratings.', 3],
    },
    ShopMethod: {
      id: ['Id of the own payment method; null on an ad that buys.', 12],
      method: ['Its payment type.'],
      account: ['Its masked number; empty on an ad that buys.', '•••• 4455'],
    },
    ShopAd: {
      id: adId,
      version: ['Counts the changes of its terms, from 1.', 1],
      side,
      currency,
      fiat,
      price: ['Fixed price; null if it follows the index.', null],
      percent: ['Distance from index × rate in percent; null if the price is fixed.', '0.5'],
      price_now: ['Price of an order that is opened now; null while there is none.', '7.21'],
      min,
      max,
      total,
      sold: ['Coins of completed orders.', '120'],
      in_orders: ['Coins of open orders.', '39.5'],
      left: ['Coins that are left.', '2840.5'],
      methods: ['Its payment methods.'],
      pay_minutes: payMinutes,
      auto_open: autoOpen,
      auto_reply: autoReply,
      terms,
      orders: requiredOrders,
      days: requiredDays,
      hours: ['When orders are taken; null for always.', null],
      state: [`One of ${keys(adStates)}.`, 'open'],
      suspended_by: [`Why it is suspended, null if it is not: ${keys(adSuspensions)}.`, null],
      orders_open: ['Its orders that have not ended.', 1],
      created_at: ['Time of its publication, epoch milliseconds.', openedAt],
      changed_at: ['Time of its last change, epoch milliseconds.', openedAt],
      sequence: ['Journal sequence of the last change of its coins.', 90_210],
    },
  }),
  describe(ShopInfo.properties.conditions.items, {
    name: [`One of ${keys(merchantConditions)}.`, 'verified'],
    met: ['1 if the caller meets it.', 1],
  }),
  describe(ShopInfo.properties.bond, {
    currency,
    needed: ['What it must be.', '500'],
    held: ['What is held.', '500'],
    returned_at: ['When it is returned after leaving, epoch milliseconds; null otherwise.', null],
  }),
  describe(shopApply.input, {
    name,
    method: ['Id of one of the caller’s own payment methods.', 12],
    words: ['About the shop, for staff; plain text.', 'I have traded for three years and answer within minutes.'],
  }),
  describe(shopPause.input, { on: ['1 pauses all ads, 0 ends the pause.', 1] }),
  describe(shopAdAdd.input, { side, currency_id: ['Id of the coin.', 3], fiat, ...termFields }),
  describe(shopAdEdit.input, { id: adId, ...termFields }),
  describe(shopAdState.input, { id: adId, state: [`One of ${keys(adStates)}.`, 'suspended'] }),
  describe(shopAds.input, { state: [`One of ${keys(adStates)}.`, 'open'], ...paging }),
  describe(shopAds.output, page),
  describe(shopOrders.input, { status: ['Only orders in this state, as in `legal/orders`.', 2], ...paging }),
  describe(shopOrders.output, page),
  describe(shopOrder.input, { id: orderId }),
  describe(shopAbnormal.input, {
    id: orderId,
    reason: [`One of ${keys(appealReasons)}.`, 'third_party'],
    content: ['What happened, plain text.', 'The payment came from another person.'],
  }),
];

export const shopChapter = chapter('Peer-to-peer shop', shop, {
  shopApply: {
    summary: 'Apply as a merchant',
    says: 'Requires a verified identity, a second factor and no appeal lost within 90 days. The bond is held at once and returned if the application is rejected. At most three times a UTC day.',
  },
  shopLeave: {
    summary: 'Give up the shop or withdraw an application',
    says: 'Without open orders. All ads go off the shelf; the bond is returned 7 days later.',
  },
  shopPause: { summary: 'Pause all own ads, or end the pause' },
  shopAdAdd: {
    summary: 'Publish an ad',
    says: 'An ad that sells locks its total in the fiat account; on one that buys, the taker’s coins move into escrow with each order.',
  },
  shopAdEdit: {
    summary: 'Change the terms of an ad',
    says: 'All terms are replaced. Open orders keep those that they were opened with. A total below what is sold and in orders is refused.',
  },
  shopAdState: {
    summary: 'Open or suspend an ad, or take it off the shelf',
    says: 'An ad that is off the shelf cannot be opened again; its coins are available again, except those in orders.',
  },
  shopInfo: { summary: 'The caller as a merchant', says: 'Also for users who have not applied.' },
  shopAds: {
    summary: 'The caller’s own ads',
    says: 'Newest first; without `state`, those that are not off the shelf.',
  },
  shopOrders: { summary: 'The orders on the caller’s own ads', says: 'Newest first. Status 4 includes 7.' },
  shopOrder: { summary: 'One order on an own ad', says: 'The same as `legal/order`.' },
  shopAbnormal: {
    summary: 'Mark an order on an own ad as abnormal',
    says: 'It is then in an appeal, for example because another person has paid.',
  },
});
