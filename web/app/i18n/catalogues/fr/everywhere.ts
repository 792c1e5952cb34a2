import type { Catalogue } from '../../catalogue.ts';

export const common: Catalogue['common'] = {
  loading: 'Chargement',
  retry: 'Réessayer',
  close: 'Fermer',
  sessionEnded: 'La session a expiré, veuillez vous reconnecter',
  serverError: 'Erreur du serveur, veuillez réessayer plus tard',
  stale: 'Données en retard',
  closed: 'Trading suspendu',
  loadFailed: 'Ce contenu n’a pas pu être chargé.',
  page: 'Page {{page}} sur {{pages}}',
  previous: 'Page précédente',
  next: 'Page suivante',
  copied: 'Copié',
  copyFailed: 'La copie a échoué',
};
