import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'Sneltoetsen',
  keysUse: 'Losse toetsen gebruiken',
  keysHint: 'Terwijl u typt, doen toetsen vanzelf niets. Zet ze uit als u dicteert of per ongeluk toetsen indrukt.',
  keySearch: 'Markt zoeken',
  keyMove: 'In de lijst: omhoog en omlaag',
  keyOpen: 'In de lijst: markt openen',
  keyLeave: 'Zoeken verlaten, sluiten wat open is',
  keyBuy: 'Koopformulier',
  keySell: 'Verkoopformulier',
  keyStep: 'In prijs of aantal: één stap, met Shift tien',
  keyPeriod: 'Periode van de grafiek',
  keyLine: 'Lijngrafiek',
  keyCancelAll: 'Alle orders annuleren',
  keyDelete: 'Geselecteerde tekening verwijderen',
  keyHelp: 'Deze lijst',
  // The connection
};
