import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'Piyasalar',
  open: 'Piyasa seçin',
  search: 'Ara',
  searchHint: 'Piyasa ara, kısayol /',
  pair: 'Parite',
  last: 'Son fiyat',
  change: '24s değişim',
  changeShort: 'Değişim',
  high: '24s en yüksek',
  low: '24s en düşük',
  volume: '24s hacim',
  none: 'Eşleşen piyasa yok. Başka bir ad deneyin.',
  empty: 'Şu anda açık piyasa yok.',
  quotes: 'Karşıt para birimleri',
  unknown: 'Bu piyasa yok. Başka birini seçin.',
};
