import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { demoOutbox, outboxLength, sendEmail } from './calls.ts';

const objects: readonly Description[] = [
  ...named(calls, {
    CodeSent: {
      resend_after: ['Seconds until another code can be sent to the same address for the same purpose.', 60],
      expires_in: ['Seconds for which the code can be used.', 600],
    },
    KeptMessage: {
      id: ['Id of the message.', 7],
      channel: ['What it would have been sent as.', 'email'],
      to: ['The address.', 'ann@example.com'],
      subject: ['Subject; empty for a text message.', 'Your verification code: 402917'],
      text: ['The words of the message.', 'Your verification code is 402917.'],
      code: ['The verification code in it; empty when it carries none.', '402917'],
      created_at: ['When it was written, epoch milliseconds.', 1767225600000],
    },
  }),
  describe(sendEmail.input, {
    to: [
      'An e-mail address, or a phone number without its dialling code. Left out for purposes 3 and 4, whose codes go to the account’s own address.',
      'ann@example.com',
    ],
    type: [
      'What the code is to permit: 1 registration, 2 binding an address, 3 a security change, 4 a withdrawal, 5 a login, 6 a new password. 3 and 4 need a session; 2 without one means 6.',
      6,
    ],
    area_id: ['Country of a phone number, from `default/area_list`.'],
    device_id: ['Of a login, the device that logs in; the header `flag` when absent. The login has to name the same.'],
    password: [
      'Of a login, the account’s password: its owner is then sent codes also when strangers have used up those of the day.',
    ],
  }),
  describe(demoOutbox.input, { to: ['The address whose messages are looked for.', 'ann@example.com'] }),
];

const sending =
  'Who has no account is answered as if a code were on its way. A code has six digits, is good for 10 minutes, once, and void after five wrong tries; only the newest of its purpose counts. 20 a day to one address, 10 of them from one network; where reading the mail is the whole proof, one of sixteen digits follows every hour.';

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Accounts', calls, {
      sendEmail: { summary: 'Send a verification code by e-mail', says: sending },
      sendSms: {
        summary: 'Send a verification code by text message',
        says: sending,
        input: { to: '15550100', type: 6, area_id: 276 },
      },
      demoOutbox: {
        summary: 'Messages of a demo that were kept instead of sent, to one address, newest first',
        says: `The newest ${outboxLength}. Exists in a demo only, and only where something is kept.`,
      },
    }),
  ],
  objects,
};
