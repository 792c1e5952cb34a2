import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'E-Mail',
  mobile: 'Telefon',
  account: 'E-Mail-Adresse',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  remember: '30 Tage angemeldet bleiben',
  forgot: 'Passwort vergessen?',
  submit: 'Anmelden',
  noAccount: 'Noch kein Konto?',
  toRegister: 'Registrieren',
  p_first: 'Bitte geben Sie Ihr Passwort ein',
  p_taccount: 'Bitte geben Sie Ihr Konto ein',
  success: 'Sie sind angemeldet',
};
