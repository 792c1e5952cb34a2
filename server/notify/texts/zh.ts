import type { Texts } from './texts.ts';

export const zh: Texts = {
  code: {
    register: { subject: '注册验证码', lead: '请输入以下验证码，完成 {{site}} 账户注册：', name: '注册' },
    bind: { subject: '绑定验证码', lead: '请输入以下验证码，将此地址绑定到您的 {{site}} 账户：', name: '绑定' },
    security: {
      subject: '安全设置验证码',
      lead: '请输入以下验证码，确认修改您的 {{site}} 账户安全设置：',
      name: '安全设置',
    },
    withdrawal: { subject: '提币验证码', lead: '请输入以下验证码，确认从您的 {{site}} 账户提币：', name: '提币' },
    login: { subject: '登录验证码', lead: '请输入以下验证码，登录 {{site}}：', name: '登录' },
    recovery: { subject: '重置密码验证码', lead: '请输入以下验证码，设置您的 {{site}} 新密码：', name: '重置密码' },
  },
  codeLife: '验证码 {{minutes}} 分钟内有效，仅可使用一次。',
  longCode: '由于此地址请求的验证码次数异常（可能并非您本人操作），此验证码比平时更长，可在任何设备上使用。',
  codeSecret: '请勿告诉他人，{{site}} 工作人员绝不会向您索要验证码。',
  unasked: '如果不是您本人操作，请忽略此消息。',
  unaskedInside: '如果不是您本人操作，他人可能正在使用您的账户，请立即在登录页通过“忘记密码”设置新密码。',
  codeSms: '【{{site}}】{{name}}验证码：{{code}}，{{minutes}} 分钟内有效，请勿告诉他人。',
  accountExists: {
    subject: '您已有账户',
    lead: '有人（可能是您本人）尝试使用此地址在 {{site}} 注册账户，但此地址已注册。',
    advice:
      '请使用密码登录。如果忘记密码，请在登录页选择“忘记密码”。如果不是您本人操作，无需处理，您的账户没有任何变化。',
    sms: '【{{site}}】有人尝试使用此号码注册账户，但此号码已注册。如果不是您本人操作，无需处理。',
  },
  addressInUse: {
    subject: '您的地址被用于绑定其他账户',
    lead: '有人尝试将此地址绑定到另一个 {{site}} 账户。此地址属于您的账户，不会改变。',
    advice: '一个地址只能属于一个账户。如果不是您本人操作，无需处理，您的账户没有任何变化。',
    sms: '【{{site}}】有人尝试将此号码绑定到其他账户。此号码仍属于您的账户。如果不是您本人操作，无需处理。',
  },
  newDevice: {
    subject: '新设备登录提醒',
    lead: '有人使用新设备登录了您的 {{site}} 账户。',
    advice:
      '如果是您本人操作，无需处理。如果不是，请立即在登录页通过“忘记密码”设置新密码，所有设备将随之退出登录，然后联系客服。',
    sms: '【{{site}}】新设备登录（{{device}}，{{address}}），{{time}}。如非本人操作，请立即设置新密码。',
  },
  passwordChanged: {
    subject: '您的密码已修改',
    lead: '您的 {{site}} 账户密码已修改，其他设备均已退出登录。',
    advice: '如果是您本人操作，无需处理。如果不是，请立即在登录页通过“忘记密码”设置新密码，并联系客服。',
    sms: '【{{site}}】您的密码已修改，{{time}}。如非本人操作，请立即设置新密码并联系客服。',
  },
  device: '设备',
  unknownDevice: '未知',
  address: '网络地址',
  time: '时间',
  automatic: '此消息由系统自动发送，请勿回复。',
};
