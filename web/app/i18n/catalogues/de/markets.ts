import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'Märkte',
  open: 'Markt auswählen',
  search: 'Suchen',
  searchHint: 'Märkte suchen, Kurztaste /',
  pair: 'Paar',
  last: 'Letzter Kurs',
  change: '24h-Änderung',
  changeShort: 'Änderung',
  high: '24h-Hoch',
  low: '24h-Tief',
  volume: '24h-Volumen',
  none: 'Kein Markt passt. Versuchen Sie einen anderen Namen.',
  empty: 'Zurzeit ist kein Markt geöffnet.',
  quotes: 'Kurswährungen',
  unknown: 'Diesen Markt gibt es nicht. Wählen Sie einen anderen.',
};
