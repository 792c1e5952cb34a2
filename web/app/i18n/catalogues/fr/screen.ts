import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'Raccourcis clavier',
  keysUse: 'Utiliser les touches seules',
  keysHint: 'Pendant la saisie, les touches ne déclenchent rien. Désactivez-les si vous dictez ou appuyez par mégarde.',
  keySearch: 'Chercher un marché',
  keyMove: 'Dans la liste : monter et descendre',
  keyOpen: 'Dans la liste : ouvrir le marché',
  keyLeave: 'Quitter la recherche, fermer ce qui est ouvert',
  keyBuy: 'Formulaire d’achat',
  keySell: 'Formulaire de vente',
  keyStep: 'Dans un prix ou une quantité : un pas, dix avec Maj',
  keyPeriod: 'Période du graphique',
  keyLine: 'Graphique en ligne',
  keyCancelAll: 'Annuler tous les ordres',
  keyDelete: 'Supprimer le dessin sélectionné',
  keyHelp: 'Cette liste',
  // The connection
};
