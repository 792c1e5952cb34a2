import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: '驗證碼',
  send: '發送驗證碼',
  wait: '{{seconds}} 秒',
  again: '{{seconds}} 秒後可重新發送',
  sent: '驗證碼已發送至 {{to}}',
  digits: '驗證碼為 6 位數字，長驗證碼為 16 位',
  newDevice: '在新裝置上登入時，還需要輸入我們發送給您的驗證碼。',
  noCode: '此裝置無需驗證碼。',
  mailbox: '開啟示範收件匣',
};
