import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Définir un nouveau mot de passe',
  text: 'Nous envoyons un code à votre compte. Une fois le nouveau mot de passe défini, vous êtes déconnecté partout.',
  password: 'Nouveau mot de passe',
  repeat: 'Répéter le nouveau mot de passe',
  submit: 'Définir le mot de passe',
  success: 'Votre nouveau mot de passe est enregistré, veuillez vous connecter',
  remembered: 'Vous vous en souvenez ?',
};
