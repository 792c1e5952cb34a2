import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'Favoriten',
  add: '{{symbol}} zu den Favoriten hinzufügen',
  remove: '{{symbol}} aus den Favoriten entfernen',
  none: 'Noch keine Favoriten. Wählen Sie den Stern eines Marktes, um ihn hier zu behalten.',
};
