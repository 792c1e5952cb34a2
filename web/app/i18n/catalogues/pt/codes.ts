import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Código de verificação',
  send: 'Enviar código',
  wait: '{{seconds}} s',
  again: 'Reenviar em {{seconds}} s',
  sent: 'O código está a caminho de {{to}}',
  digits: 'O código tem 6 dígitos; um longo, 16',
  newDevice: 'Em um novo dispositivo, também pedimos um código que enviamos a você.',
  noCode: 'Neste dispositivo não é preciso código.',
  mailbox: 'Abrir a caixa de demonstração',
};
