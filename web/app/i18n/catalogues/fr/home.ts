import type { Catalogue } from '../../catalogue.ts';

export const home: Catalogue['home'] = {
  banners: 'À la une',
  bannerOf: '{{number}} sur {{count}}',
  previous: 'Précédent',
  next: 'Suivant',
  pause: 'Mettre en pause',
  play: 'Lire',
  readMore: 'En savoir plus',
  notices: 'Annonces',
  allNotices: 'Toutes les annonces',
  noNotices: 'Aucune annonce pour l’instant.',
  heroTitle: 'Une plateforme que chacun peut vérifier',
  heroText: 'Des règles claires, des comptes exacts, des cours publics.',
  cards: 'Marchés en {{quote}}',
  marketVolume: 'Volume du marché 24 h ({{unit}})',
  cardVolume: 'Vol. {{volume}} {{currency}}',
  allMarkets: 'Tous les marchés',
  why: 'Ce que cette plateforme peut montrer',
  fairTitle: 'Personne ne fixe le résultat',
  fairText:
    'Aucun réglage ne permet au personnel de déplacer un cours pour une personne ou de choisir l’issue d’une transaction. Les cours de l’indice sont publics, tick par tick.',
  exactTitle: 'Exact à la dernière unité',
  exactText:
    'Chaque mouvement d’argent est inscrit des deux côtés. Dans chaque devise, la somme de tous les soldes, les nôtres compris, est nulle.',
  durableTitle: 'Enregistré avant d’être confirmé',
  durableText:
    'Un ordre n’est confirmé que lorsque lui et tout ce qu’il a entraîné sont enregistrés. Une même demande n’est jamais exécutée deux fois.',
  orderTitle: 'Le prix d’abord, puis le temps',
  orderText:
    'Un carnet par marché et une règle pour tous : le meilleur prix d’abord et, à prix égal, l’ordre le plus ancien.',
  apps: 'À emporter',
  appsText: 'Scannez un code avec votre téléphone ou ouvrez la page de téléchargement.',
  android: 'Android',
  ios: 'iOS',
  qrOf: 'Code QR du téléchargement {{name}}',
  toDownload: 'Télécharger pour {{name}}',
  alert: 'Avis',
  alertConfirm: 'J’ai lu',
};
