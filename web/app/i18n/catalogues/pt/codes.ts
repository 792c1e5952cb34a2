import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Código de verificação',
  send: 'Enviar código',
  wait: '{{seconds}} seg',
  again: 'Reenviar dentro de {{seconds}} seg',
  sent: 'O código está a caminho de {{to}}',
  sixDigits: 'O código tem 6 algarismos',
  newDevice: 'Num dispositivo novo pedimos também um código que lhe enviamos.',
  noCode: 'Neste dispositivo não é preciso código.',
  mailbox: 'Abrir a caixa de demonstração',
};
