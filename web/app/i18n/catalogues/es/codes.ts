import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Código de verificación',
  send: 'Enviar código',
  wait: '{{seconds}} s',
  again: 'Reenviar en {{seconds}} s',
  sent: 'El código está en camino a {{to}}',
  digits: 'El código tiene 6 cifras; uno largo, 16',
  newDevice: 'En un dispositivo nuevo pedimos además un código que le enviamos.',
  noCode: 'En este dispositivo no hace falta ningún código.',
  mailbox: 'Abrir el buzón de demo',
};
