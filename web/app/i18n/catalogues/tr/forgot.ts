import type { Catalogue } from '../../catalogue.ts';

export const forgot: Catalogue['forgot'] = {
  title: 'Yeni şifre belirle',
  text: 'Hesabınıza bir kod göndeririz. Yeni şifre belirlendiğinde tüm cihazlardan çıkış yapılır.',
  password: 'Yeni şifre',
  repeat: 'Yeni şifre tekrarı',
  submit: 'Yeni şifreyi belirle',
  success: 'Yeni şifreniz belirlendi, lütfen giriş yapın',
  remembered: 'Hatırladınız mı?',
};
