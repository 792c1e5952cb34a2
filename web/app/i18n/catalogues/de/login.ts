import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Anmelden',
  email: 'E-Mail',
  account: 'E-Mail-Adresse',
  password: 'Passwort',
  remember: '30 Tage angemeldet bleiben',
  submit: 'Anmelden',
  noAccount: 'Noch kein Konto?',
  toRegister: 'Registrieren',
  p_first: 'Bitte geben Sie Ihr Passwort ein',
  p_taccount: 'Bitte geben Sie Ihr Konto ein',
  success: 'Sie sind angemeldet',
};
