import type { Catalogue } from '../../catalogue.ts';

export const home: Catalogue['home'] = {
  banners: 'Destacados',
  bannerOf: '{{number}} de {{count}}',
  previous: 'Anterior',
  next: 'Siguiente',
  pause: 'Pausar',
  play: 'Reproducir',
  readMore: 'Leer más',
  notices: 'Avisos',
  allNotices: 'Todos los avisos',
  noNotices: 'No hay avisos por ahora.',
  heroTitle: 'Un exchange que se puede verificar',
  heroText: 'Reglas claras, cuentas exactas, precios públicos.',
  cards: 'Mercados en {{quote}}',
  marketVolume: 'Volumen del mercado 24 h ({{unit}})',
  cardVolume: 'Vol. {{volume}} {{currency}}',
  allMarkets: 'Todos los mercados',
  why: 'Lo que este exchange puede demostrar',
  fairTitle: 'Nadie fija el resultado',
  fairText:
    'No existe ningún mando con el que el personal pueda mover un precio para una persona o elegir cómo acaba una operación. Los precios del índice son públicos, tick a tick.',
  exactTitle: 'Exacto hasta la última unidad',
  exactText:
    'Cada movimiento de dinero se anota en ambos lados. En cada moneda todos los saldos, incluidos los nuestros, suman cero.',
  durableTitle: 'Guardado antes de confirmarse',
  durableText:
    'Una orden solo se confirma cuando ella y todo lo que provocó están guardados. La misma solicitud nunca se ejecuta dos veces.',
  orderTitle: 'Primero el precio, luego el tiempo',
  orderText:
    'Un libro de órdenes por mercado y una regla para todos: primero el mejor precio y, a igual precio, la orden más antigua.',
  apps: 'Llévelo consigo',
  appsText: 'Escanee un código con el teléfono o abra la página de descargas.',
  android: 'Android',
  ios: 'iOS',
  qrOf: 'Código QR de la descarga para {{name}}',
  toDownload: 'Descargar para {{name}}',
  alert: 'Aviso',
  alertConfirm: 'Lo he leído',
};
