export const codes = {
  label: 'Verification code',
  send: 'Send code',
  wait: '{{seconds}} s',
  again: 'Send again in {{seconds}} s',
  sent: 'The code is on its way to {{to}}',
  digits: 'The code has 6 digits, a long one 16',
  newDevice: 'On a new device we also ask for a code that we send you.',
  noCode: 'No code is needed on this device.',
  mailbox: 'Open the demo mailbox',
} as const;
