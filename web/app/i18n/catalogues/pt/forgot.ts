import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Definir nova senha',
  text: 'Enviamos um código para a sua conta. Quando a nova senha for definida, todas as sessões serão encerradas.',
  password: 'Nova senha',
  repeat: 'Repetir a nova senha',
  submit: 'Definir senha',
  success: 'Sua nova senha foi definida, entre na conta',
  remembered: 'Lembrou a senha?',
};
