import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: '验证码',
  send: '发送验证码',
  wait: '{{seconds}} 秒',
  again: '{{seconds}} 秒后可重新发送',
  sent: '验证码已发送至 {{to}}',
  digits: '验证码为 6 位数字，长验证码为 16 位',
  newDevice: '在新设备上登录时，还需要输入我们发送给您的验证码。',
  noCode: '此设备无需验证码。',
  mailbox: '打开演示收件箱',
};
