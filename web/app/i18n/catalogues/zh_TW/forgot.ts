import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: '設定新密碼',
  text: '我們會向您的帳戶發送驗證碼。設定新密碼後，所有裝置都會登出。',
  password: '新密碼',
  repeat: '確認新密碼',
  submit: '設定新密碼',
  success: '新密碼已設定，請登入',
  remembered: '想起密碼了？',
};
