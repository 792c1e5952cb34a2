import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'Favorieten',
  add: '{{symbol}} aan favorieten toevoegen',
  remove: '{{symbol}} uit favorieten verwijderen',
  none: 'Nog geen favorieten. Kies de ster van een markt om die hier te bewaren.',
};
