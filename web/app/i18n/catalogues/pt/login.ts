import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'Entrar',
  email: 'Correio eletrónico',
  mobile: 'Telefone',
  account: 'Endereço de e-mail',
  password: 'Palavra-passe',
  showPassword: 'Mostrar a palavra-passe',
  remember: 'Manter a sessão durante 30 dias',
  forgot: 'Esqueceu-se da palavra-passe?',
  submit: 'Entrar',
  noAccount: 'Ainda não tem conta?',
  toRegister: 'Registar-se',
  p_first: 'Introduza a palavra-passe',
  p_taccount: 'Introduza a sua conta',
  success: 'Sessão iniciada',
};
