import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  title: 'De app installeren',
  lead: 'De beurs is een app die je browser installeert: hij opent in een eigen venster en is altijd de nieuwste versie. In een store is er geen; wie je er een aanbiedt, hoort niet bij ons.',
  scan: 'Scan met de camera van je telefoon',
  androidOpen: 'Open {{address}} in Chrome, Edge of Samsung Internet.',
  androidAdd: 'Kies ‘App installeren’ of ‘Toevoegen aan startscherm’ in het menu van de browser.',
  appleOpen: 'Open {{address}} in Safari.',
  appleAdd: 'Tik op Deel en dan op ‘Zet op beginscherm’.',
  here: 'Op dit apparaat',
  install: 'Nu installeren',
  installed: 'De app is op dit apparaat geïnstalleerd.',
  browser: 'Gebruik de installatieknop aan het eind van de adresbalk of het menu van de browser.',
  insecure: 'Dit adres is niet beveiligd (https), dus browsers openen het alleen als pagina en installeren het niet.',
  apple: 'iPhone en iPad',
  code: 'QR-code die {{address}} opent',
  atHome:
    'Dit adres bestaat alleen op deze computer. Wil je de beurs op een telefoon proberen, start haar dan met HOST=0.0.0.0 en open het adres van de computer in je netwerk.',
};
