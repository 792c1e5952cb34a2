import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: '電子郵件',
  mobile: '手機',
  account: '電子郵件地址',
  password: '密碼',
  showPassword: '顯示密碼',
  remember: '30 天內保持登入',
  forgot: '忘記密碼？',
  submit: '登入',
  noAccount: '還沒有帳戶？',
  toRegister: '立即註冊',
  p_first: '請輸入密碼',
  p_taccount: '請輸入帳號',
  success: '登入成功',
};
