import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'Favoriler',
  add: '{{symbol}} piyasasını favorilere ekle',
  remove: '{{symbol}} piyasasını favorilerden çıkar',
  none: 'Henüz favori yok. Bir piyasayı burada tutmak için yıldızını seçin.',
};
