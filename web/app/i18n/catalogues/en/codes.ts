export const codes = {
  label: 'Verification code',
  send: 'Send code',
  wait: '{{seconds}} s',
  again: 'Send again in {{seconds}} s',
  sent: 'The code is on its way to {{to}}',
  sixDigits: 'The code has 6 digits',
  newDevice: 'On a new device we also ask for a code that we send you.',
  noCode: 'No code is needed on this device.',
  mailbox: 'Open the demo mailbox',
} as const;
