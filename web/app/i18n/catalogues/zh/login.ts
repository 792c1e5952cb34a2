import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: '邮箱',
  mobile: '手机',
  account: '邮箱地址',
  password: '密码',
  showPassword: '显示密码',
  remember: '30 天内保持登录',
  forgot: '忘记密码？',
  submit: '登录',
  noAccount: '还没有账户？',
  toRegister: '立即注册',
  p_first: '请输入密码',
  p_taccount: '请输入账号',
  success: '登录成功',
};
