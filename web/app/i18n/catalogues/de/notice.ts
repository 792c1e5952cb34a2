import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'Rubriken',
  all: 'Alle Artikel',
  none: 'Hier ist noch nichts veröffentlicht.',
  unknown: 'Diesen Artikel gibt es nicht oder nicht mehr.',
  toList: 'Neueste Mitteilungen zeigen',
  otherLanguage: 'Diesen Text gibt es in Ihrer Sprache noch nicht.',
};
