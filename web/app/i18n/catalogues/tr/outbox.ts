import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'Bu demo e-posta veya SMS göndermez. Gönderilecek olanlar bir gün boyunca burada tutulur; yeni mesajlar kendiliğinden görünür.',
  to: 'E-posta adresi veya telefon numarası',
  show: 'Mesajları göster',
  empty: 'Bu adrese henüz mesaj yok. Yeni mesajlar burada kendiliğinden görünür.',
  sms: 'SMS mesajı',
  mailTo: '{{to}} adresine e-posta',
  smsTo: '{{to}} numarasına SMS',
  copyCode: 'Kodu kopyala',
};
