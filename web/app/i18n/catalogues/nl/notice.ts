import type { Catalogue } from '../../catalogue.ts';

export const notice: Catalogue['notice'] = {
  categories: 'Rubrieken',
  all: 'Alle artikelen',
  none: 'Hier is nog niets gepubliceerd.',
  unknown: 'Dit artikel bestaat niet of is verwijderd.',
  toList: 'Nieuwste mededelingen tonen',
  otherLanguage: 'Deze tekst is nog niet beschikbaar in uw taal.',
};
