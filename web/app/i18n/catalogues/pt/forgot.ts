import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Definir nova palavra-passe',
  text: 'Enviamos um código para a sua conta. Quando a nova palavra-passe estiver definida, todas as sessões terminam.',
  password: 'Nova palavra-passe',
  repeat: 'Repetir a nova palavra-passe',
  submit: 'Definir palavra-passe',
  success: 'A nova palavra-passe está definida, inicie sessão',
  remembered: 'Já se lembrou?',
};
