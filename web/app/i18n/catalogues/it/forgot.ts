import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Imposta una nuova password',
  text: 'Inviamo un codice al tuo account. Una volta impostata la nuova password, vieni disconnesso ovunque.',
  password: 'Nuova password',
  repeat: 'Ripeti la nuova password',
  submit: 'Imposta la nuova password',
  success: 'La nuova password è impostata, effettua l’accesso',
  remembered: 'Te la sei ricordata?',
};
