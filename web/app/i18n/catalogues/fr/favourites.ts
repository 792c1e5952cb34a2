import type { Catalogue } from '../../catalogue.ts';

export const favourites: Catalogue['favourites'] = {
  title: 'Favoris',
  add: 'Ajouter {{symbol}} aux favoris',
  remove: 'Retirer {{symbol}} des favoris',
  none: 'Aucun favori pour l’instant. Choisissez l’étoile d’un marché pour le garder ici.',
};
