import type { Catalogue } from '../../catalogue.ts';

export const outbox: Catalogue['outbox'] = {
  about:
    'このデモはメールや SMS を送信しません。送信されるはずだった内容は 1 日間ここに保存され、新しいメッセージは自動的に表示されます。',
  to: 'メールアドレスまたは電話番号',
  show: 'メッセージを表示',
  empty: 'このアドレス宛てのメッセージはまだありません。届くと自動的に表示されます。',
  sms: 'SMS メッセージ',
  mailTo: '{{to}} 宛てのメール',
  smsTo: '{{to}} 宛ての SMS',
  copyCode: 'コードをコピー',
};
