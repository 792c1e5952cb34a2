import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'E-mail',
  mobile: 'Telefone',
  account: 'Endereço de e-mail',
  password: 'Senha',
  showPassword: 'Mostrar a senha',
  remember: 'Manter conectado por 30 dias',
  forgot: 'Esqueci a senha',
  submit: 'Entrar',
  noAccount: 'Ainda não tem conta?',
  toRegister: 'Cadastrar-se',
  p_first: 'Digite sua senha',
  p_taccount: 'Digite sua conta',
  success: 'Você entrou na conta',
};
