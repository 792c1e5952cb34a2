import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'Klavye kısayolları',
  keysUse: 'Tek tuşları kullan',
  keysHint:
    'Yazarken tuşlar kendiliğinden bir şey yapmaz. Dikte ediyorsanız veya tuşlara yanlışlıkla basıyorsanız kapatın.',
  keySearch: 'Piyasa ara',
  keyMove: 'Listede yukarı ve aşağı',
  keyOpen: 'Listede piyasayı aç',
  keyLeave: 'Aramadan çık, açık olanı kapat',
  keyBuy: 'Alış formu',
  keySell: 'Satış formu',
  keyStep: 'Fiyatta veya miktarda bir adım, Shift ile on',
  keyPeriod: 'Grafik periyodu',
  keyLine: 'Çizgi grafik',
  keyCancelAll: 'Tüm emirleri iptal et',
  keyDelete: 'Seçili çizimi sil',
  keyHelp: 'Bu liste',
  // The connection
};
