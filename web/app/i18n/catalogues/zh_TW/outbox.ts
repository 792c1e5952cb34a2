import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about: '本示範不會真正發送電子郵件和簡訊。原本要發送的內容會在此保留一天，新訊息會自動顯示。',
  to: '電子郵件地址或手機號碼',
  show: '查看訊息',
  empty: '此地址暫無訊息，新訊息會自動顯示在這裡。',
  sms: '簡訊',
  mailTo: '寄給 {{to}} 的電子郵件',
  smsTo: '傳給 {{to}} 的簡訊',
  copyCode: '複製驗證碼',
};
