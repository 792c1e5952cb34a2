import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'Mercados',
  open: 'Elegir un mercado',
  search: 'Buscar',
  searchHint: 'Buscar mercados, atajo /',
  pair: 'Par',
  last: 'Último precio',
  change: 'Cambio 24 h',
  changeShort: 'Cambio',
  high: 'Máximo 24 h',
  low: 'Mínimo 24 h',
  volume: 'Volumen 24 h',
  none: 'Ningún mercado coincide. Pruebe con otro nombre.',
  empty: 'Ahora mismo no hay ningún mercado abierto.',
  quotes: 'Monedas de cotización',
  unknown: 'Este mercado no existe. Elija otro.',
};
