import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'Profondeur',
  views: 'Côtés affichés',
  viewBoth: 'Les deux côtés',
  viewBids: 'Ordres d’achat seulement',
  viewAsks: 'Ordres de vente seulement',
  bars: 'Barres de profondeur',
  barsCumulative: 'Cumulées',
  barsLevel: 'Par niveau',
  keys: 'Les flèches parcourent les prix. Entrée reprend le prix dans le formulaire, Maj et Entrée aussi la quantité jusqu’à ce prix.',
  own: 'vos ordres : {{amount}} {{currency}}',
  average: 'Prix moyen',
  fromMid: 'Depuis le prix médian',
  rising: 'Dernier cours, en hausse',
  falling: 'Dernier cours, en baisse',
  unmoved: 'Dernier cours, inchangé',
};
