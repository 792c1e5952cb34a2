import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about: '本演示不会真正发送邮件和短信。原本要发送的内容会在此保留一天，新消息会自动显示。',
  to: '邮箱地址或手机号',
  show: '查看消息',
  empty: '此地址暂无消息，新消息会自动显示在这里。',
  sms: '短信',
  mailTo: '发送至 {{to}} 的邮件',
  smsTo: '发送至 {{to}} 的短信',
  copyCode: '复制验证码',
};
