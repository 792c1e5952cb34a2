import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'メール',
  mobile: '電話番号',
  account: 'メールアドレス',
  password: 'パスワード',
  showPassword: 'パスワードを表示',
  remember: '30 日間ログインしたままにする',
  forgot: 'パスワードをお忘れの方',
  submit: 'ログイン',
  noAccount: 'アカウントをお持ちでない場合',
  toRegister: '新規登録',
  p_first: 'パスワードを入力してください',
  p_taccount: 'アカウントを入力してください',
  success: 'ログインしました',
};
