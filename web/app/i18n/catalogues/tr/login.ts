import type { Catalogue } from '../../catalogue.ts';

export const login: Catalogue['login'] = {
  email: 'E-posta',
  mobile: 'Telefon',
  account: 'E-posta adresi',
  password: 'Şifre',
  showPassword: 'Şifreyi göster',
  remember: '30 gün oturumum açık kalsın',
  forgot: 'Şifremi unuttum',
  submit: 'Giriş yap',
  noAccount: 'Henüz hesabınız yok mu?',
  toRegister: 'Kaydolun',
  p_first: 'Lütfen şifrenizi girin',
  p_taccount: 'Lütfen hesabınızı girin',
  success: 'Giriş yaptınız',
};
