import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: 'Code de vérification',
  send: 'Envoyer le code',
  wait: '{{seconds}} s',
  again: 'Renvoyer dans {{seconds}} s',
  sent: 'Le code est en route vers {{to}}',
  sixDigits: 'Le code comporte 6 chiffres',
  newDevice: 'Sur un nouvel appareil, nous demandons aussi un code que nous vous envoyons.',
  noCode: 'Aucun code n’est nécessaire sur cet appareil.',
  mailbox: 'Ouvrir la boîte de démo',
};
