import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'Categorie',
  all: 'Tutti gli articoli',
  none: 'Qui non è ancora stato pubblicato nulla.',
  unknown: 'Questo articolo non esiste o è stato rimosso.',
  toList: 'Mostra gli avvisi più recenti',
  otherLanguage: 'Questo testo non è ancora disponibile nella tua lingua.',
};
