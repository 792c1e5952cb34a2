import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'Questa demo non invia e-mail né SMS. Ciò che avrebbe inviato resta qui per un giorno; i nuovi messaggi compaiono da soli.',
  to: 'Indirizzo e-mail o numero di telefono',
  show: 'Mostra i messaggi',
  empty: 'Ancora nessun messaggio a questo indirizzo. I nuovi compariranno qui da soli.',
  sms: 'Messaggio SMS',
  mailTo: 'E-mail a {{to}}',
  smsTo: 'SMS a {{to}}',
  copyCode: 'Copia il codice',
};
