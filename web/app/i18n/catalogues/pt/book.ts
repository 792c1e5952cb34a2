import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'Profundidade',
  views: 'Lados exibidos',
  viewBoth: 'Ambos os lados',
  viewBids: 'Só ordens de compra',
  viewAsks: 'Só ordens de venda',
  bars: 'Barras de profundidade',
  barsCumulative: 'Acumuladas',
  barsLevel: 'Por nível',
  keys: 'As setas percorrem os preços. Enter leva o preço ao formulário; Shift e Enter levam também a quantidade até esse preço.',
  own: 'suas ordens: {{amount}} {{currency}}',
  average: 'Preço médio',
  fromMid: 'Do preço central',
  rising: 'Último preço, em alta',
  falling: 'Último preço, em queda',
  unmoved: 'Último preço, estável',
};
