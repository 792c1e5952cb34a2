import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Doğrulama kodu',
  send: 'Kod gönder',
  wait: '{{seconds}} sn',
  again: '{{seconds}} sn sonra yeniden gönderilebilir',
  sent: 'Kod {{to}} adresine gönderildi',
  digits: 'Kod 6, uzun kod 16 rakamdan oluşur',
  newDevice: 'Yeni bir cihazda, size gönderdiğimiz kodu da isteriz.',
  noCode: 'Bu cihazda kod gerekmez.',
  mailbox: 'Demo posta kutusunu aç',
};
