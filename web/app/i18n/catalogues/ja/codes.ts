import type { Catalogue } from '../../catalogue.ts';

export const codes: Catalogue['codes'] = {
  label: '認証コード',
  send: 'コードを送信',
  wait: '{{seconds}} 秒',
  again: '{{seconds}} 秒後に再送信できます',
  sent: '{{to}} に認証コードを送信しました',
  digits: '認証コードは 6 桁、長いコードは 16 桁の数字です',
  newDevice: '新しい端末では、お送りする認証コードの入力も必要です。',
  noCode: 'この端末では認証コードは不要です。',
  mailbox: 'デモの受信箱を開く',
};
