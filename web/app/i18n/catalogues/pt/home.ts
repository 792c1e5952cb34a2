import type { Catalogue } from '../../catalogue.ts';

export const home: Catalogue['home'] = {
  banners: 'Destaques',
  bannerOf: '{{number}} de {{count}}',
  previous: 'Anterior',
  next: 'Próximo',
  pause: 'Pausar',
  play: 'Reproduzir',
  readMore: 'Ler mais',
  notices: 'Avisos',
  allNotices: 'Todos os avisos',
  noNotices: 'Não há avisos no momento.',
  heroTitle: 'Uma corretora que pode ser verificada',
  heroText: 'Regras claras, contas exatas, preços públicos.',
  cards: 'Mercados em {{quote}}',
  marketVolume: 'Volume do mercado em 24h ({{unit}})',
  cardVolume: 'Vol. {{volume}} {{currency}}',
  allMarkets: 'Todos os mercados',
  why: 'O que esta corretora pode demonstrar',
  fairTitle: 'Ninguém define o resultado',
  fairText:
    'Não existe nenhum botão com que a equipe possa mover um preço para uma pessoa ou escolher como termina uma negociação. Os preços de índice são públicos, tick a tick.',
  exactTitle: 'Exato até a última unidade',
  exactText:
    'Cada movimento de dinheiro é registrado dos dois lados. Em cada moeda, todos os saldos, inclusive os nossos, somam zero.',
  durableTitle: 'Salvo antes de ser confirmado',
  durableText:
    'Uma ordem só é confirmada quando ela e tudo o que dela resultou estão salvos. O mesmo pedido nunca é executado duas vezes.',
  orderTitle: 'Primeiro o preço, depois o tempo',
  orderText:
    'Um livro de ofertas por mercado e uma regra para todos: primeiro o melhor preço e, a preço igual, a ordem mais antiga.',
  apps: 'Leve consigo',
  appsText: 'Leia um código com o celular ou abra a página de downloads.',
  android: 'Android',
  ios: 'iOS',
  qrOf: 'Código QR do download para {{name}}',
  toDownload: 'Baixar para {{name}}',
  alert: 'Aviso',
  alertConfirm: 'Li e entendi',
};
