import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'Catégories',
  all: 'Tous les articles',
  none: 'Rien n’a encore été publié ici.',
  unknown: 'Cet article n’existe pas ou a été retiré.',
  toList: 'Afficher les dernières annonces',
  otherLanguage: 'Ce texte n’est pas encore disponible dans votre langue.',
};
