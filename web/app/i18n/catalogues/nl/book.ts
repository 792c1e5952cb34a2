import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'Marktdiepte',
  views: 'Getoonde kanten',
  viewBoth: 'Beide kanten',
  viewBids: 'Alleen kooporders',
  viewAsks: 'Alleen verkooporders',
  bars: 'Dieptebalken',
  barsCumulative: 'Cumulatief',
  barsLevel: 'Per niveau',
  keys: 'De pijltoetsen gaan door de prijzen. Enter neemt de prijs over in het formulier, Shift en Enter ook het aantal tot aan die prijs.',
  own: 'uw orders: {{amount}} {{currency}}',
  average: 'Gemiddelde prijs',
  fromMid: 'Vanaf de middenkoers',
  rising: 'Laatste koers, stijgend',
  falling: 'Laatste koers, dalend',
  unmoved: 'Laatste koers, ongewijzigd',
};
