import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { alertsAdd, alertsRemove, NoticePreferences, noticesList, noticesRead } from './calls.ts';
import { type alertChannels, NoticeMessage } from './socket.ts';

const createdAt = 1767268800000;
const ways = { mail: true, page: true, sound: true };
const figures = { market: 'BTC/USDT', target: '65000', price: '65000.5' };
const template = [
  '`price_above`, `price_below`, `identity_verified`, `identity_rejected`, `feedback_answered`, `deposit_credited`, `deposit_final`, `deposit_reversed`, `deposit_charged_back`, `topup_declined`, `topup_charged_back`, `withdrawal_sent`, `withdrawal_completed`, `withdrawal_rejected`, `withdrawal_failed`, `coins_sent`, `coins_received`, or one about peer-to-peer trading, which begins with `p2p_`; more may follow.',
  'price_above',
] as const;
const market = ['Id of the market.', 1] as const;
const direction = ['`above`: at or above the price; `below`: at or below it.', 'above'] as const;
const preferences = {
  orders: ['Fills and ended orders.', ways],
  p2p: ['Peer-to-peer orders.', ways],
  deposits: ['Deposits, withdrawals and coins sent to or received from users.', ways],
  alerts: ['Price alerts.', ways],
  agent: ['The agent programme.', ways],
  news: ['Announcements.', ways],
} as const;

const objects: readonly Description[] = [
  ...named(calls, {
    Alert: {
      id: ['Id of the alert.', 7001],
      currency_match_id: market,
      symbol: ['Symbol of the market.', 'BTC/USDT'],
      direction,
      price: ['The price.', '65000'],
      repeat: ['1 if it stays after it has fired.', 1],
      armed: ['0 while a repeating alert waits: for a minute, and until the price has crossed back.', 1],
      created_at: ['Time of its creation, epoch milliseconds.', createdAt],
      fired_at: ['Time at which it last fired, epoch milliseconds; null if it has not.', null],
    },
    NoticeRow: {
      n: ['Number of the notice, from 1 for each user.', 12],
      template,
      figures: ['The parameters of its text, by name.', figures],
      created_at: ['Time of the notice, epoch milliseconds.', createdAt],
      read: ['1 if it was read.', 0],
    },
    NoticePage: {
      unread: ['Number of unread notices of all pages.', 1],
      data: ['Notices, newest first.'],
      next: ['The `before` of the next page; null if there is none.', null],
    },
    NoticeWays: {
      mail: ['Sent by mail, if the account has an e-mail address.', true],
      page: ['Listed by `notices/list` and sent as `NOTICE`.', true],
      sound: ['The page plays a sound.', true],
    },
  }),
  describe(NoticePreferences, preferences, 'NoticePreferences'),
  describe(alertsAdd.input, {
    currency_match_id: market,
    direction,
    price: ['The price, in steps of the market’s tick. The last price must not have reached it yet.', '65000'],
    repeat: ['1 to keep the alert after it has fired; default 0.', 1],
  }),
  describe(alertsRemove.input, { id: ['Id of one of the user’s alerts.', 7001] }),
  describe(noticesList.input, {
    before: ['Only notices with a smaller number.'],
    limit: ['Maximum number of notices, 1 to 100; default 10.', 10],
  }),
  describe(noticesRead.input, { n: ['Number of the last notice that was read.', 12] }),
  describe(noticesRead.output, { unread: ['Number of unread notices left.', 0] }),
  describe(NoticeMessage, {
    type: ['Always `NOTICE`.', 'NOTICE'],
    n: ['Number of the notice, as in `notices/list`.', 12],
    template,
    figures: ['The parameters of its text, by name.', figures],
  }),
];

const channels = {
  NOTICE: 'Not sent again after a broken connection: read `notices/list`.',
} satisfies Record<keyof typeof alertChannels, string>;

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Alerts and notices', calls, {
      alertsList: { summary: 'The user’s price alerts', says: 'Newest first.' },
      alertsAdd: {
        summary: 'Add a price alert',
        says: 'It fires when a trade is executed at its price or beyond. One that repeats fires at most once a minute, and again only after the price has crossed back. A user has at most 50 alerts.',
      },
      alertsRemove: { summary: 'Remove a price alert' },
      noticesList: {
        summary: 'The user’s notices',
        says: 'Newest first. The last 200 notices of 90 days are kept.',
      },
      noticesRead: { summary: 'Mark notices as read' },
      noticePreferences: { summary: 'How notices are delivered' },
      setNoticePreferences: {
        summary: 'Change how notices are delivered',
        says: 'Messages about the security of the account are always sent.',
      },
    }),
  ],
  channels,
  objects,
};
