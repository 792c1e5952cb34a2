import { chapter, type Description, describe, type Field, named, page, paging } from '../documentation/declare.ts';
import * as chat from './chat.ts';
import {
  chatEvents,
  type ChatWarning,
  chatWarnings,
  legalBlock,
  legalMessages,
  legalRate,
  legalReport,
  legalSay,
} from './chat.ts';
import { currency, fiat, keys, openedAt } from './hall-documentation.ts';
import { p2pLimits, referenceDigits } from './limits.ts';
import * as orders from './orders.ts';
import {
  type LegalAction,
  legalActions,
  legalAppeal,
  legalCancel,
  legalConcede,
  legalEvidence,
  legalLate,
  legalMarks,
  legalOrder,
  legalOrders,
  legalPay,
  legalRelease,
  legalReopen,
  legalSubmit,
} from './orders.ts';
import { appealCauses, appealFindings, appealReasons, cancelReasons, reportReasons } from './reasons.ts';

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;
const imageUrl = '/api/common/image?id=5f0c9a1e7b3d48268e1f4a6c0d92b7e3';

export const orderId = ['Id of the order.', 88_120] as const;
const payPassword = ['The trade password.', 'Tq8zkw2p'] as const;
const status =
  '1 waiting for payment, 2 paid, 3 delayed, 4 rights protection (in appeal), 5 completed, 6 cancelled, 7 abnormal (as 4, opened by the merchant).';
const images: Field<string[]> = ['Images of `common/image_upload`, by their addresses, at most 10 of each side.', []];
const price = ['Price of one coin in the fiat currency.', '7.21'] as const;
const numberCoin = ['Coins of the order, before the fee.', '138.696255'] as const;
const amount = ['Amount in the fiat currency.', '1000'] as const;

const can: Field<LegalAction[]> = [
  `The calls that the caller can make about it now, by the last part of their paths: ${keys(legalActions)}.`,
  ['concede', 'say', 'block', 'report'],
];
const warnings: Field<ChatWarning[]> = [`What a reader should beware of: ${keys(chatWarnings)}.`, []];

const state = {
  id: orderId,
  maker: ['1 if the ad is the caller’s own.', 0],
  status: [status, 2],
  end_reason: ['Why it was cancelled: `user`, `timeout`, `refunded` or `frozen`; null otherwise.', null],
  released_by: ['Who released the coins: `seller`, `auto` or `operator`; null before.', null],
  pay_until: [
    'End of the time for the payment, epoch milliseconds; an interruption of the exchange moves it.',
    openedAt + 15 * minute,
  ],
  confirm_until: [
    'When a paid order is delayed, or a delayed one ends by `on_silence`, epoch milliseconds; null in other states.',
    openedAt + 6 * minute + day,
  ],
} as const;

const order = {
  ...state,
  number: ['Number of the order, for people.', '2026010188120'],
  side: ['`buy` or `sell`, of the caller.', 'buy'],
  ad_id: ['Id of the ad.', 5_301],
  currency,
  number_coin: numberCoin,
  price: ['Price of one coin in the fiat currency, fixed when the order was opened.', '7.21'],
  fiat,
  amount,
  fee: ['Fee in coins, which the buyer pays of them.', '0'],
  counterparty: ['The other side.'],
  on_silence: ['`release` or `appeal`, if the seller stays silent to the end.', 'appeal'],
  created_at: ['Time of its opening, epoch milliseconds.', openedAt],
  paid_at: ['Time at which it was marked as paid, epoch milliseconds; null before.', openedAt + 6 * minute],
  ended_at: ['Time of its end, epoch milliseconds; null before.', null],
  can,
  unread: ['Unread messages of the other side.', 0],
  sequence: ['Journal sequence of its last change.', 90_210],
} as const;

const from = (says: string): Field<'me' | 'other' | 'exchange'> => [says, 'me'];

const message = {
  i: ['Number of the message, from 1 for each order.', 4],
  from: ['`me`, `other`, `support` or `exchange`.', 'other'],
  text: ['Plain text; empty for images and for lines of the exchange. Links are not active.', 'I have paid.'],
  image: ['Address of an image; null for other messages.', null],
  event: [`Line of the exchange by its key, null for others: ${keys(chatEvents)}.`, null],
  warnings,
  created_at: ['Time of the message, epoch milliseconds.', openedAt + minute],
} as const;

export const messageFields = message;

const payment = {
  voucher: ['Image of the payment, of `common/image_upload`; required.', imageUrl],
  method_id: ['Id of the payee that was paid; may be left out if there is only one.', 12],
} as const;

export const orderObjects: readonly Description[] = [
  ...named(orders, {
    LegalOrderState: state,
    LegalOrder: order,
    LegalPayee: {
      id: ['Id of the payment method.', 12],
      method: ['Its payment type.'],
      raw_data: ['Its values, as they were when the order was opened.'],
    },
    LegalLate: {
      voucher: ['Address of the image of the payment.', imageUrl],
      filed_at: ['Time of the filing, epoch milliseconds.', openedAt + hour],
      reopen_until: ['Until when the seller can reopen the order, epoch milliseconds.', openedAt + 2 * day],
    },
    LegalEvidence: {
      from: from('`me`, `other` or `exchange`.'),
      content: ['Plain text; lines end in a line feed.', 'The payment left my account at 12:06, see the picture.'],
      images: ['Addresses of its images.', [imageUrl]],
      created_at: ['Time of the evidence, epoch milliseconds.', openedAt + hour],
    },
    LegalAppeal: {
      opened_by: from('`me`, `other` or `exchange`.'),
      reason: [`Why it was opened: ${keys(appealCauses)}.`, 'not_released'],
      opened_at: ['Time at which it was opened, epoch milliseconds.', openedAt + hour],
      answer_until: ['Until when the other side should answer, epoch milliseconds.', openedAt + hour + day],
      evidence: ['Texts and images of both sides, the oldest first.'],
      outcome: ['`withdrawn`, `conceded`, `released` or `refunded`; null while it is open.', null],
      finding: [`What staff found: ${keys(appealFindings)}; null without a decision.`, null],
      words: ['Reason of the decision, for both sides; empty without one.', ''],
      ended_at: ['Time of its end, epoch milliseconds; null while it is open.', null],
    },
    LegalOrderDetail: {
      ...order,
      pay_minutes: ['Minutes that the buyer has for the payment.', 15],
      terms: ['Terms of the ad when the order was opened, plain text.', 'Please pay from an account in your own name.'],
      payees: ['Accounts of the seller that can be paid; empty once it has ended and no late payment can be filed.'],
      payee: ['The account that was paid, in time or too late; null before.'],
      payer_name: ['Verified name of the payer, from whose own account the payment must come.', 'Ann Lee'],
      reference: [`The ${referenceDigits} digits to write into the payment, and nothing else.`, '482910'],
      voucher: ['Address of the image of the payment; null before.', imageUrl],
      marks: [`For the seller: ${keys(legalMarks)}.`, []],
      cancel_asked: ['1 if the seller has asked the buyer to cancel, which then counts for neither side.', 0],
      appeal_from: ['Earliest time of an appeal, epoch milliseconds; null before the payment.', openedAt + 16 * minute],
      late_until: ['Until when a late payment can be filed, epoch milliseconds; null if none can.', null],
      late: ['The late payment; null if there is none.', null],
      reopened_as: ['Id of the order that continues this one; null if there is none.', null],
      appeal: ['The last appeal; null if there was none.', null],
      matures_at: ['When the bought coins can be withdrawn, epoch milliseconds; null for sellers and before.', null],
      rating: ['The caller’s own rating; null before.', null],
      rate_until: ['Until when the order can be rated, epoch milliseconds; null before its end.', null],
      chat_until: ['Until when the chat is open, epoch milliseconds; null before the end of the order.', null],
    },
  }),
  describe(legalSubmit.input, {
    id: ['Id of the ad.', 5_301],
    price,
    number: ['Coins; without it, `amount` is required.'],
    amount,
    method_id: ['Id of an own payment method that receives the money; required when selling.'],
    pay_password: ['The trade password; required when selling.'],
  }),
  describe(legalOrders.input, { status: [`Only orders in this state: ${status}`, 2], ...paging }),
  describe(legalOrders.output, page),
  describe(legalOrder.input, { id: orderId }),
  describe(legalPay.input, { id: orderId, ...payment }),
  describe(legalCancel.input, { id: orderId, reason: [`One of ${keys(cancelReasons)}.`, 'changed_mind'] }),
  describe(legalRelease.input, { id: orderId, pay_password: payPassword }),
  describe(legalConcede.input, { id: orderId, pay_password: payPassword }),
  describe(legalAppeal.input, {
    id: orderId,
    reason: [`One of ${keys(appealReasons)}.`, 'not_released'],
    content: ['What happened, plain text.', 'I paid at 12:06 and the seller does not answer.'],
    images,
  }),
  describe(legalEvidence.input, {
    id: orderId,
    content: ['Plain text.', 'The payment left my account at 12:06, see the picture.'],
    images,
  }),
  describe(legalLate.input, { id: orderId, ...payment }),
  describe(legalReopen.input, { id: orderId, pay_password: payPassword }),
  ...named(chat, {
    LegalMessage: message,
    LegalChat: {
      last: ['Number of the last message.', 4],
      open_until: ['Until when it is open, epoch milliseconds; null while the order is.', null],
      data: ['Messages, the oldest first.'],
    },
    LegalBlock: {
      trader: ['The blocked user.'],
      created_at: ['Time of the block, epoch milliseconds.', openedAt],
    },
  }),
  describe(legalMessages.input, {
    id: orderId,
    after: ['Only messages with a higher number; default 0.', 0],
  }),
  describe(legalSay.input, {
    id: orderId,
    text: ['Plain text; lines end in a line feed.', 'I have paid.'],
    image: ['Image of `common/image_upload`, instead of a text.'],
  }),
  describe(legalRate.input, {
    id: orderId,
    good: ['1 for a good rating, 0 for a bad one.', 1],
    text: ['Plain text; others read it without the author’s name.', 'Fast and friendly'],
  }),
  describe(legalBlock.input, { id: ['Id of the user.', 100_023] }),
  describe(legalReport.input, {
    subject: ['`ad` or `trader`.', 'ad'],
    id: ['Id of the ad or of the user.', 5_301],
    reason: [`One of ${keys(reportReasons)}.`, 'price'],
    content: ['Plain text.', 'The merchant asks for another price in the chat.'],
  }),
];

export const orderChapter = chapter('Peer-to-peer orders', orders, {
  legalSubmit: {
    summary: 'Take an ad',
    says: 'The seller’s coins move into escrow. The price is fixed: a better one than `price` is given, one that is more than 0.1 % worse is refused with the current one. A buyer has one unpaid order at a time, and no two open ones of the same fiat money.',
  },
  legalOrders: { summary: 'The orders that the caller took', says: 'Newest first. Status 4 includes 7.' },
  legalOrder: { summary: 'One of the caller’s own orders', says: 'Of either role, taker or owner of the ad.' },
  legalPay: {
    summary: 'Mark an order as paid',
    says: 'Only after the payment, from an account in the payer’s own name. It cannot be taken back. A picture pays one order.',
  },
  legalCancel: {
    summary: 'Cancel an unpaid order as its buyer',
    says: 'Three cancels or timeouts in a UTC day block buying until the next day, unless the seller asked for them.',
  },
  legalAskCancel: { summary: 'Ask the buyer to cancel, as the seller' },
  legalRelease: {
    summary: 'Release the coins to the buyer, as the seller',
    says: 'Final. In an appeal, use `legal/concede`.',
  },
  legalConcede: {
    summary: 'Give in',
    says: 'The buyer returns the coins, as not paid or refunded; a seller can release them in an appeal.',
  },
  legalAppeal: {
    summary: 'Open an appeal about a paid order',
    says: 'Earliest 10 minutes after the payment. The coins stay in escrow until a side gives in or staff decide.',
  },
  legalEvidence: { summary: 'Add a text and images to an appeal' },
  legalAppealWithdraw: {
    summary: 'Withdraw one’s own appeal',
    says: `The order waits for the seller again, for at least an hour. A side can do so ${p2pLimits.appealsPerSide - 1} times.`,
  },
  legalLate: {
    summary: 'File a payment that was made too late',
    says: `Within ${p2pLimits.lateHours} hours of the cancellation. The seller can then reopen the order, or return the money.`,
  },
  legalReopen: {
    summary: 'Open a cancelled order again after a late payment, as the seller',
    says: 'On the old terms, as a new order that is paid. It waits after a change of a password, as selling does.',
  },
});

export const chatChapter = chapter('Peer-to-peer orders', chat, {
  legalMessages: {
    summary: 'The chat of an order',
    says: 'At most 100 messages. Staff read it in an appeal, or with a recorded reason. Messages can be neither changed nor deleted.',
  },
  legalSay: {
    summary: 'Write to the other side of an order',
    says: `At most ${p2pLimits.chatMessages} messages of each side, 5 in 10 seconds and ${p2pLimits.chatImages} with images, until ${p2pLimits.chatDays} days after the end of the order.`,
  },
  legalRate: {
    summary: 'Rate the other side of an order',
    says: `Once for each order, within ${p2pLimits.ratingDays} days of its end.`,
  },
  legalBlock: { summary: 'Block a user', says: 'Neither sees the ads of the other any longer. Open orders continue.' },
  legalUnblock: { summary: 'End a block' },
  legalBlocks: { summary: 'The users whom the caller has blocked', says: 'Newest first.' },
  legalReport: { summary: 'Report an ad or a user to the exchange', says: 'Each of them once.' },
});
