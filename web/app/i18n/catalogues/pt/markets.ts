import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'Mercados',
  open: 'Escolher um mercado',
  search: 'Procurar',
  searchHint: 'Procurar mercados, atalho /',
  pair: 'Par',
  last: 'Último preço',
  change: 'Variação 24h',
  changeShort: 'Variação',
  high: 'Máxima 24h',
  low: 'Mínima 24h',
  volume: 'Volume em 24h',
  none: 'Nenhum mercado corresponde. Tente outro nome.',
  empty: 'Nenhum mercado está aberto neste momento.',
  quotes: 'Moedas de cotação',
  unknown: 'Este mercado não existe. Escolha outro.',
};
