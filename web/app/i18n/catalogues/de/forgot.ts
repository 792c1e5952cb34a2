import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Neues Passwort festlegen',
  text: 'Wir senden einen Code an Ihr Konto. Sobald das neue Passwort gilt, werden Sie überall abgemeldet.',
  password: 'Neues Passwort',
  repeat: 'Neues Passwort wiederholen',
  submit: 'Neues Passwort festlegen',
  success: 'Ihr neues Passwort gilt, bitte melden Sie sich an',
  remembered: 'Wieder eingefallen?',
};
