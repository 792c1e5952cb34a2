import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'Scorciatoie da tastiera',
  keysUse: 'Usa i tasti singoli',
  keysHint: 'Mentre scrivi i tasti non fanno nulla da soli. Disattivali se detti al computer o premi tasti per errore.',
  keySearch: 'Cerca un mercato',
  keyMove: 'Nell’elenco: su e giù',
  keyOpen: 'Nell’elenco: apri il mercato',
  keyLeave: 'Lascia la ricerca, chiudi ciò che è aperto',
  keyBuy: 'Modulo di acquisto',
  keySell: 'Modulo di vendita',
  keyStep: 'In prezzo o quantità: un passo, dieci con Maiusc',
  keyPeriod: 'Periodo del grafico',
  keyLine: 'Grafico a linea',
  keyCancelAll: 'Annulla tutti gli ordini',
  keyDelete: 'Elimina il disegno selezionato',
  keyHelp: 'Questo elenco',
  // The connection
};
