import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { demoOutbox, outboxLength, sendBindCode, sendWithdrawalCode, sendEmail } from './calls.ts';

const objects: readonly Description[] = [
  ...named(calls, {
    CodeSent: {
      resend_after: ['Seconds until another code can be sent to the same address for the same purpose.', 60],
      expires_in: ['Seconds until the code expires.', 600],
    },
    KeptMessage: {
      id: ['Id of the message.', 7],
      channel: ['Intended channel of the message.', 'email'],
      to: ['The address.', 'ann@example.com'],
      subject: ['Subject; empty for a text message.', 'Your verification code: 402917'],
      text: ['Text of the message.', 'Your verification code is 402917.'],
      code: ['The verification code in the message; empty if there is none.', '402917'],
      created_at: ['Time of the message, epoch milliseconds.', 1767225600000],
    },
  }),
  describe(sendEmail.input, {
    to: [
      'An e-mail address, or a phone number without its dialling code. Omitted for purposes 3 and 4, whose codes go to the account’s own address.',
      'ann@example.com',
    ],
    type: [
      'Purpose of the code: 1 registration, 2 binding an address, 3 a security change, 4 a withdrawal or coins sent to a user, 5 a login, 6 a new password. 3 and 4 require a session; 2 without one means 6.',
      6,
    ],
    area_id: ['Country of a phone number, from `default/area_list`.'],
    device_id: ['For a login: the device of the login; default: the header `flag`. The login must use the same one.'],
    password: [
      'For a login: the account’s password. With it the owner receives codes even if strangers have used up the daily limit.',
    ],
    currency_protocol_id: ['For a withdrawal: the network; with `number` and `address` the code is bound to them.'],
    number: ['For a withdrawal or coins sent to a user: the amount.'],
    address: ['For a withdrawal: the receiving address, which the message names.'],
    memo: ['For a withdrawal: the memo.'],
    to_uid: ['For coins sent to a user: the recipient; the code is bound to it, `currency_id` and `number`.'],
    currency_id: ['For coins sent to a user: the currency.'],
  }),
  describe(sendWithdrawalCode.input, { user_id: ['Id of the caller.', 100001] }),
  describe(sendBindCode.input, { to: ['The new e-mail address.', 'ann@example.com'] }),
  describe(demoOutbox.input, { to: ['The address whose messages are returned.', 'ann@example.com'] }),
];

const sending =
  'The answer is the same whether or not an account exists. A code has six digits and is valid once, for 10 minutes and five wrong attempts; only the newest of its purpose is valid. At most 20 codes a day are sent to one address, 10 of them for one network; after that, where access to the mailbox is the only proof, a code of sixteen digits can be sent every hour.';

const sendingForTerms = `${sending} No code is sent for a withdrawal whose receiver cannot be paid; it is refused as \`account/draw\` would be. The same applies to coins sent to a user and \`transfer/send\`.`;

export const documentation: CapabilityDocumentation = {
  publicIds: {
    'notify/send_email currency_protocol_id': 'a network of a currency',
    'notify/send_sms currency_protocol_id': 'a network of a currency',
  },
  chapters: [
    chapter('Accounts', calls, {
      sendEmail: { summary: 'Send a verification code by e-mail', says: sendingForTerms },
      sendSms: {
        summary: 'Send a verification code by text message',
        says: sendingForTerms,
        input: { to: '15550100', type: 6, area_id: 276 },
      },
      sendWithdrawalCode: {
        summary: 'Send a verification code for a withdrawal address',
        says: 'Of purpose 3, to the e-mail address of the account, or to its phone number if it has none. For clients of the service for withdrawal addresses, which also find it at `/walletMiddle/SendVerificationcode`.',
      },
      sendBindCode: {
        summary: 'Send a verification code for a new e-mail address',
        says: `The same as \`notify/send_email\` with type 2, for earlier clients. ${sending}`,
      },
      demoOutbox: {
        summary: 'Messages to one address that a demo kept instead of sending, newest first',
        says: `The newest ${outboxLength}. Available in a demo only, and only if messages are kept.`,
      },
    }),
  ],
  objects,
};
