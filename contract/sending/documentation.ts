import { type CapabilityDocumentation, chapter, describe, named, page, paging } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { findRecipient, sendCoins, sendingQuote, SendingSettings, sentCoinsList } from './calls.ts';
import { SentMessage } from './socket.ts';

const recipient = {
  uid: ['Id of the other user.', 100042],
  hint: ['The verified name of the other user, of which only the ends are shown.', 'L***n'],
} as const;
const createdAt = 1767268800000;
const toUid = ['Id of the recipient, from `transfer/recipient`.', 100042] as const;
const currency = ['Id of the currency.', 3] as const;

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Sending to users', calls, {
      findRecipient: {
        summary: 'Find the recipient of coins',
        says: 'By id, if that user is verified; by e-mail address only if that user allows it. In every other case the answer is `recipient_unknown`, so that it says nothing about accounts. 20 look-ups a UTC day, whether or not they find anyone. Sending to a recipient who was found within a day, or has received coins of the caller, costs none.',
      },
      sendingQuote: {
        summary: 'Limits of coins that are sent now',
        says: 'Answers what would refuse it now in `reasons`, so that a page can say so before a password is typed.',
      },
      sendCoins: {
        summary: 'Send coins to another user',
        says: 'From spot account to spot account, at once and finally; there is no fee. Both users are verified. The code is bound to recipient, currency and amount. Counts against the limit of withdrawals within 24 hours. The same `Idempotency-Key` sends once.',
      },
      sentCoinsList: { summary: 'Coins sent to and received from users, newest first' },
      recentRecipients: { summary: 'The last recipients of the caller, newest first' },
      setSendingSettings: { summary: 'Choose whether others can find the caller by e-mail address' },
    }),
  ],
  channels: {
    SENT: 'Not resumed after a broken connection: read `transfer/list` and the accounts again.',
  },
  objects: [
    ...named(calls, {
      Recipient: recipient,
      RecentRecipient: { ...recipient, sent_at: ['Time of the last coins sent, epoch milliseconds.', createdAt] },
      SentCoins: {
        id: ['Id of the coins sent.', 9001],
        side: ['`sent` or `received`.', 'sent'],
        ...recipient,
        currency_id: currency,
        currency_code: ['Code of the currency.', 'USDT'],
        number: ['The amount.', '25.5'],
        status: ['`sent`; `pending` until it is known whether the coins have moved.', 'sent'],
        created_at: ['Time of the request, epoch milliseconds.', createdAt],
      },
      SendingQuote: {
        available: ['Available in the spot account.', '1200'],
        decimals: ['Decimals that an amount can have.', 6],
        maximum: [
          'The most that can be sent now, by deposits and bought coins that have not matured, and by the limits.',
          '1000',
        ],
        minimum_usd: ['The least worth of one request, in dollars.', '1'],
        minimum: ['The same in the currency, rounded up; null without a price.', '1'],
        day_limit: ['Limit of withdrawals and coins sent within any 24 hours, in dollars.', '100000'],
        day_left: ['The part of it that is left.', '99000'],
        new_left: ['Dollars that this recipient may still receive while it is new; null if not limited.', '500'],
        sends_left: ['Requests that are left today.', 20],
        waits_until: ['Earliest time after a change of the account’s security; null if at once.', null],
        reasons: ['Keys of the errors that would refuse it now.', []],
      },
    }),
    describe(
      SendingSettings,
      { by_mail: ['Whether others can find the user by e-mail address.', true] },
      'SendingSettings',
    ),
    describe(findRecipient.input, { to: ['Id or e-mail address of a user.', '100042'] }),
    describe(sendingQuote.input, { currency_id: currency, to_uid: toUid }),
    describe(sendCoins.input, {
      to_uid: toUid,
      currency_id: currency,
      number: ['The amount, in the currency.', '25.5'],
      pay_password: ['The trade password.', 'Horse88Stall'],
      code: ['The code that `notify/send_email` of type 4 sent for these terms.', '314159'],
      totp_code: ['A one-time password, if a second factor is on.'],
      passkey: ['The answer of a passkey, if a second factor is on.'],
    }),
    describe(sentCoinsList.input, { side: ['Only one side.', 'sent'], ...paging }),
    describe(sentCoinsList.output, page),
    describe(SentMessage, {
      type: ['Always `SENT`.', 'SENT'],
      row: ['The coins.'],
      account: ['The spot account of the user afterwards.'],
    }),
  ],
};
