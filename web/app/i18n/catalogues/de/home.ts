import type { Catalogue } from '../../catalogue.ts';

export const home: Catalogue['home'] = {
  banners: 'Im Blickpunkt',
  bannerOf: '{{number}} von {{count}}',
  previous: 'Vorheriges',
  next: 'Nächstes',
  pause: 'Anhalten',
  play: 'Abspielen',
  readMore: 'Mehr lesen',
  notices: 'Mitteilungen',
  allNotices: 'Alle Mitteilungen',
  noNotices: 'Zurzeit gibt es keine Mitteilungen.',
  heroTitle: 'Eine Börse, die sich nachprüfen lässt',
  heroText: 'Klare Regeln, exakte Bücher, öffentliche Kurse.',
  cards: '{{quote}}-Märkte',
  marketVolume: '24h-Marktvolumen ({{unit}})',
  cardVolume: 'Vol. {{volume}} {{currency}}',
  allMarkets: 'Alle Märkte',
  why: 'Was diese Börse belegen kann',
  fairTitle: 'Niemand bestimmt das Ergebnis',
  fairText:
    'Es gibt keinen Schalter, mit dem Mitarbeitende einen Kurs für eine Person verschieben oder den Ausgang eines Handels wählen könnten. Indexkurse sind öffentlich, Tick für Tick.',
  exactTitle: 'Genau bis zur letzten Einheit',
  exactText:
    'Jede Geldbewegung wird auf beiden Seiten gebucht. In jeder Währung ergeben alle Salden, unsere eingeschlossen, zusammen null.',
  durableTitle: 'Erst gespeichert, dann bestätigt',
  durableText:
    'Eine Order wird erst bestätigt, wenn sie und alles, was aus ihr folgte, gespeichert ist. Dieselbe Anfrage wird nie zweimal ausgeführt.',
  orderTitle: 'Erst der Preis, dann die Zeit',
  orderText:
    'Ein Orderbuch je Markt und eine Regel für alle: Der beste Preis handelt zuerst, bei gleichem Preis die ältere Order.',
  apps: 'Für unterwegs',
  appsText: 'Scannen Sie einen Code mit dem Telefon oder öffnen Sie die Download-Seite.',
  android: 'Android',
  ios: 'iOS',
  qrOf: 'QR-Code zum Download für {{name}}',
  toDownload: 'Download für {{name}}',
  alert: 'Hinweis',
  alertConfirm: 'Ich habe das gelesen',
};
