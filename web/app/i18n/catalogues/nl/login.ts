import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'E-mail',
  mobile: 'Telefoon',
  account: 'E-mailadres',
  password: 'Wachtwoord',
  showPassword: 'Wachtwoord tonen',
  remember: '30 dagen ingelogd blijven',
  forgot: 'Wachtwoord vergeten?',
  submit: 'Inloggen',
  noAccount: 'Nog geen account?',
  toRegister: 'Registreren',
  p_first: 'Voer uw wachtwoord in',
  p_taccount: 'Voer uw account in',
  success: 'U bent ingelogd',
};
