export const outbox = {
  about:
    'This demo sends no e-mail and no text messages. What it would have sent is kept here for a day; new messages appear by themselves.',
  to: 'E-mail address or phone number',
  show: 'Show messages',
  empty: 'No message to this address yet. New ones appear here by themselves.',
  sms: 'Text message',
  mailTo: 'E-mail to {{to}}',
  smsTo: 'Text message to {{to}}',
  copyCode: 'Copy code',
} as const;
