import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: '新しいパスワードの設定',
  text: 'アカウントに認証コードを送信します。新しいパスワードを設定すると、すべての端末からログアウトします。',
  password: '新しいパスワード',
  repeat: '新しいパスワード（確認）',
  submit: 'パスワードを設定',
  success: '新しいパスワードを設定しました。ログインしてください',
  remembered: '思い出した場合',
};
