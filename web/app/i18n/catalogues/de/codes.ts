import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Bestätigungscode',
  send: 'Code senden',
  wait: '{{seconds}} s',
  again: 'Erneut senden in {{seconds}} s',
  sent: 'Der Code ist unterwegs an {{to}}',
  digits: 'Der Code hat 6 Ziffern, ein langer 16',
  newDevice: 'Auf einem neuen Gerät fragen wir auch nach einem Code, den wir Ihnen senden.',
  noCode: 'Auf diesem Gerät ist kein Code nötig.',
  mailbox: 'Demo-Postfach öffnen',
};
