import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'Kategoriler',
  all: 'Tüm makaleler',
  none: 'Burada henüz bir şey yayımlanmadı.',
  unknown: 'Bu makale yok veya kaldırılmış.',
  toList: 'En yeni duyuruları göster',
  otherLanguage: 'Bu metin henüz dilinizde mevcut değil.',
};
