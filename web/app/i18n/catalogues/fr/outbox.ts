import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'Cette démo n’envoie ni e-mails ni SMS. Ce qu’elle aurait envoyé est conservé ici pendant un jour ; les nouveaux messages apparaissent d’eux-mêmes.',
  to: 'Adresse e-mail ou numéro de téléphone',
  show: 'Afficher les messages',
  empty: 'Aucun message pour cette adresse pour l’instant. Les nouveaux apparaîtront ici d’eux-mêmes.',
  sms: 'Message SMS',
  mailTo: 'E-mail à {{to}}',
  smsTo: 'SMS à {{to}}',
  copyCode: 'Copier le code',
};
