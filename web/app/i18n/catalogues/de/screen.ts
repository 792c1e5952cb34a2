import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'Tastenkürzel',
  keysUse: 'Einzelne Tasten verwenden',
  keysHint:
    'Während Sie tippen, lösen Tasten nichts aus. Schalten Sie sie ab, wenn Sie diktieren oder Tasten versehentlich drücken.',
  keySearch: 'Markt suchen',
  keyMove: 'In der Liste: auf und ab',
  keyOpen: 'In der Liste: Markt öffnen',
  keyLeave: 'Suche verlassen, Offenes schließen',
  keyBuy: 'Kaufformular',
  keySell: 'Verkaufsformular',
  keyStep: 'In Preis oder Menge: ein Schritt, mit Umschalt zehn',
  keyPeriod: 'Zeitraum des Charts',
  keyLine: 'Linienchart',
  keyCancelAll: 'Alle Orders stornieren',
  keyDelete: 'Ausgewählte Zeichnung löschen',
  keyHelp: 'Diese Liste',
  // The connection
};
