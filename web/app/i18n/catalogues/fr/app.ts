import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'La plateforme est une application que votre navigateur installe : elle s’ouvre dans sa propre fenêtre et reste toujours à jour. Elle n’est dans aucun magasin ; quiconque vous en propose une n’est pas d’ici.',
  scan: 'Scannez avec l’appareil photo du téléphone',
  androidOpen: 'Ouvrez {{address}} dans Chrome, Edge ou Samsung Internet.',
  androidAdd: 'Choisissez « Installer l’application » ou « Ajouter à l’écran d’accueil » dans le menu du navigateur.',
  appleOpen: 'Ouvrez {{address}} dans Safari.',
  appleAdd: 'Touchez Partager, puis « Sur l’écran d’accueil ».',
  here: 'Sur cet appareil',
  install: 'Installer maintenant',
  installed: 'L’application est installée sur cet appareil.',
  browser: 'Utilisez le bouton d’installation au bout de la barre d’adresse ou le menu du navigateur.',
  insecure:
    'Cette adresse n’est pas sécurisée (https) : les navigateurs l’ouvrent comme une page et ne l’installent pas.',
  apple: 'iPhone et iPad',
  code: 'Code QR qui ouvre {{address}}',
  atHome:
    'Cette adresse n’existe que sur cet ordinateur. Pour essayer la plateforme sur un téléphone, démarrez-la avec HOST=0.0.0.0 et ouvrez-la à l’adresse de l’ordinateur dans votre réseau.',
};
