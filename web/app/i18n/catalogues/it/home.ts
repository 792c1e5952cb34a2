import type { Catalogue } from '../../catalogue.ts';

export const home: Catalogue['home'] = {
  banners: 'In primo piano',
  bannerOf: '{{number}} di {{count}}',
  previous: 'Precedente',
  next: 'Successivo',
  pause: 'Metti in pausa',
  play: 'Riproduci',
  readMore: 'Leggi di più',
  notices: 'Avvisi',
  allNotices: 'Tutti gli avvisi',
  noNotices: 'Al momento non ci sono avvisi.',
  heroTitle: 'Un exchange che si può verificare',
  heroText: 'Regole chiare, conti esatti, prezzi pubblici.',
  cards: 'Mercati in {{quote}}',
  marketVolume: 'Volume di mercato 24h ({{unit}})',
  cardVolume: 'Vol. {{volume}} {{currency}}',
  allMarkets: 'Tutti i mercati',
  why: 'Che cosa può dimostrare questo exchange',
  fairTitle: 'Nessuno decide l’esito',
  fairText:
    'Non esiste alcun comando con cui il personale possa spostare un prezzo per una persona o scegliere come finisce un’operazione. I prezzi indice sono pubblici, tick per tick.',
  exactTitle: 'Esatto fino all’ultima unità',
  exactText:
    'Ogni movimento di denaro è registrato su entrambi i lati. In ogni valuta tutti i saldi, compresi i nostri, danno zero.',
  durableTitle: 'Salvato prima della conferma',
  durableText:
    'Un ordine è confermato solo quando esso e tutto ciò che ne è derivato sono salvati. La stessa richiesta non viene mai eseguita due volte.',
  orderTitle: 'Prima il prezzo, poi il tempo',
  orderText:
    'Un solo book per mercato e una sola regola per tutti: prima il prezzo migliore e, a parità, l’ordine più vecchio.',
  apps: 'Portalo con te',
  appsText: 'Inquadra un codice con il telefono oppure apri la pagina dei download.',
  android: 'Android',
  ios: 'iOS',
  qrOf: 'Codice QR per scaricare {{name}}',
  toDownload: 'Scarica per {{name}}',
  alert: 'Avviso',
  alertConfirm: 'Ho letto',
};
