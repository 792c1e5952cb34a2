import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  title: 'ログイン',
  email: 'メール',
  account: 'メールアドレス',
  password: 'パスワード',
  remember: '30 日間ログインしたままにする',
  submit: 'ログイン',
  noAccount: 'アカウントをお持ちでない場合',
  toRegister: '新規登録',
  p_first: 'パスワードを入力してください',
  p_taccount: 'アカウントを入力してください',
  success: 'ログインしました',
};
