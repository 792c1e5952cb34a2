import type { Texts } from './texts.ts';

export const tr: Texts = {
  code: {
    register: { subject: 'Hesap açma kodunuz', lead: '{{site}} hesabınızı açmak için bu kodu girin:', name: 'kayıt' },
    bind: {
      subject: 'Bu adresi ekleme kodunuz',
      lead: 'Bu adresi {{site}} hesabınıza eklemek için bu kodu girin:',
      name: 'yeni adres',
    },
    security: {
      subject: 'Güvenlik değişikliği kodunuz',
      lead: '{{site}} hesabınızın güvenliğindeki değişikliği onaylamak için bu kodu girin:',
      name: 'güvenlik değişikliği',
    },
    withdrawal: {
      subject: 'Para çekme kodunuz',
      lead: '{{site}} hesabınızdan para çekme işlemini onaylamak için bu kodu girin:',
      name: 'para çekme',
    },
    login: { subject: 'Giriş kodunuz', lead: '{{site}} hesabınıza giriş yapmak için bu kodu girin:', name: 'giriş' },
    recovery: {
      subject: 'Yeni şifre kodunuz',
      lead: '{{site}} hesabınıza yeni bir şifre belirlemek için bu kodu girin:',
      name: 'yeni şifre',
    },
  },
  codeLife: 'Kod {{minutes}} dakika geçerlidir ve yalnızca bir kez kullanılabilir.',
  longCode:
    'Bu adres için, belki de siz olmadan, alışılmadık sayıda kod istendiğinden kod her zamankinden uzundur. Her cihazda kullanılabilir.',
  codeSecret: 'Kodu kimseyle paylaşmayın. {{site}} çalışanları sizden bu kodu asla istemez.',
  unasked: 'Bu kodu siz istemediyseniz mesajı dikkate almayın.',
  unaskedInside:
    'Bu kodu siz istemediyseniz hesabınızı bir başkası kullanıyor olabilir: giriş sayfasındaki “Şifremi unuttum” ile hemen yeni bir şifre belirleyin.',
  codeSms: '{{site}}, {{name}}: {{code}}. {{minutes}} dakika geçerlidir. Kimseyle paylaşmayın.',
  accountExists: {
    subject: 'Zaten bir hesabınız var',
    lead: 'Birisi, belki siz, bu adresle {{site}} hesabı açmaya çalıştı. Bu adresin zaten bir hesabı var.',
    advice:
      'Giriş yapmak için şifrenizi kullanın. Unuttuysanız giriş sayfasında “Şifremi unuttum” seçeneğini kullanın. Bunu siz yapmadıysanız bir şey yapmanız gerekmez: hiçbir şey değişmedi.',
    sms: '{{site}}: birisi bu numarayla hesap açmaya çalıştı, ancak numaranın zaten bir hesabı var. Siz yapmadıysanız bir şey yapmanız gerekmez.',
  },
  addressInUse: {
    subject: 'Adresiniz başka bir hesap için girildi',
    lead: 'Birisi bu adresi başka bir {{site}} hesabına eklemeye çalıştı. Adres sizin hesabınıza ait ve orada kalıyor.',
    advice:
      'Bir adres yalnızca bir hesaba ait olabilir. Bunu siz yapmadıysanız bir şey yapmanız gerekmez: hiçbir şey değişmedi.',
    sms: '{{site}}: birisi bu numarayı başka bir hesaba eklemeye çalıştı. Numara sizin hesabınıza ait ve orada kalıyor. Siz yapmadıysanız bir şey yapmanız gerekmez.',
  },
  newDevice: {
    subject: 'Yeni bir cihazdan giriş',
    lead: '{{site}} hesabınıza daha önce tanınmayan bir cihazdan giriş yapıldı.',
    advice:
      'Siz yaptıysanız bir şey yapmanız gerekmez. Siz değilseniz giriş sayfasındaki “Şifremi unuttum” ile hemen yeni bir şifre belirleyin: böylece tüm cihazlardan çıkış yapılır. Ardından destek ekibimize başvurun.',
    sms: '{{site}}: yeni bir cihazdan giriş ({{device}}, {{address}}), {{time}}. Siz değil misiniz? Hemen yeni bir şifre belirleyin.',
  },
  passwordChanged: {
    subject: 'Şifreniz değiştirildi',
    lead: '{{site}} hesabınızın şifresi değiştirildi. Diğer tüm cihazlardan çıkış yapıldı.',
    advice:
      'Siz yaptıysanız bir şey yapmanız gerekmez. Siz değilseniz giriş sayfasındaki “Şifremi unuttum” ile hemen yeni bir şifre belirleyin ve destek ekibimize başvurun.',
    sms: '{{site}}: şifreniz değiştirildi, {{time}}. Siz değil misiniz? Hemen yeni bir şifre belirleyin ve destek ekibimize başvurun.',
  },
  device: 'Cihaz',
  unknownDevice: 'Bilinmiyor',
  address: 'Ağ adresi',
  time: 'Zaman',
  automatic: 'Bu mesaj otomatik olarak gönderildi. Yanıtlar okunmaz.',
};
