import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as identity from './calls.ts';
import { forgetPassword, login, register } from './calls.ts';
import { accountChapter, accountObjects, secondFactorDescriptions } from './account-documentation.ts';
import { invitationChapter, invitationObjects } from './invitations-documentation.ts';
import { sessionChapter, sessionObjects } from './sessions-documentation.ts';

const areaId = 'Country or territory by its ISO 3166-1 numeric code, from `default/area_list`.';
const issuedDeviceId = [
  'The id of the device from now on, which the client stores and sends: issued by the server if the device was not known. Empty if the request named no device.',
  'uJ3fQ0mXb7pL2sVn9TgYc5KdHe8rWa1iZoR4tNqM6yE',
] as const;
const deviceId =
  'The id of the device, printable ASCII without spaces; default: the header `flag`. A device is known by the id that the server has issued to it; before, the client chooses any id.';

const objects: readonly Description[] = [
  ...named(identity, {
    Area: {
      id: ['ISO 3166-1 numeric code.', 276],
      name: ['Name in the language of the caller.', 'Germany'],
      global_code: ['Dialling code, digits only.', '49'],
    },
    SiteConfig: {
      register_mobile: ['1 if registration requires a phone number and a country.', 0],
      register_code: ['1 if registration requires a verification code.', 0],
      register_word: ['A sentence in the registration form; may be empty.', ''],
      app_name: ['Name of the exchange.', 'Bourse'],
      kefuUrl: [
        'Customer service: a path of this site or an external address; empty if there is none.',
        '/notice?id=602&category_id=26',
      ],
      lang_switch: ['12 if all twelve languages are offered, otherwise 10 of them are.', 10],
      logo: ['Address of the exchange’s logo; empty for the built-in one.', ''],
      timezone: ['IANA name of the time zone used in mail.', 'UTC'],
      double_pay_switch: ['1 if the page asks for a second confirmation of payments.', 0],
      document_title: ['Title of the page.', 'Bourse'],
      dialog_title: ['Title of a notice that the home page shows once; may be empty.', ''],
      dialog_content: ['Text of that notice; no notice if empty.', ''],
      default_invite_code: [
        'An invitation code of the exchange itself; empty if only codes of users are accepted.',
        'BOURSE',
      ],
      volume_display_divisor: ['Divisor of the day’s volume in the spot header of the page.', 50],
      password_policy: ['Rule for new passwords: `spec` or `strong`, see `user/register`.', 'spec'],
      phone_accounts: ['1 if accounts may be identified by a phone number.', 0],
      demo_outbox: ['1 if codes are not sent but published at `demo/outbox`.', 1],
      simulated_market: ['1 if the prices come from the bundled simulator.', 0],
    },
    UserInfo: {
      id: ['Id of the user, from 100001.', 100001],
      uid: ['The same as `id`.', 100001],
      is_seller: ['Whether the user is an approved merchant.', false],
      email: ['E-mail address of the account; empty if it has none.', 'ann@example.com'],
      mobile: ['Phone number of the account without its dialling code; empty if it has none.', ''],
      mobile_bound: ['Whether the phone number is proven by a code and identifies the account.', false],
      agent_id: ['The user’s agent; 0 without one.', 0],
      is_agent: ['Whether the user is an agent.', false],
      invite_code: [
        'Invitation code of agents and of users with one; empty for others, who have an authorization code.',
        '',
      ],
      review_status: ['Identity verification: 0 none, 1 under review, 2 verified.', 0],
      has_pay_password: ['Whether the user has a trade password.', true],
      totp: ['Whether an authenticator app is the second factor.', false],
      passkeys: ['Number of passkeys.', 0],
      phishing_code: ['Whether the user has chosen an anti-phishing word.', false],
      found_by_mail: ['Whether others can find the user by e-mail address; set by `transfer/settings`.', false],
      security_level: [
        '50 plus 25 each for a proven phone number, an e-mail address and a verified identity, at most 100.',
        75,
      ],
      restriction: [
        'Restriction by an operator, or by the owner (`frozen`): `none`; `outflow`: no money can leave the account; `trading`: in addition, no orders can be placed.',
        'none',
      ],
      frozen: ['Whether the owner has frozen the account, see `user/freeze`.', false],
    },
  }),
  describe(register.input, {
    account: ['An e-mail address or, for type `mobile`, a phone number without its dialling code.', 'bea@example.com'],
    password: [
      '6 to 16 letters or digits under the policy `spec`; 8 to 64 characters, and not the name of the account, under `strong`. Common passwords are refused.',
      'Tq8zkw2p',
    ],
    re_password: ['The password again.', 'Tq8zkw2p'],
    invite_code: ['Invitation code, letters and digits in either case.', 'BOURSE'],
    type: ['`email` (default), or `mobile` if phone accounts are offered.', 'email'],
    area_id: [`${areaId} Required for a phone number.`],
    sms_code: ['Verification code of purpose 1, if registration requires one.'],
    device_id: [deviceId],
    mobile: ['An additional phone number for an account with an e-mail address.'],
  }),
  describe(register.output, { id: ['Id of the new user.', 100002], device_id: issuedDeviceId }),
  describe(login.input, {
    account: ['The e-mail address or phone number of the account.', 'ann@example.com'],
    password: ['Password of the account.', 'Tq8zkw2p'],
    sms_code: ['Verification code of purpose 5, if `default/setting` returns 1 for `login_use_sms`.'],
    login_type: ['`email` (default) or `mobile`.', 'email'],
    device_id: [deviceId],
    country_code: ['Dialling code of a phone number.'],
    remember: [
      '`true` keeps the session for 30 days. Otherwise it ends one day after its last use, at most a week after the login.',
      false,
    ],
    totp_code: ['A one-time password or recovery code, after the refusal `second_factor_required`.'],
    passkey: ['The answer of a passkey to a challenge of `user/passkey_options`, as JSON, in place of `totp_code`.'],
  }),
  describe(login.output, {
    token: [
      'The session’s token for the header `Authorization`. It is returned only once.',
      'dK3nV0x8QmYpW1sLzR7uTbEaGhJc5fIo',
    ],
    expires_at: ['Expiry of the session if it is not used, epoch milliseconds.', 1767312000000],
    device_id: issuedDeviceId,
  }),
  describe(forgetPassword.input, {
    account: ['The e-mail address or phone number of the account.', 'ann@example.com'],
    new_password: ['The new password, with the rules of the registration.', 'Hv3mxd9r'],
    secondary_password: ['The new password again.', 'Hv3mxd9r'],
    type: ['`email` (default) or `mobile`.'],
    auth_code: ['Verification code of purpose 6.', '402917'],
    area_id: [`${areaId} For a phone number.`],
    country_code: ['Dialling code of a phone number, as an alternative to its country.'],
    ...secondFactorDescriptions,
  }),
  describe(forgetPassword.output, { device_id: issuedDeviceId }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Accounts', identity, {
      areaList: { summary: 'Countries and dialling codes' },
      siteConfig: { summary: 'Site configuration' },
      register: {
        summary: 'Open an account',
        says: 'The refusal is for the first rule that is violated. If registration requires a code, the answer without a valid one does not reveal whether an account exists.',
      },
      login: {
        summary: 'Start a session',
        says: 'The answer does not reveal whether an account exists. Ten failed logins for one account from one network within 15 minutes block that combination for 15 minutes. An account with a second factor requires it after a right password, and five wrong codes lock it for 15 minutes. The client stores `device_id` and sends it in the header `flag` from then on: a login with it requires no code for 90 days after its last use, until the user forgets the device or changes the password on another one.',
      },
      forgetPassword: {
        summary: 'Set a new password with a verification code',
        says: 'Ends every session of the account. Wrong codes count as failed logins.',
      },
      logout: { summary: 'End this session', says: 'Sockets that are logged in with the session are closed.' },
      userInfo: { summary: 'The logged-in user' },
    }),
    sessionChapter,
    accountChapter,
    invitationChapter,
  ],
  objects: [...objects, ...sessionObjects, ...accountObjects, ...invitationObjects],
};
