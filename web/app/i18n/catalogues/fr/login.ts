import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'E-mail',
  mobile: 'Téléphone',
  account: 'Adresse e-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  remember: 'Rester connecté pendant 30 jours',
  forgot: 'Mot de passe oublié ?',
  submit: 'Se connecter',
  noAccount: 'Pas encore de compte ?',
  toRegister: 'S’inscrire',
  p_first: 'Veuillez saisir votre mot de passe',
  p_taccount: 'Veuillez saisir votre compte',
  success: 'Vous êtes connecté',
};
