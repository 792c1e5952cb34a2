import { type CapabilityDocumentation, chapter, describe, named } from '../documentation/declare.ts';
import * as secondFactor from './calls.ts';
import {
  newRecoveryCodes,
  passkeyAdd,
  passkeyLogin,
  passkeyOptions,
  passkeyRemove,
  totpBegin,
  totpOff,
  totpOn,
} from './calls.ts';

const authCode = ['Verification code of purpose 3.', '402917'] as const;
const factors = {
  totp_code: ['A one-time password of the authenticator app, or a recovery code, if a second factor is on.', '271828'],
  passkey: ['The answer of a passkey to a challenge for `proof`, as JSON, in place of `totp_code`.'],
} as const;
const answer = '{"id":"mZ3c…","rawId":"mZ3c…","type":"public-key","response":{}}';
const codes = ['4k7q-9xwz-m2ta', 'x0p3-77bd-qe9s'];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Second factor', secondFactor, {
      secondFactorState: { summary: 'The second factor of the user' },
      totpBegin: {
        summary: 'Get the secret for an authenticator app',
        says: 'Nothing is turned on yet. The secret is valid for an hour, and a later call replaces it.',
      },
      totpOn: {
        summary: 'Turn on the authenticator app',
        says: 'Logins and sensitive actions then require a second factor. The recovery codes are answered only here; those of an earlier second factor become invalid. Wrong passwords count as failed logins.',
      },
      totpOff: { summary: 'Turn off the authenticator app' },
      newRecoveryCodes: { summary: 'Replace the recovery codes', says: 'Earlier recovery codes become invalid.' },
      passkeyOptions: {
        summary: 'Get a challenge for a passkey',
        says: 'A challenge is valid for five minutes and one use. `add` requires a session. The answer does not depend on the passkeys of an account.',
      },
      passkeyAdd: {
        summary: 'Add a passkey',
        says: 'It must be stored on the authenticator and verify its user. With the first second factor, the recovery codes are answered.',
      },
      passkeyList: { summary: 'The user’s passkeys, oldest first' },
      passkeyRemove: { summary: 'Remove one of the user’s passkeys' },
      passkeyLogin: {
        summary: 'Start a session with a passkey',
        says: 'The passkey replaces password, verification code and second factor. Every refused passkey gets the same answer.',
      },
    }),
  ],
  objects: [
    ...named(secondFactor, {
      SecondFactorState: {
        totp: ['1 if an authenticator app is on.', 1],
        totp_since: ['When it was turned on, epoch milliseconds; null if it is off.', 1767225600000],
        passkeys: ['Number of passkeys.', 1],
        recovery_codes: ['Number of unused recovery codes.', 9],
        passkeys_possible: ['1 if the exchange has an address at which browsers allow passkeys.', 1],
      },
      Passkey: {
        id: ['Id of the passkey, for `user/passkey_remove`.', 7],
        name: ['Name that the user chose.', 'Work laptop'],
        created_at: ['When it was added, epoch milliseconds.', 1767225600000],
        last_used_at: ['When it was last used, epoch milliseconds; null if never.', 1767229200000],
      },
    }),
    describe(totpBegin.output, {
      secret: ['Secret for the authenticator app, base32.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
      uri: [
        'Address for the app’s QR code.',
        'otpauth://totp/Bourse:ann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Bourse',
      ],
    }),
    describe(totpOn.input, {
      totp_code: ['The current one-time password of the new app.', '271828'],
      password: ['Password of the account.', 'Tq8zkw2p'],
      auth_code: authCode,
      passkey: ['The answer of a passkey to a challenge for `proof`, as JSON, if the account has passkeys.'],
    }),
    describe(totpOn.output, { recovery_codes: ['Ten recovery codes, each for one use.', codes] }),
    describe(totpOff.input, { auth_code: authCode, ...factors }),
    describe(newRecoveryCodes.input, { auth_code: authCode, ...factors }),
    describe(newRecoveryCodes.output, { recovery_codes: ['Ten recovery codes, each for one use.', codes] }),
    describe(passkeyOptions.input, { use: ['`proof`: log in or prove a passkey; `add`: add one.', 'proof'] }),
    describe(passkeyOptions.output, {
      options: [
        'Options for `navigator.credentials.get` or, for `add`, `create`, as JSON.',
        '{"challenge":"3q2-7wE…","rpId":"bourse.example","allowCredentials":[],"userVerification":"required"}',
      ],
    }),
    describe(passkeyAdd.input, {
      response: ['The answer of the authenticator, as JSON.', answer],
      name: ['A name for the passkey, at most 40 characters.', 'Work laptop'],
      auth_code: authCode,
      ...factors,
    }),
    describe(passkeyAdd.output, {
      id: ['Id of the passkey.', 7],
      recovery_codes: ['Ten recovery codes if this is the first second factor of the account, otherwise none.', codes],
    }),
    describe(passkeyRemove.input, {
      id: ['Id of one of the user’s own passkeys.', 7],
      auth_code: authCode,
      ...factors,
    }),
    describe(passkeyLogin.input, {
      response: ['The answer of a passkey to a challenge for `proof`, as JSON.', answer],
      device_id: ['The id of the device, as for `user/login`; default: the header `flag`.'],
      remember: ['`true` keeps the session for 30 days, as for `user/login`.', false],
    }),
    describe(passkeyLogin.output, {
      token: [
        'The session’s token for the header `Authorization`. It is returned only once.',
        'dK3nV0x8QmYpW1sLzR7uTbEaGhJc5fIo',
      ],
      expires_at: ['Expiry of the session if it is not used, epoch milliseconds.', 1767312000000],
      device_id: [
        'The id of the device from now on, as for `user/login`.',
        'uJ3fQ0mXb7pL2sVn9TgYc5KdHe8rWa1iZoR4tNqM6yE',
      ],
      account: ['The e-mail address or phone number of the account.', 'ann@example.com'],
    }),
  ],
};
