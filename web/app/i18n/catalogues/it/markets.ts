import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'Mercati',
  open: 'Scegli un mercato',
  search: 'Cerca',
  searchHint: 'Cerca mercati, scorciatoia /',
  pair: 'Coppia',
  last: 'Ultimo prezzo',
  change: 'Variazione 24h',
  changeShort: 'Variazione',
  high: 'Massimo 24h',
  low: 'Minimo 24h',
  volume: 'Volume 24h',
  none: 'Nessun mercato corrisponde. Prova un altro nome.',
  empty: 'Al momento nessun mercato è aperto.',
  quotes: 'Valute di quotazione',
  unknown: 'Questo mercato non esiste. Scegline un altro.',
};
