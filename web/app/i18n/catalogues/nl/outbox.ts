import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'Deze demo verstuurt geen e-mail en geen sms. Wat verstuurd zou zijn, blijft hier een dag staan; nieuwe berichten verschijnen vanzelf.',
  to: 'E-mailadres of telefoonnummer',
  show: 'Berichten tonen',
  empty: 'Nog geen bericht aan dit adres. Nieuwe verschijnen hier vanzelf.',
  sms: 'Sms-bericht',
  mailTo: 'E-mail aan {{to}}',
  smsTo: 'Sms aan {{to}}',
  copyCode: 'Code kopiëren',
};
