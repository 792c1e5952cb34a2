import type { Texts } from './texts.ts';

export const en: Texts = {
  code: {
    register: {
      subject: 'Your code to open an account',
      lead: 'Enter this code to open your account at {{site}}:',
      name: 'registration',
    },
    bind: {
      subject: 'Your code to add this address',
      lead: 'Enter this code to add this address to your {{site}} account:',
      name: 'new address',
    },
    security: {
      subject: 'Your code for a security change',
      lead: 'Enter this code to confirm a change to the security of your {{site}} account:',
      name: 'security change',
    },
    withdrawal: {
      subject: 'Your code for a withdrawal',
      lead: 'Enter this code to confirm the withdrawal from your {{site}} account:',
      name: 'withdrawal',
    },
    login: { subject: 'Your code to log in', lead: 'Enter this code to log in to {{site}}:', name: 'login' },
    recovery: {
      subject: 'Your code to set a new password',
      lead: 'Enter this code to set a new password at {{site}}:',
      name: 'new password',
    },
  },
  codeLife: 'It is valid for {{minutes}} minutes and can be used once.',
  longCode:
    'It is longer than usual because an unusual number of codes was asked for this address, perhaps not by you. It can be used on any device.',
  codeSecret: 'Do not pass it on. Nobody at {{site}} will ever ask you for it.',
  unasked: 'If you did not ask for it, you can ignore this message.',
  unaskedInside:
    'If you did not ask for it, somebody else may be using your account: set a new password at once with “Forgot password” on the login page.',
  codeSms: '{{site}}, {{name}}: {{code}}. Valid for {{minutes}} minutes. Do not pass it on.',
  accountExists: {
    subject: 'You already have an account',
    lead: 'Somebody, perhaps you, tried to open an account at {{site}} with this address. It already has one.',
    advice:
      'To log in, use your password. If you have forgotten it, choose “Forgot password” on the login page. If it was not you, you need not do anything: nothing has changed.',
    sms: '{{site}}: somebody tried to open an account with this number, which already has one. If it was not you, you need not do anything.',
  },
  addressInUse: {
    subject: 'Your address was entered for another account',
    lead: 'Somebody tried to add this address to another {{site}} account. It belongs to yours and stays there.',
    advice:
      'An address can belong to one account only. If it was not you, you need not do anything: nothing has changed.',
    sms: '{{site}}: somebody tried to add this number to another account. It belongs to yours and stays there. If it was not you, you need not do anything.',
  },
  newDevice: {
    subject: 'Login from a new device',
    lead: 'Somebody logged in to your {{site}} account from a device that it did not know yet.',
    advice:
      'If it was you, you need not do anything. If it was not you, set a new password at once with “Forgot password” on the login page: this logs out every device. Then contact our support.',
    sms: '{{site}}: login from a new device ({{device}}, {{address}}), {{time}}. Not you? Set a new password at once.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    lead: 'The password of your {{site}} account was changed. All other devices were logged out.',
    advice:
      'If it was you, you need not do anything. If it was not you, set a new password at once with “Forgot password” on the login page, and contact our support.',
    sms: '{{site}}: your password was changed, {{time}}. Not you? Set a new password at once and contact our support.',
  },
  device: 'Device',
  unknownDevice: 'Unknown',
  address: 'Network address',
  time: 'Time',
  automatic: 'This message was sent automatically. Replies to it are not read.',
};
