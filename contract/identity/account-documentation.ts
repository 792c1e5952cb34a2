import { chapter, type Description, describe, named, page, paging } from '../documentation/declare.ts';
import * as account from './account.ts';
import {
  amendPayPassword,
  bindAddress,
  bindEmail,
  forgetDevice,
  freezeByLink,
  freshLoginMinutes,
  loginHistory,
  setPhishingWord,
  unfreezeAccount,
} from './account.ts';

/** Fields of calls that require the second factor of accounts that have one. */
export const secondFactorDescriptions = {
  totp_code: [
    'A one-time password of the authenticator app, or a recovery code; required if the account has one, unless `passkey` is given.',
  ],
  passkey: ['The answer of a passkey to a challenge, as JSON.'],
} satisfies Readonly<Record<string, readonly [string]>>;

const securityCode = [
  'Verification code of purpose 3, sent to the e-mail address of the account, or to its phone number without one.',
  '402917',
] as const;
const client = {
  browser: ['Browser or program at the login; empty if unknown.', 'Firefox'],
  system: ['Operating system at the login; empty if unknown.', 'Windows'],
  kind: ['Apparent kind of device.', 'computer'],
} as const;

export const accountObjects: readonly Description[] = [
  ...named(account, {
    LoginRecord: {
      at: ['Time of the login, epoch milliseconds.', 1767225600000],
      address: ['Network address of the login.', '203.0.113.7'],
      ...client,
    },
    KnownDevice: {
      id: ['Id of the device, for `user/forget_device`. It is not the id that the client sends.', '0b6f8a1c3d5e7f90'],
      current: ['1 for the device of this call.', 1],
      ...client,
      first_used_at: ['Time of the first login from it, epoch milliseconds.', 1767225600000],
      last_used_at: ['Time of the last login from it, epoch milliseconds.', 1767229200000],
    },
    AuthorizationCode: {
      code: ['The code, twelve letters and digits.', 'K7Q2XN4P9RTW'],
      expires_at: ['Expiry, epoch milliseconds; a new code replaces it then.', 1767830400000],
    },
  }),
  describe(amendPayPassword.input, {
    password: ['The new trade password, with the rules of the registration.', 'Hv3mxd9r'],
    auth_code: [...securityCode],
    ...secondFactorDescriptions,
  }),
  describe(bindAddress.input, {
    type: ['Kind of the address: `email` or `mobile`.', 'email'],
    account: ['The e-mail address, or the phone number without its dialling code.', 'bea@example.com'],
    area_id: ['Country of a phone number, from `default/area_list`.'],
    auth_code: ['Verification code of purpose 2, sent to the new address.', '402917'],
    old_code: [securityCode[0]],
    ...secondFactorDescriptions,
  }),
  describe(bindEmail.input, {
    email: ['The e-mail address.', 'bea@example.com'],
    code: ['Verification code of purpose 2, sent to the new address.', '402917'],
    old_code: [securityCode[0]],
    ...secondFactorDescriptions,
  }),
  describe(freezeByLink.input, {
    token: ['The token of the link, after its `#`.', 'dK3nV0x8QmYpW1sLzR7uTbEaGhJc5fIo'],
  }),
  describe(unfreezeAccount.input, { auth_code: [...securityCode], ...secondFactorDescriptions }),
  describe(loginHistory.input, paging),
  describe(loginHistory.output, page),
  describe(forgetDevice.input, { id: ['Id of one of the user’s own devices.', '0b6f8a1c3d5e7f90'] }),
  describe(setPhishingWord.input, { word: ['4 to 20 letters or digits; empty to remove the word.', 'Seagull7'] }),
];

export const accountChapter = chapter('Security', account, {
  amendPayPassword: {
    summary: 'Change the trade password',
    says: 'It must differ from the login password. The first trade password is set with the identity verification. Five wrong trade passwords lock it for 24 hours.',
  },
  bindAddress: {
    summary: 'Link an e-mail address or a phone number',
    says: 'The earlier addresses of the account receive a notice with a link that freezes it.',
  },
  bindEmail: { summary: 'Link an e-mail address', says: 'The same as `user/bind`, for earlier clients.' },
  freezeAccount: {
    summary: 'Freeze the account',
    says: 'Cancels open orders, stops trading and withdrawals, and ends every session, also this one. Withdrawals that are not paid yet are cancelled like with `account/draw_cancel`: one that is already sent keeps its fee.',
  },
  freezeByLink: {
    summary: 'Freeze an account with the link of a notice',
    says: 'It does the same as `user/freeze`. The token of a link is valid for seven days.',
  },
  unfreezeAccount: {
    summary: 'Unfreeze the account',
    says: `Requires a login of the last ${freshLoginMinutes} minutes. A restriction by an operator remains.`,
  },
  loginHistory: { summary: 'Successful logins of the last 90 days, newest first' },
  deviceList: { summary: 'Devices that log in without a verification code, by last use' },
  forgetDevice: { summary: 'Forget a device', says: 'Its next login requires a code, and its other sessions end.' },
  setPhishingWord: {
    summary: 'Set the anti-phishing word',
    says: 'It is shown at the top of every mail to the user, so that forged mail can be recognized.',
  },
  authorizationCode: {
    summary: 'The code with which an agent takes in the user',
    says: 'The same code is returned until it expires after seven days or an agent has used it. Refused for users who have an agent or are one, and for 30 days after leaving one.',
  },
});
