import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Entrar',
  email: 'Correio eletrónico',
  account: 'Endereço de e-mail',
  password: 'Palavra-passe',
  remember: 'Manter a sessão durante 30 dias',
  submit: 'Entrar',
  noAccount: 'Ainda não tem conta?',
  toRegister: 'Registar-se',
  p_first: 'Introduza a palavra-passe',
  p_taccount: 'Introduza a sua conta',
  success: 'Sessão iniciada',
};
