import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Code de vérification',
  send: 'Envoyer le code',
  wait: '{{seconds}} s',
  again: 'Renvoyer dans {{seconds}} s',
  sent: 'Le code est en route vers {{to}}',
  digits: 'Le code comporte 6 chiffres, un code long 16',
  newDevice: 'Sur un nouvel appareil, nous demandons aussi un code que nous vous envoyons.',
  noCode: 'Aucun code n’est nécessaire sur cet appareil.',
  mailbox: 'Ouvrir la boîte de démo',
};
