import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Verificatiecode',
  send: 'Code versturen',
  wait: '{{seconds}} s',
  again: 'Opnieuw versturen over {{seconds}} s',
  sent: 'De code is onderweg naar {{to}}',
  digits: 'De code heeft 6 cijfers, een lange 16',
  newDevice: 'Op een nieuw apparaat vragen we ook om een code die we u sturen.',
  noCode: 'Op dit apparaat is geen code nodig.',
  mailbox: 'Demo-postvak openen',
};
