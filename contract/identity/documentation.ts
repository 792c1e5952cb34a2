import { type CapabilityDocumentation, chapter, type Description, describe, named } from '../documentation/declare.ts';
import * as identity from './calls.ts';
import { forgetPassword, login, register } from './calls.ts';
import { invitationChapter, invitationObjects } from './invitations-documentation.ts';
import { sessionChapter, sessionObjects } from './sessions-documentation.ts';

const areaId = 'Country or territory by its ISO 3166-1 numeric code, from `default/area_list`.';
const deviceId =
  'A random id that the client keeps for this device, printable ASCII without spaces; the header `flag` when absent.';

const objects: readonly Description[] = [
  ...named(identity, {
    Area: {
      id: ['ISO 3166-1 numeric code.', 276],
      name: ['Name in the language of the caller.', 'Germany'],
      global_code: ['Dialling code, digits only.', '49'],
    },
    SiteConfig: {
      register_mobile: ['1 when registration asks for a phone number and a country.', 0],
      register_code: ['1 when registration asks for a verification code.', 0],
      register_word: ['A sentence that the registration form shows; may be empty.', ''],
      app_name: ['Name of the venue.', 'Bourse'],
      kefuUrl: [
        'Where customer service is: a path of this site or an address of the web; empty when there is none.',
        '/notice?id=602&category_id=26',
      ],
      lang_switch: ['12 when all twelve languages are offered, otherwise 10 of them are.', 10],
      logo: ['Address of the venue’s mark; empty for the built-in one.', ''],
      timezone: ['IANA name of the zone in which the venue’s mail writes times.', 'UTC'],
      double_pay_switch: ['1 when the page asks twice before it pays.', 0],
      document_title: ['Title of the page.', 'Bourse'],
      dialog_title: ['Title of a notice that the home page shows once; may be empty.', ''],
      dialog_content: ['Text of that notice; there is none when it is empty.', ''],
      default_invite_code: [
        'An invitation code of the venue itself; empty when only those of people are accepted.',
        'BOURSE',
      ],
      volume_display_divisor: ['The spot header of the page shows the day’s volume divided by this.', 50],
      phone_accounts: ['1 when accounts can also go by a phone number.', 0],
      demo_outbox: ['1 when codes are not sent but kept for everybody to read at `demo/outbox`.', 1],
      simulated_market: ['1 when the prices come from the bundled simulator.', 0],
    },
    UserInfo: {
      id: ['Id of the user, from 100001.', 100001],
      uid: ['The same.', 100001],
      is_seller: ['Whether the user is an approved merchant.', false],
      email: ['E-mail address of the account; empty when it has none.', 'ann@example.com'],
      mobile: ['Phone number of the account; empty when it has none.', ''],
    },
  }),
  describe(register.input, {
    account: ['An e-mail address or, of type `mobile`, a phone number without its dialling code.', 'bea@example.com'],
    password: ['6 to 16 letters or digits, and none of the 10 000 most common.', 'Tq8zkw2p'],
    re_password: ['The same once more.', 'Tq8zkw2p'],
    invite_code: ['Invitation code, letters and digits in either case.', 'BOURSE'],
    type: ['`email`, also when absent, or `mobile` where phone accounts are offered.', 'email'],
    area_id: [`${areaId} Needed for a phone number.`],
    sms_code: ['Verification code of purpose 1, where registration asks for one.'],
    device_id: [deviceId],
    mobile: ['A phone number to be known beside an e-mail address.'],
  }),
  describe(register.output, { id: ['Id of the new user.', 100002] }),
  describe(login.input, {
    account: ['What the account goes by.', 'ann@example.com'],
    password: ['Its password.', 'Tq8zkw2p'],
    sms_code: ['Verification code of purpose 5, when `default/setting` answers 1 for `login_use_sms`.'],
    login_type: ['`email`, also when absent, or `mobile`.', 'email'],
    device_id: [deviceId],
    country_code: ['Dialling code of a phone number.'],
    remember: [
      '`true` keeps the session for 30 days. Otherwise it ends a day after its last use, and a week after the login.',
      false,
    ],
  }),
  describe(login.output, {
    token: [
      'The session’s token, for the header `Authorization`. It is shown this once.',
      'dK3nV0x8QmYpW1sLzR7uTbEaGhJc5fIo',
    ],
    expires_at: ['When the session ends unless it is used, epoch milliseconds.', 1767312000000],
  }),
  describe(forgetPassword.input, {
    account: ['What the account goes by.', 'ann@example.com'],
    new_password: ['The new password, by the rules of a registration.', 'Hv3mxd9r'],
    secondary_password: ['The same once more.', 'Hv3mxd9r'],
    type: ['`email`, also when absent, or `mobile`.'],
    auth_code: ['Verification code of purpose 6.', '402917'],
    area_id: [`${areaId} For a phone number.`],
    country_code: ['Dialling code of a phone number, instead of its country.'],
  }),
];

export const documentation: CapabilityDocumentation = {
  chapters: [
    chapter('Accounts', identity, {
      areaList: { summary: 'Countries and dialling codes' },
      siteConfig: { summary: 'Site configuration' },
      register: {
        summary: 'Open an account',
        says: 'The first rule that is broken is the refusal. Where registration asks for a code, nobody learns without it whether an address has an account.',
      },
      login: {
        summary: 'Start a session',
        says: 'An account that does not exist is answered as one that does. Ten failures for one account from one network within 15 minutes shut that pair out for 15 minutes.',
      },
      forgetPassword: {
        summary: 'Set a new password with a verification code',
        says: 'Ends every session of the account. Wrong codes count as failed logins.',
      },
      logout: { summary: 'End this session', says: 'Sockets that are logged in with the session are closed.' },
      userInfo: { summary: 'Who is logged in' },
    }),
    sessionChapter,
    invitationChapter,
  ],
  objects: [...objects, ...sessionObjects, ...invitationObjects],
};
