import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'Diese Demo versendet keine E-Mails und keine SMS. Was sie versandt hätte, steht einen Tag lang hier; neue Nachrichten erscheinen von selbst.',
  to: 'E-Mail-Adresse oder Telefonnummer',
  show: 'Nachrichten anzeigen',
  empty: 'Noch keine Nachricht an diese Adresse. Neue erscheinen hier von selbst.',
  sms: 'SMS',
  mailTo: 'E-Mail an {{to}}',
  smsTo: 'SMS an {{to}}',
  copyCode: 'Code kopieren',
};
