import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'Derinlik',
  views: 'Gösterilen taraflar',
  viewBoth: 'Her iki taraf',
  viewBids: 'Yalnız alış emirleri',
  viewAsks: 'Yalnız satış emirleri',
  bars: 'Derinlik çubukları',
  barsCumulative: 'Kümülatif',
  barsLevel: 'Her seviye',
  keys: 'Ok tuşları fiyatlar arasında gezer. Enter fiyatı forma alır, Shift ve Enter o fiyata kadarki miktarı da alır.',
  own: 'emirleriniz: {{amount}} {{currency}}',
  average: 'Ortalama fiyat',
  fromMid: 'Orta fiyata uzaklık',
  rising: 'Son fiyat, yükseliyor',
  falling: 'Son fiyat, düşüyor',
  unmoved: 'Son fiyat, değişmedi',
};
