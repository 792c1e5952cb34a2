import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Accedi',
  email: 'Posta elettronica',
  account: 'Indirizzo e-mail',
  password: 'Password personale',
  remember: 'Resta connesso per 30 giorni',
  submit: 'Accedi',
  noAccount: 'Non hai ancora un conto?',
  toRegister: 'Registrati',
  p_first: 'Inserisci la password',
  p_taccount: 'Inserisci il tuo account',
  success: 'Accesso effettuato',
};
