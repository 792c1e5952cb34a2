import type { Catalogue } from '../../catalogue.ts';

export const book: Catalogue['book'] = {
  depth: 'Profundidad',
  views: 'Lados visibles',
  viewBoth: 'Ambos lados',
  viewBids: 'Solo órdenes de compra',
  viewAsks: 'Solo órdenes de venta',
  bars: 'Barras de profundidad',
  barsCumulative: 'Acumuladas',
  barsLevel: 'Por nivel',
  keys: 'Las flechas recorren los precios. Intro lleva el precio al formulario; Mayús e Intro, también la cantidad hasta ese precio.',
  own: 'sus órdenes: {{amount}} {{currency}}',
  average: 'Precio medio',
  fromMid: 'Desde el punto medio',
  rising: 'Último precio, al alza',
  falling: 'Último precio, a la baja',
  unmoved: 'Último precio, sin cambios',
};
