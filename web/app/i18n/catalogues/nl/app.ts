import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'De beurs is een app die uw browser installeert: hij opent in een eigen venster en is altijd de nieuwste versie. In een store is er geen; wie u er een aanbiedt, hoort niet bij ons.',
  scan: 'Scan met de camera van uw telefoon',
  androidOpen: 'Open {{address}} in Chrome, Edge of Samsung Internet.',
  androidAdd: 'Kies “App installeren” of “Toevoegen aan startscherm” in het menu van de browser.',
  appleOpen: 'Open {{address}} in Safari.',
  appleAdd: 'Tik op Deel en dan op “Zet op beginscherm”.',
  here: 'Op dit apparaat',
  install: 'Nu installeren',
  installed: 'De app is op dit apparaat geïnstalleerd.',
  browser: 'Gebruik de installatieknop aan het eind van de adresbalk of het menu van de browser.',
  insecure: 'Dit adres is niet beveiligd (https), dus browsers openen het alleen als pagina en installeren het niet.',
  apple: 'iPhone en iPad',
  code: 'QR-code die {{address}} opent',
  atHome:
    'Dit adres bestaat alleen op deze computer. Wilt u de beurs op een telefoon proberen, start die dan met HOST=0.0.0.0 en open het adres van de computer in uw netwerk.',
};
