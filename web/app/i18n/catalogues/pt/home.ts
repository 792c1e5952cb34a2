import type { Catalogue } from '../../catalogue.ts';

export const home: Catalogue['home'] = {
  banners: 'Destaques',
  bannerOf: '{{number}} de {{count}}',
  previous: 'Anterior',
  next: 'Seguinte',
  pause: 'Pausar',
  play: 'Reproduzir',
  readMore: 'Ler mais',
  notices: 'Avisos',
  allNotices: 'Todos os avisos',
  noNotices: 'Não há avisos de momento.',
  heroTitle: 'Uma plataforma que se pode verificar',
  heroText: 'Regras claras, contas exatas, preços públicos.',
  cards: 'Mercados em {{quote}}',
  marketVolume: 'Volume do mercado em 24h ({{unit}})',
  cardVolume: 'Vol. {{volume}} {{currency}}',
  allMarkets: 'Todos os mercados',
  why: 'O que esta plataforma pode demonstrar',
  fairTitle: 'Ninguém define o resultado',
  fairText:
    'Não existe nenhum comando com que a equipa possa mover um preço para uma pessoa ou escolher como acaba uma operação. Os preços do índice são públicos, tick a tick.',
  exactTitle: 'Exato até à última unidade',
  exactText:
    'Cada movimento de dinheiro é registado dos dois lados. Em cada moeda todos os saldos, incluindo os nossos, somam zero.',
  durableTitle: 'Guardado antes de ser confirmado',
  durableText:
    'Uma ordem só é confirmada quando ela e tudo o que dela resultou estão guardados. O mesmo pedido nunca é executado duas vezes.',
  orderTitle: 'Primeiro o preço, depois o tempo',
  orderText:
    'Um livro por mercado e uma regra para todos: primeiro o melhor preço e, a preço igual, a ordem mais antiga.',
  apps: 'Leve consigo',
  appsText: 'Leia um código com o telemóvel ou abra a página de transferências.',
  android: 'Android',
  ios: 'iOS',
  qrOf: 'Código QR da transferência para {{name}}',
  toDownload: 'Transferir para {{name}}',
  alert: 'Aviso',
  alertConfirm: 'Li e compreendi',
};
