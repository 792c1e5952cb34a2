import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Codice di verifica',
  send: 'Invia codice',
  wait: '{{seconds}} s',
  again: 'Nuovo invio tra {{seconds}} s',
  sent: 'Il codice è in arrivo a {{to}}',
  digits: 'Il codice ha 6 cifre, uno lungo 16',
  newDevice: 'Su un nuovo dispositivo chiediamo anche un codice che ti inviamo.',
  noCode: 'Su questo dispositivo non serve un codice.',
  mailbox: 'Apri la casella demo',
};
