import type { Texts } from './texts.ts';

export const zhTw: Texts = {
  code: {
    register: { subject: '註冊驗證碼', lead: '請輸入以下驗證碼，完成 {{site}} 帳戶註冊：', name: '註冊' },
    bind: { subject: '綁定驗證碼', lead: '請輸入以下驗證碼，將此地址綁定到您的 {{site}} 帳戶：', name: '綁定' },
    security: {
      subject: '安全設定驗證碼',
      lead: '請輸入以下驗證碼，確認修改您的 {{site}} 帳戶安全設定：',
      name: '安全設定',
    },
    withdrawal: { subject: '提領驗證碼', lead: '請輸入以下驗證碼，確認從您的 {{site}} 帳戶提領：', name: '提領' },
    login: { subject: '登入驗證碼', lead: '請輸入以下驗證碼，登入 {{site}}：', name: '登入' },
    recovery: { subject: '重設密碼驗證碼', lead: '請輸入以下驗證碼，設定您的 {{site}} 新密碼：', name: '重設密碼' },
  },
  codeLife: '驗證碼 {{minutes}} 分鐘內有效，僅可使用一次。',
  longCode: '由於此地址請求的驗證碼次數異常（可能並非您本人操作），此驗證碼比平時更長，可在任何裝置上使用。',
  codeSecret: '請勿告訴他人，{{site}} 工作人員絕不會向您索取驗證碼。',
  unasked: '如果不是您本人操作，請忽略此訊息。',
  unaskedInside: '如果不是您本人操作，他人可能正在使用您的帳戶，請立即在登入頁透過「忘記密碼」設定新密碼。',
  codeSms: '【{{site}}】{{name}}驗證碼：{{code}}，{{minutes}} 分鐘內有效，請勿告訴他人。',
  accountExists: {
    subject: '您已有帳戶',
    lead: '有人（可能是您本人）嘗試使用此地址在 {{site}} 註冊帳戶，但此地址已註冊。',
    advice:
      '請使用密碼登入。如果忘記密碼，請在登入頁選擇「忘記密碼」。如果不是您本人操作，無需處理，您的帳戶沒有任何變化。',
    sms: '【{{site}}】有人嘗試使用此號碼註冊帳戶，但此號碼已註冊。如果不是您本人操作，無需處理。',
  },
  addressInUse: {
    subject: '您的地址被用於綁定其他帳戶',
    lead: '有人嘗試將此地址綁定到另一個 {{site}} 帳戶。此地址屬於您的帳戶，不會改變。',
    advice: '一個地址只能屬於一個帳戶。如果不是您本人操作，無需處理，您的帳戶沒有任何變化。',
    sms: '【{{site}}】有人嘗試將此號碼綁定到其他帳戶。此號碼仍屬於您的帳戶。如果不是您本人操作，無需處理。',
  },
  newDevice: {
    subject: '新裝置登入提醒',
    lead: '有人使用新裝置登入了您的 {{site}} 帳戶。',
    advice:
      '如果是您本人操作，無需處理。如果不是，請立即在登入頁透過「忘記密碼」設定新密碼，所有裝置將隨之登出，然後聯絡客服。',
    sms: '【{{site}}】新裝置登入（{{device}}，{{address}}），{{time}}。如非本人操作，請立即設定新密碼。',
  },
  passwordChanged: {
    subject: '您的密碼已變更',
    lead: '您的 {{site}} 帳戶密碼已變更，其他裝置均已登出。',
    advice: '如果是您本人操作，無需處理。如果不是，請立即在登入頁透過「忘記密碼」設定新密碼，並聯絡客服。',
    sms: '【{{site}}】您的密碼已變更，{{time}}。如非本人操作，請立即設定新密碼並聯絡客服。',
  },
  device: '裝置',
  unknownDevice: '未知',
  address: '網路位址',
  time: '時間',
  automatic: '此訊息由系統自動發送，請勿回覆。',
};
