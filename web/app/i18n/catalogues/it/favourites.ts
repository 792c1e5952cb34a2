import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'Preferiti',
  add: 'Aggiungi {{symbol}} ai preferiti',
  remove: 'Rimuovi {{symbol}} dai preferiti',
  none: 'Ancora nessun preferito. Scegli la stella di un mercato per tenerlo qui.',
};
