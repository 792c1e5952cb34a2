import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'E-mail',
  mobile: 'Telefono',
  account: 'Indirizzo e-mail',
  password: 'Password',
  showPassword: 'Mostra la password',
  remember: 'Resta connesso per 30 giorni',
  forgot: 'Password dimenticata?',
  submit: 'Accedi',
  noAccount: 'Non hai ancora un account?',
  toRegister: 'Registrati',
  p_first: 'Inserisci la password',
  p_taccount: 'Inserisci il tuo account',
  success: 'Accesso effettuato',
};
