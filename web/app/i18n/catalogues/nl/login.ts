import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Inloggen',
  email: 'E-mailadres',
  account: 'Uw e-mailadres',
  password: 'Wachtwoord',
  remember: '30 dagen ingelogd blijven',
  submit: 'Inloggen',
  noAccount: 'Nog geen account?',
  toRegister: 'Registreren',
  p_first: 'Voer uw wachtwoord in',
  p_taccount: 'Voer uw account in',
  success: 'U bent ingelogd',
};
