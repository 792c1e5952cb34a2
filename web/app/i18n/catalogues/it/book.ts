import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'Profondità',
  views: 'Lati mostrati',
  viewBoth: 'Entrambi i lati',
  viewBids: 'Solo ordini di acquisto',
  viewAsks: 'Solo ordini di vendita',
  bars: 'Barre di profondità',
  barsCumulative: 'Cumulate',
  barsLevel: 'Per livello',
  keys: 'I tasti freccia scorrono i prezzi. Invio porta il prezzo nel modulo, Maiusc e Invio anche la quantità fino a quel prezzo.',
  own: 'i tuoi ordini: {{amount}} {{currency}}',
  average: 'Prezzo medio',
  fromMid: 'Dal prezzo medio di mercato',
  rising: 'Ultimo prezzo, in rialzo',
  falling: 'Ultimo prezzo, in ribasso',
  unmoved: 'Ultimo prezzo, invariato',
};
