import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: '设置新密码',
  text: '我们会向您的账户发送验证码。设置新密码后，所有设备都会退出登录。',
  password: '新密码',
  repeat: '确认新密码',
  submit: '设置新密码',
  success: '新密码已设置，请登录',
  remembered: '想起密码了？',
};
