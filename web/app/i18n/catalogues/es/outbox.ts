import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'Esta demo no envía correos ni mensajes de texto. Lo que habría enviado se guarda aquí durante un día; los mensajes nuevos aparecen solos.',
  to: 'Correo electrónico o número de teléfono',
  show: 'Mostrar mensajes',
  empty: 'Aún no hay mensajes para esta dirección. Los nuevos aparecerán aquí solos.',
  sms: 'Mensaje de texto',
  mailTo: 'Correo a {{to}}',
  smsTo: 'Mensaje de texto a {{to}}',
  copyCode: 'Copiar código',
};
