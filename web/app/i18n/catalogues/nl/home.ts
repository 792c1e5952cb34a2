import type { Catalogue } from '../../catalogue.ts';

export const home: Catalogue['home'] = {
  banners: 'Uitgelicht',
  bannerOf: '{{number}} van {{count}}',
  previous: 'Vorige',
  next: 'Volgende',
  pause: 'Pauzeren',
  play: 'Afspelen',
  readMore: 'Meer lezen',
  notices: 'Mededelingen',
  allNotices: 'Alle mededelingen',
  noNotices: 'Er zijn nu geen mededelingen.',
  heroTitle: 'Een beurs die te controleren is',
  heroText: 'Heldere regels, exacte boeken, openbare koersen.',
  cards: '{{quote}}-markten',
  marketVolume: 'Marktvolume 24u ({{unit}})',
  cardVolume: 'Vol. {{volume}} {{currency}}',
  allMarkets: 'Alle markten',
  why: 'Wat deze beurs kan laten zien',
  fairTitle: 'Niemand bepaalt de uitkomst',
  fairText:
    'Er is geen schakelaar waarmee medewerkers een koers voor één persoon kunnen verschuiven of kunnen kiezen hoe een transactie afloopt. Indexkoersen zijn openbaar, tick voor tick.',
  exactTitle: 'Exact tot de laatste eenheid',
  exactText:
    'Elke geldbeweging wordt aan beide kanten geboekt. In elke valuta tellen alle saldi, ook de onze, op tot nul.',
  durableTitle: 'Opgeslagen voor de bevestiging',
  durableText:
    'Een order wordt pas bevestigd als die en alles wat eruit volgde is opgeslagen. Hetzelfde verzoek wordt nooit twee keer uitgevoerd.',
  orderTitle: 'Eerst de prijs, dan de tijd',
  orderText:
    'Eén orderboek per markt en één regel voor iedereen: de beste prijs eerst, bij gelijke prijs de oudste order.',
  apps: 'Neem het mee',
  appsText: 'Scan een code met uw telefoon of open de downloadpagina.',
  android: 'Android',
  ios: 'iOS',
  qrOf: 'QR-code van de download voor {{name}}',
  toDownload: 'Downloaden voor {{name}}',
  alert: 'Let op',
  alertConfirm: 'Ik heb dit gelezen',
};
