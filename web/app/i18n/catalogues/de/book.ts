import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'Markttiefe',
  views: 'Angezeigte Seiten',
  viewBoth: 'Beide Seiten',
  viewBids: 'Nur Kauforders',
  viewAsks: 'Nur Verkaufsorders',
  bars: 'Tiefenbalken',
  barsCumulative: 'Kumuliert',
  barsLevel: 'Je Preisstufe',
  keys: 'Die Pfeiltasten bewegen durch die Preise. Die Eingabetaste übernimmt den Preis ins Formular, mit der Umschalttaste auch die Menge bis dorthin.',
  own: 'Ihre Orders: {{amount}} {{currency}}',
  average: 'Durchschnittspreis',
  fromMid: 'Abstand zur Mitte',
  rising: 'Letzter Preis, steigend',
  falling: 'Letzter Preis, fallend',
  unmoved: 'Letzter Preis, unverändert',
};
