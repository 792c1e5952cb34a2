import type { Catalogue } from '../../catalogue.ts';

export const markets: Catalogue['markets'] = {
  title: 'Markten',
  open: 'Markt kiezen',
  search: 'Zoeken',
  searchHint: 'Markten zoeken, sneltoets /',
  pair: 'Paar',
  last: 'Laatste koers',
  change: '24u-wijziging',
  changeShort: 'Wijziging',
  high: '24u hoogste',
  low: '24u laagste',
  volume: '24u-volume',
  none: 'Geen markt gevonden. Probeer een andere naam.',
  empty: 'Er is op dit moment geen markt open.',
  quotes: 'Noteringsvaluta',
  unknown: 'Deze markt bestaat niet. Kies een andere.',
};
