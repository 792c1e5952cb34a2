import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'Esta demonstração não envia e-mails nem mensagens de texto. O que teria sido enviado fica aqui por um dia; novas mensagens aparecem sozinhas.',
  to: 'E-mail ou número de telefone',
  show: 'Mostrar mensagens',
  empty: 'Ainda não há mensagens para este endereço. As novas aparecerão aqui sozinhas.',
  sms: 'Mensagem de texto',
  mailTo: 'E-mail para {{to}}',
  smsTo: 'Mensagem de texto para {{to}}',
  copyCode: 'Copiar código',
};
