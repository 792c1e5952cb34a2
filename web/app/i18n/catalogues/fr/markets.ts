import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'Marchés',
  open: 'Choisir un marché',
  search: 'Rechercher',
  searchHint: 'Rechercher un marché, raccourci /',
  pair: 'Paire',
  last: 'Dernier cours',
  change: 'Variation 24 h',
  changeShort: 'Variation',
  high: 'Plus haut 24 h',
  low: 'Plus bas 24 h',
  volume: 'Volume 24 h',
  none: 'Aucun marché ne correspond. Essayez un autre nom.',
  empty: 'Aucun marché n’est ouvert pour le moment.',
  quotes: 'Devises de cotation',
  unknown: 'Ce marché n’existe pas. Choisissez-en un autre.',
};
